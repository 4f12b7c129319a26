import type { Schema } from '@plaudit/client';
import type { ReactNode } from 'react';
import { MenuItem } from '../../../components/overlays/menu';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useSession } from '../../../session/session';
import { useAccountApi } from '../parts/account-api';
import { type Column, DataTable } from '../parts/data-table';
import { RowMenu } from '../parts/row-menu';
import { useSubAccountNames } from '../parts/sub-account-names';
import { isForgotten } from './key-age';
import { summaryOf } from './role-scopes';

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

function Scopes({ shown }: { shown: Key }): ReactNode {
  const t = useTexts('settings');
  const formats = useFormats();
  const summary = summaryOf(shown);
  const text =
    summary.kind === 'areas'
      ? formats.list(summary.areas.map((area) => t(`area_${area}`)))
      : t(`scopes_${summary.kind}`);
  return (
    <span className="text-text-2" title={shown.scopes.join(', ')}>
      {text}
      {shown.allowed_ips.length > 0 && (
        <span className="help-text block" title={shown.allowed_ips.join(', ')}>
          {t('from_addresses', { count: shown.allowed_ips.length })}
        </span>
      )}
    </span>
  );
}

function LastUsed({ shown }: { shown: Key }): ReactNode {
  const t = useTexts('settings');
  const formats = useFormats();
  const date = shown.last_used_on ? apiDate(shown.last_used_on) : null;
  const tone = isForgotten(date, apiDate(shown.created_on), new Date()) ? 'text-warn' : 'text-text-2';
  if (!date) return <span className={tone}>{t('never')}</span>;
  return (
    <time
      className={`${tone} whitespace-nowrap tabular-nums`}
      dateTime={date.toISOString()}
      title={formats.moment(date)}
    >
      {formats.age(date)}
    </time>
  );
}

function Ends({ shown: { expires_on: end } }: { shown: Key }): ReactNode {
  const t = useTexts('settings');
  const formats = useFormats();
  if (!end) return <span className="text-text-2">{t('never')}</span>;
  const date = apiDate(end);
  const ended = date <= new Date();
  return (
    <span
      className={`${ended ? 'text-bad' : 'text-text-2'} whitespace-nowrap tabular-nums`}
      title={formats.moment(date)}
    >
      {ended ? t('ended', { day: formats.day(date) }) : formats.day(date)}
    </span>
  );
}
