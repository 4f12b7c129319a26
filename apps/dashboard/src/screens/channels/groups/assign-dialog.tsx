import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/api';
import { Checkbox } from '../../../components/controls/choice';
import { FormDialog } from '../../../components/forms/form-dialog';
import { useTexts } from '../../../i18n/texts';
import { useChannels, useRefetchChannels } from '../use-channels';
import type { Group } from './groups-tab';

/** Chooses the channels that belong to a property. */
export function AssignDialog({ group, onClose }: { group: Group; onClose: () => void }): ReactNode {
  const t = useTexts('channels');
  const { client } = useApi();
  const refetch = useRefetchChannels();
  const channels = useChannels().data ?? [];
  const [changes, setChanges] = useState<ReadonlyMap<number, boolean>>(new Map());
  const changed = channels.filter(
    ({ id, group: of }) => (changes.get(id) ?? of === group.id) !== (of === group.id),
  );
  const assign = useMutation({
    mutationFn: async () => {
      for (const { id, group: of } of changed) {
        const body = { group_id: of === group.id ? null : group.id };
        await client.put('/channels/update/{id}', { params: { path: { id } }, body });
      }
    },
    onSuccess: onClose,
    onSettled: () => refetch(),
  });
  return (
    <FormDialog
      title={t('assign_title', { name: group.name })}
      verb={t('move_channels', { count: changed.length })}
      ready={changed.length > 0}
      busy={assign.isPending}
      error={assign.error}
      isWritten={changed.length > 0}
      onClose={onClose}
      onSubmit={() => assign.mutate()}
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t('tab_channels')}</legend>
        {channels.length === 0 && <p className="text-text-2">{t('none_title')}</p>}
        {channels.map(({ id, label, name, group: of, group_name }) => (
          <Checkbox
            key={id}
            checked={changes.get(id) ?? of === group.id}
            label={t('channel_title', { platform: label, name })}
            help={of !== null && of !== group.id ? t('now_in', { name: group_name ?? '' }) : undefined}
            onChange={({ target }) => setChanges((old) => new Map(old).set(id, target.checked))}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
