import { type ReactNode, useState } from 'react';
import { Empty } from '../../../components/display/states';
import { useTexts } from '../../../i18n/texts';
import { useSession } from '../../../session/session';
import { useAccountApi } from '../parts/account-api';
import { LoadedRows } from '../parts/loaded';
import { SectionHeader } from '../parts/section';
import { pageQuery, usePages } from '../parts/use-pages';
import type { App } from './app-rows';
import { AppsTable } from './apps-table';
import { ConnectAssistant } from './connect-assistant';
import { PolicyBlock } from './policy-block';
import { RevokeAppDialog } from './revoke-app-dialog';

/** The apps that users connected: all of the account for its admins, else those of the sub account. */
export function AppsSection(): ReactNode {
  const t = useTexts('apps');
  const ts = useTexts('settings');
  const { main } = useSession();
  const api = useAccountApi();
  const [revoked, setRevoked] = useState<App | null>(null);
  const pages = usePages<App>(api.key('apps', 'list'), async (cursor, signal) => {
    const { items, next_cursor } = await api.client.get('/apps', {
      params: { query: pageQuery(cursor) },
      signal,
    });
    return { rows: items, next: next_cursor };
  });
  return (
    <>
      <SectionHeader title={ts('apps')}>{t('apps_text')}</SectionHeader>
      <LoadedRows
        pages={pages}
        empty={
          // An empty page would push the address below the screen.
          <div>
            <Empty icon="link" title={t('no_apps')}>
              {t('no_apps_text')}
            </Empty>
          </div>
        }
      >
        {(apps) => <AppsTable apps={apps} onRevoke={setRevoked} />}
      </LoadedRows>
      <ConnectAssistant />
      {main && <PolicyBlock connected={pages.rows ?? []} />}
      {revoked && (
        <RevokeAppDialog
          app={revoked}
          revoke={async () =>
            void (await api.client.delete('/apps/{id}', { params: { path: { id: revoked.id } } }))
          }
          onClose={() => setRevoked(null)}
        />
      )}
    </>
  );
}
