import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { shownError } from '../api/api-error';
import { appRequest } from '../api/app-requests';
import { Button } from '../components/controls/button';
import { TextField } from '../components/controls/field';
import { PasswordField } from '../components/controls/password-field';
import { Dialog } from '../components/overlays/dialog';
import { useTexts } from '../i18n/texts';
import { type Session, sessionQuery } from './session';

/** Asks for the password, and the code, before something that changes who has access. It is valid for ten minutes. */
export function ProofDialog({ onDone }: { onDone: (removed: boolean) => void }): ReactNode {
  const t = useTexts('session');
  const common = useTexts('common');
  const queries = useQueryClient();
  const user = queries.getQueryData<Session | null>(sessionQuery.queryKey)?.user;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [error, setError] = useState<{ msg: string; inCode: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await appRequest('/session/proof', { method: 'POST', body: { password, ...(code ? { code } : {}) } });
      onDone(true);
    } catch (failure) {
      const { msg, field, code: problem } = shownError(failure);
      setError({
        msg: msg ?? common('network_failed'),
        inCode: field === 'code' || problem === 'two_factor_required',
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('proof_title')}
      width={360}
      onClose={() => onDone(false)}
      onSubmit={() => void confirm()}
      footer={
        <>
          <Button kind="quiet" size="form" onClick={() => onDone(false)}>
            {common('cancel')}
          </Button>
          <Button kind="primary" size="form" className="ms-auto" type="submit" busy={busy}>
            {t('proof_confirm')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p className="text-text-2">{t('proof_text')}</p>
        <PasswordField
          label={t('password_for', { email: user?.email ?? '' })}
          autoComplete="current-password"
          value={password}
          error={error && !error.inCode ? error.msg : null}
          onChange={({ target }) => setPassword(target.value)}
          autoFocus
          required
        />
        {user?.two_factor && (
          <TextField
            label={t('code')}
            help={t('code_text')}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            error={error?.inCode ? error.msg : null}
            onChange={({ target }) => setCode(target.value.trim())}
          />
        )}
      </div>
    </Dialog>
  );
}
