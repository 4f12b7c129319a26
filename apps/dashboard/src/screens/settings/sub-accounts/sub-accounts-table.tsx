import type { Schema } from '@plaudit/client';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { useApi } from '../../../api/api';
import { useShortcuts } from '../../../app/shortcuts';
import { Status, Tag } from '../../../components/display/labels';
import { BusinessMark } from '../../../components/display/monograms';
import { MenuItem } from '../../../components/overlays/menu';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useSession } from '../../../session/session';
import type { SubAccountCounts } from '../../../session/sub-account-counts';
import { useVisitedAccounts } from '../../../session/use-visited-accounts';
import { type Column, DataTable } from '../parts/data-table';
import { RowMenu } from '../parts/row-menu';

type SubAccount = Schema<'SubAccount'>;

/** The rows of sub accounts. J and K move between them, Enter opens the one with the focus. */
export function SubAccountsTable({
  rows,
  counts,
  onEdit,
  onDelete,
}: {
  rows: readonly SubAccount[];
  counts: ReadonlyMap<number, SubAccountCounts>;
  onEdit: (row: SubAccount) => void;
  onDelete: (row: SubAccount) => void;
}): ReactNode {
  const t = useTexts('settings');
  const formats = useFormats();
  const { main } = useSession();
  const list = useRef<HTMLDivElement>(null);
  const move = (step: number): void => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-sub-account]') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
  };
  useShortcuts([
    { keys: 'j', run: () => move(1) },
    { keys: 'k', run: () => move(-1) },
  ]);
  const columns: Column<SubAccount>[] = [
    { key: 'name', label: t('sub_account'), cell: (row) => <Name row={row} /> },
    { key: 'channels', label: t('channels'), end: true, cell: ({ channels }) => formats.number(channels) },
    {
      key: 'waiting',
      label: t('waiting_reviews'),
      end: true,
      cell: ({ id }) => <Waiting id={id} count={counts.get(id)?.waiting_reviews ?? null} />,
    },
    {
      key: 'state',
      label: t('account_state'),
      cell: ({ id, channels }) => (
        <State channels={channels} failing={counts.get(id)?.failing_channels ?? null} />
      ),
    },
    {
      key: 'properties',
      label: t('per_platform'),
      end: true,
      cell: ({ properties }) => (properties < 0 ? t('no_limit') : formats.number(properties)),
    },
  ];
  return (
    <div ref={list}>
      <DataTable
        label={t('sub-accounts')}
        columns={columns}
        rows={rows}
        actions={(row) => (
          <span className="flex items-center justify-end gap-1">
            <Switch row={row} />
            <RowMenu name={row.name}>
              <MenuItem icon="edit" onSelect={() => onEdit(row)}>
                {t('rename_sub_account')}
              </MenuItem>
              {!row.main && main && (
                <MenuItem icon="trash" danger onSelect={() => onDelete(row)}>
                  {t('delete_sub_account')}
                </MenuItem>
              )}
            </RowMenu>
          </span>
        )}
      />
    </div>
  );
}

function Name({ row: { id, name, main } }: { row: SubAccount }): ReactNode {
  const t = useTexts('settings');
  const { subAccountId } = useApi();
  const { visit } = useVisitedAccounts();
  const isCurrent = id === subAccountId;
  return (
    <span className="flex min-w-0 items-center gap-2 max-sm:flex-wrap">
      <BusinessMark name={name} quiet={!isCurrent} />
      <Link
        to="/$account"
        params={{ account: String(id) }}
        search={{}}
        className="min-w-0 flex-1 truncate font-medium text-text sm:max-w-72"
        data-sub-account
        onClick={() => visit({ id, name })}
      >
        {name}
      </Link>
      {isCurrent && <Tag>{t('current')}</Tag>}
      {main && <Tag>{t('main')}</Tag>}
    </span>
  );
}

/** How many reviews wait, with the way to them. */
function Waiting({ id, count }: { id: number; count: number | null }): ReactNode {
  const formats = useFormats();
  if (count === null) return <Unknown />;
  if (count === 0) return <span className="text-text-3">{formats.number(0)}</span>;
  return (
    <Link to="/$account/inbox" params={{ account: String(id) }} search={{}} className="text-text">
      {formats.number(count)}
    </Link>
  );
}

/** Whether channels need a person. Without channels there is nothing to say. */
function State({ channels, failing }: { channels: number; failing: number | null }): ReactNode {
  const t = useTexts('settings');
  const common = useTexts('common');
  if (failing === null) return <Unknown />;
  if (failing > 0) return <Status tone="warn">{common('badge_failing', { count: failing })}</Status>;
  return channels > 0 ? <Status tone="good">{t('account_healthy')}</Status> : null;
}

function Unknown(): ReactNode {
  const t = useTexts('settings');
  return (
    <span className="text-text-3" title={t('not_counted')}>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t('not_counted')}</span>
    </span>
  );
}

function Switch({ row: { id, name } }: { row: SubAccount }): ReactNode {
  const t = useTexts('settings');
  const { subAccountId } = useApi();
  const { visit } = useVisitedAccounts();
  if (id === subAccountId) return null;
  return (
    <Link
      to="/$account"
      params={{ account: String(id) }}
      search={{}}
      className="btn small"
      aria-label={t('switch_to', { name })}
      onClick={() => visit({ id, name })}
    >
      {t('switch')}
    </Link>
  );
}
