import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button';
import { CopyButton } from '../../components/controls/copy-button';
import { ErrorNote } from '../../components/forms/error-note';
import { useTexts } from '../../i18n/texts';
import { useCan, useSession } from '../../session/session';
import { SignInLayout } from '../sign-in/sign-in-layout';
import { deny } from './authorize-request';
import { isolated } from './consent-rules';
import { type DecisionProps, useDecision } from './use-decision';

/** Says that the account does not allow the app and who can change that. The only decision is to return without access. */
export function Refusal({ uid, request, ...ends }: DecisionProps): ReactNode {
  const t = useTexts('apps');
  const { main, sub_account_id } = useSession();
  const manages = useCan('account:manage');
  const { busy, failure, decide } = useDecision(ends);
  const { app, policy, companies } = request;
  const isListed = policy.reason === 'not_listed';
  const name = isolated(app.name);
  const company = companies[0]?.company_name ?? '';
  return (
    <SignInLayout
      title={isListed ? t('not_listed_title', { name }) : t('off_title')}
      text={isListed ? t('not_listed_text', { company }) : t('off_text', { name, company })}
    >
      {isListed && (
        <div className="grid gap-1">
          <p className="label">{t('client_id')}</p>
          <div className="flex flex-wrap items-center gap-2">
            <code className="code min-w-0 grow break-all">{app.client_id}</code>
            <CopyButton size="form" text={app.client_id} />
          </div>
        </div>
      )}
      {main && manages && (
        <Link
          to="/$account/settings/$section"
          params={{ account: String(sub_account_id), section: 'apps' }}
          search={isListed ? { allow: app.client_id } : {}}
          className="btn form wide"
        >
          {t('to_apps')}
        </Link>
      )}
      <ErrorNote error={failure} />
      <Button
        kind="primary"
        size="form"
        className="wide"
        busy={busy !== null}
        onClick={() => void decide('denied', () => deny(uid))}
      >
        {t('do_not_connect')}
      </Button>
    </SignInLayout>
  );
}
