import type { Schema } from '@plaudit/client';
import { type ReactNode, Suspense, useState } from 'react';
import { lazy } from '../../../api/load-code';
import { useShortcuts } from '../../../app/shortcuts';
import { Button } from '../../../components/controls/button';
import { SearchField } from '../../../components/controls/search-field';
import { Empty } from '../../../components/display/states';
import { useTexts } from '../../../i18n/texts';
import { useSession } from '../../../session/session';
import { useAccountApi } from '../parts/account-api';
import { LoadedRows } from '../parts/loaded';
import { SectionHeader } from '../parts/section';
import { pageOfRows, pageQuery, usePages } from '../parts/use-pages';
import { useSettingsSearch } from '../parts/use-settings-search';
import { useCounts } from './use-counts';
import { SubAccountsTable } from './sub-accounts-table';

const SubAccountDialog = lazy(async () => ({
  default: (await import('./sub-account-dialog')).SubAccountDialog,
}));
const DeleteSubAccountDialog = lazy(async () => ({
  default: (await import('./delete-sub-account-dialog')).DeleteSubAccountDialog,
}));

type SubAccount = Schema<'SubAccount'>;

/** The sub accounts of the account. The search is made by the server, because there may be ten thousand. */
export function SubAccountsSection(): ReactNode {
  const t = useTexts('settings');
  const { main, sub_account_count: count } = useSession();
  const api = useAccountApi();
  const [search, change] = useSettingsSearch();
  const q = search.q ?? '';
  const [edited, setEdited] = useState<SubAccount | null>(null);
  const [deleted, setDeleted] = useState<SubAccount | null>(null);
  const pages = usePages<SubAccount>(api.key('account', 'sub_accounts', q), async (cursor, signal) =>
    pageOfRows(
      await api.client.get('/account/subaccounts', {
        params: { query: { ...pageQuery(cursor), ...(q ? { q } : {}) } },
        signal,
      }),
    ),
  );
  const counts = useCounts(
    q,
    (pages.rows ?? []).map(({ id }) => id),
  );
  const add = (): void => change({ add: '1' });
  useShortcuts(main ? [{ keys: 'n', run: add }] : []);
  return (
    <>
      <SectionHeader
        title={t('sub-accounts')}
        actions={
          <>
            {count > 1 && <Search value={q} count={count} onSearch={(text) => change({ q: text })} />}
            {main && (
              <Button kind="primary" icon="add" shortcut="N" onClick={add}>
                {t('add_sub_account')}
              </Button>
            )}
          </>
        }
      >
        {t('sub_accounts_text')}
      </SectionHeader>
      <LoadedRows
        pages={pages}
        empty={
          <Empty
            icon="building"
            title={t('no_sub_account_matches')}
            action={<Button onClick={() => change({ q: undefined })}>{t('clear_search')}</Button>}
          >
            {t('no_sub_account_matches_text', { count })}
          </Empty>
        }
      >
        {(rows) => <SubAccountsTable rows={rows} counts={counts} onEdit={setEdited} onDelete={setDeleted} />}
      </LoadedRows>
      <Suspense>
        {main && search.add && (
          <SubAccountDialog subAccount={null} onClose={() => change({ add: undefined })} />
        )}
        {edited && <SubAccountDialog subAccount={edited} onClose={() => setEdited(null)} />}
        {deleted && <DeleteSubAccountDialog deleted={deleted} onClose={() => setDeleted(null)} />}
      </Suspense>
    </>
  );
}

function Search({
  value,
  count,
  onSearch,
}: {
  value: string;
  count: number;
  onSearch: (text: string) => void;
}): ReactNode {
  const t = useTexts('settings');
  return (
    <SearchField
      label={t('search_sub_accounts')}
      placeholder={t('search_count', { count })}
      value={value}
      maxLength={191}
      className="w-52 max-sm:w-full"
      onSearch={onSearch}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
        event.preventDefault();
        document.querySelector<HTMLElement>('[data-sub-account]')?.focus();
      }}
    />
  );
}
