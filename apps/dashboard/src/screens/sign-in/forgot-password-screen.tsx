import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { shownError } from '../../api/api-error';
import { appRequest } from '../../api/app-requests';
import { Button } from '../../components/controls/button';
import { TextField } from '../../components/controls/field';
import { useTexts } from '../../i18n/texts';
import { SignInLayout } from './sign-in-layout';
import './sign-in.css';

/** Where the mails of the installation go. An installation with a mail server sends them. */
type MailDelivery = 'mail_server' | 'mailbox' | 'none';

/** What a person reads after the request. */
const OUTCOMES = {
  mail_server: ['sent_title', 'sent_text'],
  mailbox: ['kept_title', 'kept_text'],
  none: ['no_mail_title', 'no_mail_text'],
} as const;

/** Asks for a mail with a link that sets a new password. The response does not reveal whether the user exists. */
export function ForgotPasswordScreen(): ReactNode {
  const t = useTexts('session');
  const common = useTexts('common');
  const [email, setEmail] = useState('');
  const [delivery, setDelivery] = useState<MailDelivery | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const asked = await appRequest<{ delivery: MailDelivery }>('/password/forgot', {
        method: 'POST',
        body: { email },
      });
      setDelivery(asked.delivery);
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
  if (delivery) {
    const [title, text] = OUTCOMES[delivery];
    return (
      <SignInLayout title={t(title)} text={t(text, { email })}>
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
