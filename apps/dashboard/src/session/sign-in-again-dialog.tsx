import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../components/controls/button';
import { PasswordField } from '../components/controls/password-field';
import { Dialog } from '../components/overlays/dialog';
import { useTexts } from '../i18n/texts';
import { CodeStep } from '../screens/sign-in/code-step';
import { type Session, sessionQuery } from './session';
import { useSignIn } from './use-sign-in';

/**
 * Signs the same user in again over the page when the session has ended. The page and what was typed stay. Leaving the dialog
 * leads to the sign-in page. The page of an app that asks for access has its own, and keeps its request.
 */
export function SignInAgainDialog({ onDone }: { onDone: (removed: boolean) => void }): ReactNode {
  const t = useTexts('session');
  const common = useTexts('common');
  const queries = useQueryClient();
  const [session] = useState(() => queries.getQueryData<Session | null>(sessionQuery.queryKey));
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const state = useSignIn(() => onDone(true));
  const email = session?.user.email ?? '';
  const send = (typed = code): void =>
    void state.submit({
      email,
      password,
      ...(typed ? { code: typed } : {}),
      ...(session ? { account_id: session.account.id } : {}),
    });
  const leave = (): void => {
    onDone(false);
    if (location.pathname.startsWith('/app/authorize/')) location.reload();
    else location.assign('/app/sign-in');
  };
  return (
    <Dialog
      title={t('again_title')}
      width={360}
      onClose={leave}
      onSubmit={() => send()}
      footer={
        <>
          <Button kind="quiet" size="form" onClick={leave}>
            {common('sign_out')}
          </Button>
          <Button kind="primary" size="form" className="ms-auto" type="submit" busy={state.busy}>
            {t('sign_in')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p className="text-text-2">{t('again_text')}</p>
        {state.step === 'code' ? (
          <CodeStep code={code} error={state.error} onChange={setCode} onComplete={send} />
        ) : (
          <PasswordField
            label={t('password_for', { email })}
            autoComplete="current-password"
            value={password}
            error={state.error}
            onChange={({ target }) => setPassword(target.value)}
            autoFocus
            required
          />
        )}
      </div>
    </Dialog>
  );
}
