import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { shownError } from '../../api/api-error';
import { appRequest } from '../../api/app-requests';
import { Button } from '../../components/controls/button';
import { Note } from '../../components/display/note';
import { useTexts } from '../../i18n/texts';
import { useAddressToken } from './address-token';
import { CodeStep } from './code-step';
import { NewPasswordField } from './new-password-field';
import { SignInLayout } from './sign-in-layout';
import './sign-in.css';

/** Sets a new password with the link of a mail and signs in. Asks for a code if the user has two-factor sign-in. */
export function ResetPasswordScreen(): ReactNode {
  const t = useTexts('session');
  const common = useTexts('common');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const token = useAddressToken();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (typedCode = code): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await appRequest('/password/reset', {
        method: 'POST',
        body: { token, password, ...(typedCode ? { code: typedCode } : {}) },
      });
      queries.clear();
      await navigate({ to: '/' });
    } catch (failure) {
      const { code: problem, msg } = shownError(failure);
      if (problem === 'two_factor_required' && !typedCode) setCode('');
      else setError(msg ?? common('network_failed'));
    } finally {
      setBusy(false);
    }
  };
  if (!token) {
    return (
      <SignInLayout title={t('reset_missing')} text={t('reset_missing_text')}>
        <Link to="/forgot" className="btn form wide">
          {t('send_link')}
        </Link>
      </SignInLayout>
    );
  }
  return (
    <SignInLayout title={t('reset_title')} text={t('reset_text')} onSubmit={() => void send()}>
      {code === null ? (
        <>
          {error && <Note tone="bad">{error}</Note>}
          <NewPasswordField label={t('new_password')} value={password} onChange={setPassword} />
        </>
      ) : (
        <CodeStep
          code={code}
          error={error}
          onChange={setCode}
          onComplete={(complete) => void send(complete)}
        />
      )}
      <Button kind="primary" size="form" className="wide" type="submit" busy={busy}>
        {t('set_password')}
      </Button>
    </SignInLayout>
  );
}
