import type { Schema } from '@plaudit/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { FormDialog } from '../../../components/forms/form-dialog';

/** Asks before a person can be invited again. */
export function RemoveDialog({
  entry,
  onClose,
}: {
  entry: Schema<'Suppression'>;
  onClose: () => void;
}): ReactNode {
  const t = useTexts('invitations');
  const api = useApi();
  const queries = useQueryClient();
  const recipient = entry.recipient ?? '';
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      api.client.delete('/invite/suppressions/delete/{id}', { params: { path: { id: entry.id } } }),
    onSuccess: () => {
      onClose();
      toaster.show({ text: t('sup_removed', { recipient }) });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.key('invites', 'suppressions') }),
  });
  return (
    <FormDialog
      title={t('ask_sup_remove', { recipient })}
      wayOut={t('keep_it')}
      verb={t('ask_sup_remove_verb')}
      danger
      busy={isPending}
      error={error}
      onClose={onClose}
      onSubmit={() => mutate()}
    >
      <p>{t('ask_sup_remove_text')}</p>
    </FormDialog>
  );
}
