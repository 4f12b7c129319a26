import { type ReactNode, useState } from 'react';
import { appRequest } from '../../../api/app-requests';
import { CopyButton } from '../../../components/controls/copy-button';
import { TextField } from '../../../components/controls/field';
import { PasswordField } from '../../../components/controls/password-field';
import { useTexts } from '../../../i18n/texts';
import { FormDialog } from '../../../components/forms/form-dialog';
import { useSubmit } from '../forms/use-submit';

interface NewSecret {
  secret: string;
  qr_svg: string;
}

/** Sets up two-factor sign-in: the password, then the secret for the app, then a code of the app. */
export function TwoFactorSetupDialog({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (recoveryCodes: string[]) => void;
}): ReactNode {
  const t = useTexts('settings');
  const [password, setPassword] = useState('');
  const [made, setMade] = useState<NewSecret | null>(null);
  const { busy, errorOf, otherError, run } = useSubmit(['password']);
  if (made) return <CodeStep secret={made} password={password} onClose={onClose} onDone={onDone} />;
  const start = (): Promise<boolean> =>
    run(async () =>
      setMade(await appRequest<NewSecret>('/two_factor/start', { method: 'POST', body: { password } })),
    );
  return (
    <FormDialog
      title={t('set_up_title')}
      verb={t('continue')}
      width={400}
      ready={password !== ''}
      busy={busy}
      error={otherError}
      onClose={onClose}
      onSubmit={() => void start()}
    >
      <p className="text-text-2">{t('set_up_text')}</p>
      <PasswordField
        label={t('current_password')}
        autoComplete="current-password"
        value={password}
        error={errorOf('password')}
        onChange={({ target }) => setPassword(target.value)}
      />
    </FormDialog>
  );
}

function CodeStep({
  secret: { secret, qr_svg },
  password,
  onClose,
  onDone,
}: {
  secret: NewSecret;
  password: string;
  onClose: () => void;
  onDone: (recoveryCodes: string[]) => void;
}): ReactNode {
  const t = useTexts('settings');
  const [code, setCode] = useState('');
  const { busy, errorOf, otherError, run } = useSubmit(['code']);
  const confirm = (): Promise<boolean> =>
    run(async () => {
      const { recovery_codes } = await appRequest<{ recovery_codes: string[] }>('/two_factor/confirm', {
        method: 'POST',
        body: { password, code },
      });
      onDone(recovery_codes);
    });
  return (
    <FormDialog
      title={t('scan_title')}
      verb={t('switch_on')}
      width={400}
      ready={code !== ''}
      busy={busy}
      error={otherError}
      onClose={onClose}
      onSubmit={() => void confirm()}
    >
      <p className="text-text-2">{t('scan_text')}</p>
      {/* Apps read only dark on light. */}
      <img
        className="justify-self-center rounded-6 bg-[#fff]"
        width={200}
        height={200}
        alt={t('qr_code')}
        src={`data:image/svg+xml;utf8,${encodeURIComponent(qr_svg)}`}
      />
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 grow rounded-6 border border-line bg-sunken px-2 py-1.5 text-12 break-all">
          {secret}
        </code>
        <CopyButton size="form" text={secret} />
      </div>
      <TextField
        label={t('code_of_app')}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={errorOf('code')}
        onChange={({ target }) => setCode(target.value.trim())}
      />
    </FormDialog>
  );
}
