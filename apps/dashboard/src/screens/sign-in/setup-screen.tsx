import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { shownError } from '../../api/api-error';
import { appRequest } from '../../api/app-requests';
import { Logo, LogoGround } from '../../components/display/logo';
import { useTexts } from '../../i18n/texts';
import { useAddressToken } from './address-token';
import { type SetupFields, SetupForm } from './setup-form';
import { SignInLayout } from './sign-in-layout';
import './sign-in.css';

const STEPS = ['owner', 'connect', 'watch', 'widget'] as const;

/** Makes the first person of an installation its owner, with the token that the first start printed. */
export function SetupScreen(): ReactNode {
  const t = useTexts('session');
  const common = useTexts('common');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const token = useAddressToken();
  const [error, setError] = useState<{ msg: string; field: string | null } | null>(null);
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: ['setup'],
    queryFn: ({ signal }) => appRequest<{ open: boolean }>('/setup/state', { signal }),
  });
  useEffect(() => {
    document.title = `${t('setup_title')} · Plaudit`;
  }, [t]);
  const create = async (fields: SetupFields): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await appRequest('/setup', { method: 'POST', body: fields });
      queries.clear();
      await navigate({ to: '/' });
    } catch (failure) {
      const { msg, field } = shownError(failure);
      setError({ msg: msg ?? common('network_failed'), field });
    } finally {
      setBusy(false);
    }
  };
  if (data?.open === false) {
    return (
      <SignInLayout title={t('setup_closed')} text={t('setup_closed_text')}>
        <Link to="/sign-in" search={{}} className="btn form wide">
          {t('go_to_sign_in')}
        </Link>
      </SignInLayout>
    );
  }
  return (
    <div className="setup">
      <SetupSteps />
      <main>
        <SetupForm token={token} error={error} busy={busy} onSubmit={(fields) => void create(fields)} />
      </main>
    </div>
  );
}

function SetupSteps(): ReactNode {
  const t = useTexts('session');
  return (
    <aside>
      <LogoGround />
      <Logo />
      <div className="grid gap-6">
        <h2 className="text-28 font-semibold tracking-tight text-balance">{t('steps_title')}</h2>
        <ol className="steps">
          {STEPS.map((step, at) => (
            <li key={step} className={at === 0 ? 'is-current' : ''}>
              <b className="font-medium">{t(`step_${step}`)}</b>
              <span>{t(`step_${step}_text`)}</span>
            </li>
          ))}
        </ol>
      </div>
      <p className="help-text">{t('setup_privacy')}</p>
    </aside>
  );
}
