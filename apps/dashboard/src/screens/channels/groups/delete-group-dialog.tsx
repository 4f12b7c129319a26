import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { FormDialog } from '../../../components/forms/form-dialog';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { useRefetchChannels } from '../use-channels';
import type { Group } from './groups-tab';

/** Says how many channels a property leaves behind, and deletes it. */
export function DeleteGroupDialog({ group, onClose }: { group: Group; onClose: () => void }): ReactNode {
  const t = useTexts('channels');
  const { client } = useApi();
  const refetch = useRefetchChannels();
  const { id, name, profile_count: count } = group;
  const remove = useMutation({
    mutationFn: () => client.delete('/groups/{id}', { params: { path: { id } } }),
    onSuccess: () => {
      void refetch();
      toaster.show({ text: t('property_deleted', { name }) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('delete_title', { name })}
      wayOut={t('keep_it')}
      verb={t('delete_property')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={() => remove.mutate()}
    >
      <p>{count > 0 ? t('ungrouped', { count }) : t('ungrouped_none')}</p>
    </FormDialog>
  );
}
