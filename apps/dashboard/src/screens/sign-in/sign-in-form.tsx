import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/button';
import { Checkbox } from '../../components/controls/choice';
import { SelectField, TextField } from '../../components/controls/field';
import { PasswordField } from '../../components/controls/password-field';
import { Note } from '../../components/display/note';
import { useTexts } from '../../i18n/texts';
import { type SignInState, useSignIn } from '../../session/use-sign-in';
import { CodeStep } from './code-step';
import { SignInLayout } from './sign-in-layout';
import './sign-in.css';

interface Fields {
  email: string;
  password: string;
  code: string;
  accountId: string;
  remember: boolean;
}

/**
 * The page that signs a person in: email and password, then a code or an account if they are needed. `text` says what for. Calls
 * `onDone` when the browser has a session.
 */
export function SignInForm({ text, onDone }: { text: string; onDone: () => Promise<void> }): ReactNode {
  const t = useTexts('session');
  const [fields, setFields] = useState<Fields>({
    email: '',
    password: '',
    code: '',
    accountId: '',
    remember: false,
  });
  const change = (changed: Partial<Fields>): void => setFields((current) => ({ ...current, ...changed }));
  const state = useSignIn(onDone);
  const send = (code = fields.code): void => {
    const { email, password, accountId, remember } = fields;
    void state.submit({
      email,
      password,
      remember,
      ...(code ? { code } : {}),
      ...(accountId ? { account_id: Number(accountId) } : {}),
    });
  };
  return (
    <SignInLayout
      title={t(state.step === 'code' ? 'code_title' : 'sign_in')}
      text={state.step === 'credentials' ? text : undefined}
      onSubmit={() => send()}
    >
      {state.step === 'credentials' && state.error && <Note tone="bad">{state.error}</Note>}
      <Step state={state} fields={fields} change={change} send={send} />
      <Button kind="primary" size="form" className="wide" type="submit" busy={state.busy}>
        {t('sign_in')}
      </Button>
      {state.step !== 'credentials' && (
        <Button kind="quiet" onClick={state.startAgain}>
          {t('start_again')}
        </Button>
      )}
    </SignInLayout>
  );
}

function Step({
  state,
  fields,
  change,
  send,
}: {
  state: SignInState;
  fields: Fields;
  change: (changed: Partial<Fields>) => void;
  send: (code?: string) => void;
}): ReactNode {
  const t = useTexts('session');
  if (state.step === 'code')
    return (
      <CodeStep
        code={fields.code}
        error={state.error}
        onChange={(code) => change({ code })}
        onComplete={send}
      />
    );
  if (state.step === 'account') {
    return (
      <SelectField
        label={t('account')}
        name="account"
        help={t('several_accounts')}
        error={state.error}
        value={fields.accountId}
        onChange={({ target }) => change({ accountId: target.value })}
        choices={[
          { value: '', label: '–' },
          ...state.accounts.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        autoFocus
        required
      />
    );
  }
  return (
    <>
      <TextField
        label={t('email')}
        type="email"
        name="email"
        autoComplete="username"
        value={fields.email}
        onChange={({ target }) => change({ email: target.value })}
        autoFocus
        required
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        value={fields.password}
        onChange={({ target }) => change({ password: target.value })}
        required
      />
      <div className="flex flex-wrap items-center gap-2">
        <Checkbox
          label={t('keep')}
          checked={fields.remember}
          onChange={({ target }) => change({ remember: target.checked })}
        />
        <Link to="/forgot" className="ms-auto underline underline-offset-2">
          {t('forgot')}
        </Link>
      </div>
    </>
  );
}
