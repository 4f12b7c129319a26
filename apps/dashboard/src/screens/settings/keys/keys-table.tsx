import type { Schema } from '@plaudit/client';
import type { ReactNode } from 'react';
import { MenuItem } from '../../../components/overlays/menu';
import { useTexts } from '../../../i18n/texts';
import { useSession } from '../../../session/session';
import { Ends, LastUsed, Scopes } from './access-cells';
import { useAccountApi } from '../parts/account-api';
import { type Column, DataTable } from '../parts/data-table';
import { RowMenu } from '../parts/row-menu';
import { useSubAccountNames } from '../parts/sub-account-names';

type Key = Schema<'Key'>;

export function KeysTable({
  keys,
  onEdit,
  onDelete,
}: {
  keys: readonly Key[];
  onEdit: (key: Key) => void;
  onDelete: (key: Key) => void;
}): ReactNode {
  const t = useTexts('settings');
  const common = useTexts('common');
  const api = useAccountApi();
  const { sub_account_count } = useSession();
  const names = useSubAccountNames(
    api,
    sub_account_count,
    keys.map(({ sub_account_id }) => sub_account_id),
  );
  const columns: Column<Key>[] = [
    { key: 'name', label: t('name'), cell: (key) => <KeyName shown={key} /> },
    {
      key: 'key',
      label: t('key'),
      cell: ({ prefix }) => <span className="font-mono text-12 text-text-2">{prefix}…</span>,
    },
    { key: 'role', label: t('role'), cell: ({ role }) => common(`role_${role}`) },
    {
      key: 'sub_account',
      label: t('sub_account'),
      cell: ({ sub_account_id: id }) => (
        <span className="text-text-2">{names.get(id) ?? t('sub_account_id', { id: String(id) })}</span>
      ),
    },
    { key: 'scopes', label: t('scopes'), cell: (key) => <Scopes shown={key} /> },
    { key: 'used', label: t('last_used'), cell: (key) => <LastUsed shown={key} /> },
    { key: 'ends', label: t('ends'), cell: (key) => <Ends shown={key} /> },
  ];
  return (
    <DataTable
      label={t('keys')}
      columns={columns}
      rows={keys}
      actions={(key) => (
        <RowMenu name={key.name}>
          <MenuItem icon="edit" onSelect={() => onEdit(key)}>
            {t('edit')}
          </MenuItem>
          <MenuItem icon="trash" danger onSelect={() => onDelete(key)}>
            {t('delete_key')}
          </MenuItem>
        </RowMenu>
      )}
    />
  );
}

function KeyName({ shown: { name, created_by } }: { shown: Key }): ReactNode {
  const t = useTexts('settings');
  const maker = created_by?.name ?? null;
  return (
    <>
      <b className="font-medium">{name}</b>
      {maker && <span className="help-text block">{t('made_by', { name: maker })}</span>}
    </>
  );
}
