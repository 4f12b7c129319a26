import type { Schema } from '@plaudit/client';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/api';
import { Button, IconButton } from '../../../components/controls/button';
import { Empty, LoadError, Loading } from '../../../components/display/states';
import { Content } from '../../../components/layout/page';
import { Menu, MenuItem } from '../../../components/overlays/menu';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { NameDialog } from '../name-dialog';
import { useChannels, useGroups, useRefetchChannels } from '../use-channels';
import { AssignDialog } from './assign-dialog';
import { DeleteGroupDialog } from './delete-group-dialog';

export type Group = Schema<'Group'>;
type Open = { kind: 'add' } | { kind: 'rename' | 'assign' | 'delete'; group: Group };
const MAX_NAME = 191;

/** The properties: named groups of channels, such as locations. */
export function GroupsTab(): ReactNode {
  const t = useTexts('channels');
  const { data: groups, error, refetch } = useGroups();
  const canWrite = useCan('channels:refresh');
  const [open, setOpen] = useState<Open | null>(null);
  const add = canWrite && (
    <Button icon="add" onClick={() => setOpen({ kind: 'add' })}>
      {t('add_property')}
    </Button>
  );
  return (
    <>
      <div className="tools">
        <p className="text-text-2">{t('properties_text')}</p>
        <span className="ms-auto">{groups && groups.length > 0 && add}</span>
      </div>
      <Content className="">
        {!groups && (error ? <LoadError error={error} retry={() => void refetch()} /> : <Loading />)}
        {groups?.length === 0 && (
          <Empty icon="building" title={t('no_properties')} action={add}>
            {t('no_properties_text')}
          </Empty>
        )}
        {groups && groups.length > 0 && <GroupTable groups={groups} onOpen={setOpen} />}
      </Content>
      {open && <GroupDialog open={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function GroupTable({
  groups,
  onOpen,
}: {
  groups: readonly Group[];
  onOpen: (open: Open) => void;
}): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  const formats = useFormats();
  const { subAccountId } = useApi();
  const channels = useChannels().data ?? [];
  return (
    <table className="table-list">
      <thead>
        <tr>
          <th scope="col">{t('property')}</th>
          <th scope="col">{t('tab_channels')}</th>
          <th scope="col">
            <span className="sr-only">{common('actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => {
          const names = channels.filter((channel) => channel.group === group.id).map(({ label }) => label);
          return (
            <tr key={group.id}>
              <th scope="row" className="font-medium">
                <Link
                  className="text-text"
                  to="/$account/channels"
                  params={{ account: String(subAccountId) }}
                  search={{ group: String(group.id) }}
                >
                  {group.name}
                </Link>
              </th>
              <td className="text-text-2">
                {t('channel_count', { count: group.profile_count })}
                <span className="help-text max-sm:hidden">
                  {names.length > 0 && ` · ${formats.list([...new Set(names)])}`}
                </span>
              </td>
              <td className="text-end">
                <GroupMenu group={group} onOpen={onOpen} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function GroupMenu({ group, onOpen }: { group: Group; onOpen: (open: Open) => void }): ReactNode {
  const t = useTexts('channels');
  const canAssign = useCan('channels:write');
  const canWrite = useCan('channels:refresh');
  if (!canWrite && !canAssign) return null;
  const label = t('actions_of', { name: group.name });
  return (
    <Menu label={label} trigger={(attributes) => <IconButton {...attributes} icon="more" label={label} />}>
      {canAssign && (
        <MenuItem icon="channels" onSelect={() => onOpen({ kind: 'assign', group })}>
          {t('assign')}
        </MenuItem>
      )}
      {canWrite && (
        <>
          <MenuItem icon="edit" onSelect={() => onOpen({ kind: 'rename', group })}>
            {t('rename')}
          </MenuItem>
          <MenuItem icon="trash" danger onSelect={() => onOpen({ kind: 'delete', group })}>
            {t('delete')}
          </MenuItem>
        </>
      )}
    </Menu>
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
  return open.kind === 'add' ? (
    <NameDialog
      title={t('add_property')}
      verb={t('add_property')}
      maxLength={MAX_NAME}
      save={save}
      onClose={onClose}
    />
  ) : (
    <NameDialog
      title={t('rename_title', { name: open.group.name })}
      verb={t('rename')}
      name={open.group.name}
      maxLength={MAX_NAME}
      save={save}
      onClose={onClose}
    />
  );
}
