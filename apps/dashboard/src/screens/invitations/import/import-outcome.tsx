import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { Note } from '../../../components/display/note';
import { ErrorNote } from '../../../components/forms/error-note';
import { useTexts } from '../../../i18n/texts';
import type { InviteImport } from './use-import';

/** Says how a check or an import ended: what was added, and what got no answer. */
export function ImportOutcome({ run }: { run: InviteImport }): ReactNode {
  const t = useTexts('invite_import');
  const { outcome, phase } = run;
  if (phase !== 'idle') return null;
  const failed = outcome?.failed.reduce((sum, { batch }) => sum + batch.items.length, 0) ?? 0;
  const unsent = outcome?.unsent.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  return (
    <>
      {!outcome && <ErrorNote title={t('check_failed')} error={run.checkError} />}
      <Added run={run} />
      {failed > 0 && (
        <ErrorNote title={t('done_failed', { count: failed })} error={outcome?.failed[0]?.error}>
          <p>{t('done_failed_text')}</p>
        </ErrorNote>
      )}
      {failed + unsent > 0 && (
        <Button icon="refresh" className="self-start" onClick={run.sendRest}>
          {t('try_rest', { count: failed + unsent })}
        </Button>
      )}
    </>
  );
}

function Added({ run: { rows, added, outcome } }: { run: InviteImport }): ReactNode {
  const t = useTexts('invite_import');
  const { subAccountId } = useApi();
  const imported = rows.filter(({ state }) => state.kind === 'imported').length;
  if (imported === 0) return null;
  return (
    <Note
      tone="good"
      action={
        <Link to="/$account/invitations" params={{ account: String(subAccountId) }} className="font-medium">
          {t('see_requests')}
        </Link>
      }
    >
      <p className="font-medium">{t('done', { count: added })}</p>
      {imported > added && <p>{t('done_known', { count: imported - added })}</p>}
      {outcome?.stopped && <p>{t('done_stopped')}</p>}
    </Note>
  );
}
