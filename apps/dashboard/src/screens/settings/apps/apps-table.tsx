import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { Ends, LastUsed, Scopes } from '../keys/access-cells';
import { type Column, DataTable } from '../parts/data-table';
import type { App } from './app-rows';

/** The connected apps with the users who connected them. */
export function AppsTable({
  apps,
  onRevoke,
}: {
  apps: readonly App[];
  onRevoke: (app: App) => void;
}): ReactNode {
  const t = useTexts('apps');
  const ts = useTexts('settings');
  const columns: Column<App>[] = [
    { key: 'name', label: t('app'), cell: (app) => <AppName app={app} /> },
    { key: 'by', label: t('connected_by'), cell: (app) => <Origin app={app} /> },
    {
      key: 'sub_account',
      label: ts('sub_account'),
      cell: ({ sub_account_name }) => <span className="text-text-2">{sub_account_name}</span>,
    },
    {
      key: 'scopes',
      label: ts('scopes'),
      cell: ({ scopes }) => <Scopes shown={{ scopes, account_management: false }} />,
    },
    { key: 'used', label: ts('last_used'), cell: (app) => <LastUsed shown={app} /> },
    { key: 'ends', label: ts('ends'), cell: (app) => <Ends shown={app} /> },
  ];
  return (
    <DataTable
      label={ts('apps')}
      columns={columns}
      rows={apps}
      actions={(app) => <RevokeButton name={app.name} onClick={() => onRevoke(app)} />}
    />
  );
}

/** The name that the app gave itself, with the host that tells more. */
export function AppName({ app: { name, host, client_id } }: { app: App }): ReactNode {
  return (
    <span className="block min-w-0 wrap-anywhere" title={client_id}>
      <b className="font-medium" dir="auto">
        {name}
      </b>
      <span className="help-text block">{host}</span>
    </span>
  );
}

function Origin({ app: { user_name, created_on } }: { app: App }): ReactNode {
  const formats = useFormats();
  const date = apiDate(created_on);
  return (
    <span className="text-text-2">
      {user_name ?? '–'}
      <time
        className="help-text block whitespace-nowrap tabular-nums"
        dateTime={date.toISOString()}
        title={formats.moment(date)}
      >
        {formats.age(date)}
      </time>
    </span>
  );
}

export function RevokeButton({ name, onClick }: { name: string; onClick: () => void }): ReactNode {
  const t = useTexts('apps');
  return (
    <Button kind="danger" size="small" aria-label={t('revoke_of', { name })} onClick={onClick}>
      {t('revoke')}
    </Button>
  );
}
