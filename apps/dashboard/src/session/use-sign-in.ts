import { useState } from 'react';
import { shownError } from '../api/api-error';
import { useTexts } from '../i18n/texts';
import { type AccountChoice, type Credentials, signIn } from './sign-in';

export interface SignInState {
  /** What is asked for: email and password, the code of the app, or one of several accounts. */
  step: 'credentials' | 'code' | 'account';
  accounts: readonly AccountChoice[];
  error: string | null;
  busy: boolean;
  submit(credentials: Credentials): Promise<void>;
  startAgain(): void;
}

/** Signs in step by step. Calls `onDone` when the browser has a session. */
export function useSignIn(onDone: () => void | Promise<void>): SignInState {
  const t = useTexts('common');
  const [step, setStep] = useState<SignInState['step']>('credentials');
  const [accounts, setAccounts] = useState<readonly AccountChoice[]>([]);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (credentials: Credentials): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const choices = await signIn(credentials);
      if (!choices) return await onDone();
      setAccounts(choices);
      setStep('account');
    } catch (failure) {
      const { code, msg } = shownError(failure);
      // The first request without a code is no mistake.
      if (code === 'two_factor_required' && !credentials.code) setStep('code');
      else setError(msg ?? t('network_failed'));
    } finally {
      setBusy(false);
    }
  };
  const startAgain = (): void => {
    setStep('credentials');
    setAccounts([]);
    setError(null);
  };
  return { step, accounts, error, busy, submit, startAgain };
}
