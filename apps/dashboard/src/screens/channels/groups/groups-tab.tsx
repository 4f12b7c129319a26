import type { Schema } from '@plaudit/client';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/api';
import { MenuItem } from '../../../components/overlays/menu';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { NameDialog } from '../name-dialog';
import { NamedList } from '../named-list';
import { useChannels, useGroups, useRefetchChannels } from '../use-channels';
import { AssignDialog } from './assign-dialog';
import { DeleteGroupDialog } from './delete-group-dialog';

export type Group = Schema<'Group'>;
type Open = { kind: 'add' } | { kind: 'rename' | 'assign' | 'delete'; group: Group };
const MAX_NAME = 191;

/** The properties: named groups of channels, such as locations. */
export function GroupsTab(): ReactNode {
  const t = useTexts('channels');
  const { subAccountId } = useApi();
  const canWrite = useCan('channels:refresh');
  const canAssign = useCan('channels:write');
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <>
      <NamedList
        query={useGroups()}
        text={t('properties_text')}
        icon="building"
        emptyTitle={t('no_properties')}
        emptyText={t('no_properties_text')}
        addText={t('add_property')}
        onAdd={canWrite ? () => setOpen({ kind: 'add' }) : null}
        headings={[t('property'), t('tab_channels')]}
        link={({ id, name }) => (
          <Link
            className="text-text"
            to="/$account/channels"
            params={{ account: String(subAccountId) }}
            search={{ group: String(id) }}
          >
            {name}
          </Link>
        )}
        detail={(group) => <ChannelsOf group={group} />}
        menu={(group) =>
          (canWrite || canAssign) && (
            <>
              {canAssign && (
                <MenuItem icon="channels" onSelect={() => setOpen({ kind: 'assign', group })}>
                  {t('assign')}
                </MenuItem>
              )}
              {canWrite && <NameActs onSelect={(kind) => setOpen({ kind, group })} />}
            </>
          )
        }
      />
      {open && <GroupDialog open={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function NameActs({ onSelect }: { onSelect: (kind: 'rename' | 'delete') => void }): ReactNode {
  const t = useTexts('channels');
  return (
    <>
      <MenuItem icon="edit" onSelect={() => onSelect('rename')}>
        {t('rename')}
      </MenuItem>
      <MenuItem icon="trash" danger onSelect={() => onSelect('delete')}>
        {t('delete')}
      </MenuItem>
    </>
  );
}

function ChannelsOf({ group }: { group: Group }): ReactNode {
  const t = useTexts('channels');
  const formats = useFormats();
  const channels = useChannels().data ?? [];
  const names = channels.filter((channel) => channel.group === group.id).map(({ label }) => label);
  return (
    <>
      {t('channel_count', { count: group.profile_count })}
      <span className="help-text max-sm:hidden">
        {names.length > 0 && ` · ${formats.list([...new Set(names)])}`}
      </span>
    </>
  );
}

function GroupDialog({ open, onClose }: { open: Open; onClose: () => void }): ReactNode {
  const t = useTexts('channels');
  const { client } = useApi();
  const refetch = useRefetchChannels();
  if (open.kind === 'assign') return <AssignDialog group={open.group} onClose={onClose} />;
  if (open.kind === 'delete') return <DeleteGroupDialog group={open.group} onClose={onClose} />;
  const save = async (name: string): Promise<void> => {
    const body = { name };
    if (open.kind === 'add') await client.post('/groups', { body });
    else await client.put('/groups/{id}', { params: { path: { id: open.group.id } }, body });
    await refetch();
  };
  return (
    <NameDialog
      addText={t('add_property')}
      name={open.kind === 'add' ? '' : open.group.name}
      maxLength={MAX_NAME}
      save={save}
      onClose={onClose}
    />
  );
}
