import type { Schema } from '@plaudit/client';
import { type ReactNode, Suspense, useState } from 'react';
import { lazy } from '../../../api/load-code';
import { useShortcuts } from '../../../app/shortcuts';
import { Button } from '../../../components/controls/button';
import { Empty } from '../../../components/display/states';
import { useTexts } from '../../../i18n/texts';
import { useAccountApi } from '../parts/account-api';
import { LoadedRows } from '../parts/loaded';
import { SectionHeader } from '../parts/section';
import { pageOfRows, pageQuery, usePages } from '../parts/use-pages';
import { useSettingsSearch } from '../parts/use-settings-search';
import { RolesTable } from './roles-table';
import { type UserAct, UserActDialog } from './user-act-dialog';
import { UsersTable } from './users-table';

const UserDialog = lazy(async () => ({ default: (await import('./user-dialog')).UserDialog }));

type User = Schema<'User'>;

/** The people who may sign in, and what their roles allow. */
export function UsersSection(): ReactNode {
  const t = useTexts('settings');
  const api = useAccountApi();
  const [search, change] = useSettingsSearch();
  const [edited, setEdited] = useState<User | null>(null);
  const [act, setAct] = useState<{ act: UserAct; user: User } | null>(null);
  const pages = usePages<User>(api.key('users', 'list'), async (cursor, signal) =>
    pageOfRows(await api.client.get('/users/get', { params: { query: pageQuery(cursor) }, signal })),
  );
  const add = (): void => change({ add: '1' });
  useShortcuts([{ keys: 'n', run: add }]);
  return (
    <>
      <SectionHeader
        title={t('users')}
        actions={
          <Button kind="primary" icon="add" shortcut="N" onClick={add}>
            {t('add_user')}
          </Button>
        }
      >
        {t('users_text')}
      </SectionHeader>
      <LoadedRows pages={pages} empty={<Empty icon="users" title={t('no_users')} />}>
        {(users) => <UsersTable users={users} onEdit={setEdited} onAct={setAct} />}
      </LoadedRows>
      <RolesTable />
      <Suspense>
        {search.add && <UserDialog user={null} onClose={() => change({ add: undefined })} />}
        {edited && <UserDialog user={edited} onClose={() => setEdited(null)} />}
      </Suspense>
      {act && <UserActDialog {...act} onClose={() => setAct(null)} />}
    </>
  );
}
