import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { appRequest } from '../../../api/app-requests';
import { PasswordField } from '../../../components/controls/password-field';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { sessionQuery, useSession } from '../../../session/session';
import { MIN_PASSWORD_LENGTH, passwordLength } from '../../sign-in/password-length';
import { SaveForm } from '../forms/save-form';
import { Block } from '../parts/section';
import { useSubmit } from '../forms/use-submit';
import { sessionsKey } from './sessions-query';

/** Changes the own password, which ends all other sessions. */
export function PasswordForm(): ReactNode {
  const t = useTexts('settings');
  const { user } = useSession();
  const queries = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { busy, errorOf, otherError, run } = useSubmit(['current_password', 'new_password']);
  const isShort = next !== '' && passwordLength(next) < MIN_PASSWORD_LENGTH;
  const save = (): Promise<boolean> =>
    run(async () => {
      await appRequest('/password', {
        method: 'PUT',
        body: { current_password: current, new_password: next },
      });
      setCurrent('');
      setNext('');
      await Promise.all([
        queries.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true }),
        queries.invalidateQueries({ queryKey: sessionsKey }),
      ]);
      toaster.show({ text: t('password_changed') });
    });
  return (
    <Block title={t('password')} text={t('password_text')}>
      <SaveForm
        changed={current !== '' && next !== '' && !isShort}
        busy={busy}
        error={otherError}
        label={t('change_password')}
        hint={t('both_passwords')}
        onSave={() => void save()}
      >
        {/* Tells a password manager whose password it is. */}
        <input type="text" hidden autoComplete="username" value={user.email} readOnly />
        <PasswordField
          label={t('current_password')}
          autoComplete="current-password"
          value={current}
          error={errorOf('current_password')}
          onChange={({ target }) => setCurrent(target.value)}
        />
        <PasswordField
          label={t('new_password')}
          help={t('new_password_help', { min: MIN_PASSWORD_LENGTH })}
          autoComplete="new-password"
          value={next}
          error={errorOf('new_password')}
          onChange={({ target }) => setNext(target.value)}
        />
      </SaveForm>
    </Block>
  );
}
