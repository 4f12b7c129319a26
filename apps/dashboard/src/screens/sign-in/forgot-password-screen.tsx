import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { shownError } from '../../api/api-error';
import { appRequest } from '../../api/app-requests';
import { Button } from '../../components/controls/button';
import { TextField } from '../../components/controls/field';
import { useTexts } from '../../i18n/texts';
import { SignInLayout } from './sign-in-layout';
import './sign-in.css';

/** Asks for a mail with a link that sets a new password. The response does not reveal whether the user exists. */
export function ForgotPasswordScreen(): ReactNode {
  const t = useTexts('session');
  const common = useTexts('common');
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await appRequest('/password/forgot', { method: 'POST', body: { email } });
      setSent(true);
    } catch (failure) {
      setError(shownError(failure).msg ?? common('network_failed'));
    } finally {
      setBusy(false);
    }
  };
  const back = (
    <Link to="/sign-in" search={{}} className="justify-self-start underline underline-offset-2">
      {t('go_to_sign_in')}
    </Link>
  );
  if (sent) {
    return (
      <SignInLayout title={t('sent_title')} text={t('sent_text', { email })}>
        {back}
      </SignInLayout>
    );
  }
  return (
    <SignInLayout title={t('forgot_title')} text={t('forgot_text')} onSubmit={() => void send()}>
      <TextField
        label={t('email')}
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        error={error}
        onChange={({ target }) => setEmail(target.value)}
        autoFocus
        required
      />
      <Button kind="primary" size="form" className="wide" type="submit" busy={busy}>
        {t('send_link')}
      </Button>
      {back}
    </SignInLayout>
  );
}
