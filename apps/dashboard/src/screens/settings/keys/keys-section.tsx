import type { Schema } from '@plaudit/client';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { lazy } from '../../../api/load-code';
import { useShortcuts } from '../../../app/shortcuts';
import { Button } from '../../../components/controls/button';
import { Note } from '../../../components/display/note';
import { Empty } from '../../../components/display/states';
import { useTexts } from '../../../i18n/texts';
import { useSession } from '../../../session/session';
import { useAccountApi } from '../parts/account-api';
import { LoadedRows } from '../parts/loaded';
import { SectionHeader } from '../parts/section';
import { pageQuery, usePages } from '../parts/use-pages';
import { useSettingsSearch } from '../parts/use-settings-search';
import { DeleteKeyDialog } from './delete-key-dialog';
import { KeysTable } from './keys-table';

const NewKeyDialog = lazy(async () => ({ default: (await import('./new-key-dialog')).NewKeyDialog }));
const EditKeyDialog = lazy(async () => ({ default: (await import('./edit-key-dialog')).EditKeyDialog }));
const SecretDialog = lazy(async () => ({ default: (await import('./secret-dialog')).SecretDialog }));

type Key = Schema<'Key'>;

/** The API keys: all of the account for its admins, else those of the sub account. */
export function KeysSection(): ReactNode {
  const t = useTexts('settings');
  const { account } = useParams({ from: '/$account/settings/$section' });
  const { api_enabled } = useSession();
  const api = useAccountApi();
  const [search, change] = useSettingsSearch();
  const [made, setMade] = useState<Schema<'NewKey'> | null>(null);
  const [edited, setEdited] = useState<Key | null>(null);
  const [deleted, setDeleted] = useState<Key | null>(null);
  const pages = usePages<Key>(api.key('keys', 'list'), async (cursor, signal) => {
    const { keys, next_cursor } = await api.client.get('/keys', {
      params: { query: pageQuery(cursor) },
      signal,
    });
    return { rows: keys, next: next_cursor };
  });
  const add = (): void => change({ add: '1' });
  useShortcuts([{ keys: 'n', run: add }]);
  const addButton = (
    <Button kind="primary" icon="add" shortcut="N" onClick={add}>
      {t('create_key')}
    </Button>
  );
  return (
    <>
      <SectionHeader title={t('keys')} actions={addButton}>
        {t('keys_text')}
      </SectionHeader>
      {!api_enabled && (
        <div className="px-6 pb-4 max-sm:px-4">
          <Note
            tone="warn"
            action={
              <Link
                to="/$account/settings/$section"
                params={{ account, section: 'security' }}
                search={{}}
                className="btn small"
              >
                {t('to_security')}
              </Link>
            }
          >
            {t('api_is_off')}
          </Note>
        </div>
      )}
      <LoadedRows pages={pages} empty={<NoKeys onAdd={add} />}>
        {(keys) => <KeysTable keys={keys} onEdit={setEdited} onDelete={setDeleted} />}
      </LoadedRows>
      <Suspense>
        {search.add && (
          <NewKeyDialog
            onClose={() => change({ add: undefined })}
            onMade={(key) => {
              change({ add: undefined });
              setMade(key);
            }}
          />
        )}
        {made && <SecretDialog made={made} onClose={() => setMade(null)} />}
        {edited && <EditKeyDialog edited={edited} onClose={() => setEdited(null)} />}
      </Suspense>
      {deleted && <DeleteKeyDialog deleted={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

/** There is no key. An app with sign-in needs none. */
function NoKeys({ onAdd }: { onAdd: () => void }): ReactNode {
  const t = useTexts('settings');
  const { account } = useParams({ from: '/$account/settings/$section' });
  const actions = (
    <div className="flex flex-wrap justify-center gap-2">
      <Button onClick={onAdd}>{t('create_key')}</Button>
      <Link
        to="/$account/settings/$section"
        params={{ account, section: 'apps' }}
        search={{}}
        className="btn"
      >
        {t('connect_instead')}
      </Link>
    </div>
  );
  return (
    <Empty icon="key" title={t('no_keys')} action={actions}>
      {t('no_keys_text')}
    </Empty>
  );
}
