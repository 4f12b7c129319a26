import { type ReactNode, useState } from 'react';
import { appRequest } from '../../../api/app-requests';
import { TextField } from '../../../components/controls/field';
import { PasswordField } from '../../../components/controls/password-field';
import { useTexts } from '../../../i18n/texts';
import { FormDialog } from '../../../components/forms/form-dialog';
import { useSubmit } from '../forms/use-submit';

export type TwoFactorChange = 'recovery_codes' | 'switch_off';

/** Asks for the password and a code, then makes new recovery codes or switches two-factor sign-in off. */
export function TwoFactorChangeDialog({
  change,
  onClose,
  onDone,
}: {
  change: TwoFactorChange;
  onClose: () => void;
  /** Receives the new codes, or null after it was switched off. */
  onDone: (recoveryCodes: string[] | null) => void;
}): ReactNode {
  const t = useTexts('settings');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { busy, error, errorOf, otherError, run } = useSubmit(['password', 'code']);
  // The server names no field when the code is missing.
  const needsCode = error?.code === 'two_factor_required';
  const send = (): Promise<boolean> =>
    run(async () => {
      const { recovery_codes } = await appRequest<{ recovery_codes?: string[] }>(`/two_factor/${change}`, {
        method: 'POST',
        body: { password, code },
      });
      onDone(recovery_codes ?? null);
    });
  return (
    <FormDialog
      title={t(`${change}_title`)}
      verb={t(change === 'switch_off' ? 'switch_off' : 'new_recovery_codes')}
      danger={change === 'switch_off'}
      width={400}
      ready={password !== '' && code !== ''}
      busy={busy}
      error={needsCode ? null : otherError}
      onClose={onClose}
      onSubmit={() => void send()}
    >
      <p className="text-text-2">{t(`${change}_text`)}</p>
      <PasswordField
        label={t('current_password')}
        autoComplete="current-password"
        value={password}
        error={errorOf('password')}
        onChange={({ target }) => setPassword(target.value)}
      />
      <TextField
        label={t('code_or_recovery')}
        autoComplete="one-time-code"
        value={code}
        error={errorOf('code') ?? (needsCode ? error.msg : null)}
        onChange={({ target }) => setCode(target.value.trim())}
      />
    </FormDialog>
  );
}
