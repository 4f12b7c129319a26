import type { Schema } from '@plaudit/client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { sessionQuery } from '../../../session/session';
import { useAccountApi } from '../parts/account-api';
import { ConfirmDialog } from '../forms/confirm-dialog';

/** Deletes a sub account after its name was typed. Leaves its pages if the person is on one of them. */
export function DeleteSubAccountDialog({
  deleted,
  onClose,
}: {
  deleted: Schema<'SubAccount'>;
  onClose: () => void;
}): ReactNode {
  const t = useTexts('settings');
  const api = useAccountApi();
  const { subAccountId } = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, name, channels } = deleted;
  return (
    <ConfirmDialog
      title={t('delete_sub_account_title', { name })}
      verb={t('delete_sub_account')}
      typed={name}
      onClose={onClose}
      onConfirm={async () => {
        await api.client.delete('/account/subaccount/{id}', { params: { path: { id } } });
        toaster.show({ text: t('sub_account_deleted', { name }) });
        if (id === subAccountId) {
          await navigate({
            to: '/$account/settings/$section',
            params: { account: String(api.subAccountId), section: 'sub-accounts' },
            search: {},
          });
        }
        await Promise.all([
          queries.invalidateQueries({ queryKey: api.key('account') }),
          queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
        ]);
      }}
    >
      <p>{t('delete_sub_account_text', { count: channels })}</p>
      <p>{t('delete_sub_account_keys')}</p>
    </ConfirmDialog>
  );
}
