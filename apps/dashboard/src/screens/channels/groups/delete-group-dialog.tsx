import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { shownError } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { Note } from '../../../components/display/note';
import { Dialog } from '../../../components/overlays/dialog';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { useRefetchChannels } from '../use-channels';
import type { Group } from './groups-tab';

/** Says how many channels a property leaves behind, and deletes it. */
export function DeleteGroupDialog({ group, onClose }: { group: Group; onClose: () => void }): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
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
    <Dialog
      title={t('delete_title', { name })}
      onClose={onClose}
      onSubmit={() => remove.mutate()}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('keep_it')}
          </Button>
          <Button type="submit" kind="danger" className="ms-auto" busy={remove.isPending}>
            {t('delete_property')}
          </Button>
        </>
      }
    >
      <p>{count > 0 ? t('ungrouped', { count }) : t('ungrouped_none')}</p>
      {remove.error && <Note tone="bad">{shownError(remove.error).msg ?? common('network_failed')}</Note>}
    </Dialog>
  );
}
