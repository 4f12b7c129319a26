import type { Schema } from '@plaudit/client';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { useAccountApi } from '../parts/account-api';
import { ConfirmDialog } from '../forms/confirm-dialog';

export type UserAct = 'delete' | 'reset_two_factor';

/** Asks before a user is deleted or their two-factor sign-in is switched off. */
export function UserActDialog({
  act,
  user,
  onClose,
}: {
  act: UserAct;
  user: Schema<'User'>;
  onClose: () => void;
}): ReactNode {
  const t = useTexts('settings');
  const api = useAccountApi();
  const queries = useQueryClient();
  const name = user.name ?? user.email;
  const params = { path: { id: user.id } };
  const refresh = (): Promise<unknown> =>
    Promise.all([
      queries.invalidateQueries({ queryKey: api.key('users') }),
      queries.invalidateQueries({ queryKey: api.key('keys') }),
    ]);
  if (act === 'reset_two_factor') {
    return (
      <ConfirmDialog
        title={t('reset_two_factor_title', { name })}
        verb={t('reset_two_factor')}
        onClose={onClose}
        onConfirm={async () => {
          await api.client.delete('/users/{id}/two_factor', { params });
          await refresh();
          toaster.show({ text: t('two_factor_was_reset', { name }) });
        }}
      >
        <p>{t('reset_two_factor_text')}</p>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={t('delete_user_title', { name })}
      verb={t('delete_user')}
      onClose={onClose}
      onConfirm={async () => {
        const { revoked_keys: count } = await api.client.delete('/users/{id}', { params });
        await refresh();
        toaster.show({
          text: t('user_deleted', { name }),
          ...(count > 0 ? { detail: t('keys_ended', { count }) } : {}),
        });
      }}
    >
      <p>{t('delete_user_text', { email: user.email })}</p>
    </ConfirmDialog>
  );
}
