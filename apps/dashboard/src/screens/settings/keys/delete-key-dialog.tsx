import type { Schema } from '@plaudit/client';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toaster } from '../../../components/overlays/toaster';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAccountApi } from '../parts/account-api';
import { ConfirmDialog } from '../forms/confirm-dialog';

export function DeleteKeyDialog({
  deleted,
  onClose,
}: {
  deleted: Schema<'Key'>;
  onClose: () => void;
}): ReactNode {
  const t = useTexts('settings');
  const api = useAccountApi();
  const queries = useQueryClient();
  const formats = useFormats();
  const used = deleted.last_used_on ? apiDate(deleted.last_used_on) : null;
  return (
    <ConfirmDialog
      title={t('delete_key_title', { name: deleted.name })}
      verb={t('delete_key')}
      onClose={onClose}
      onConfirm={async () => {
        await api.client.delete('/keys/{id}', { params: { path: { id: deleted.id } } });
        await queries.invalidateQueries({ queryKey: api.key('keys') });
        toaster.show({ text: t('key_deleted', { name: deleted.name }) });
      }}
    >
      <p>{used ? t('delete_key_used', { time: formats.moment(used) }) : t('delete_key_unused')}</p>
      <p>{t('delete_key_text')}</p>
    </ConfirmDialog>
  );
}
