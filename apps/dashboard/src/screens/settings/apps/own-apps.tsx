import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { Ends, LastUsed, Scopes } from '../keys/access-cells';
import { LoadedRows } from '../parts/loaded';
import { Block } from '../parts/section';
import { usePages } from '../parts/use-pages';
import { type App, ownAppsKey, readOwnApps, revokeOwnApp } from './app-rows';
import { AssistantAddress } from './connect-assistant';
import { AppName, RevokeButton } from './apps-table';
import { RevokeAppDialog } from './revoke-app-dialog';

/** The apps that the user connected. Each can be revoked. Users who do not see Connected apps find the address here. */
export function OwnApps(): ReactNode {
  const t = useTexts('apps');
  const manages = useCan('account:manage');
  const [revoked, setRevoked] = useState<App | null>(null);
  const pages = usePages<App>(ownAppsKey, readOwnApps);
  return (
    <Block title={t('own_apps')} text={t('own_apps_text')}>
      <LoadedRows pages={pages} empty={<p className="text-text-2">{t('no_own_apps')}</p>}>
        {(apps) => (
          <ul className="grid">
            {apps.map((app) => (
              <OwnApp key={app.id} app={app} onRevoke={() => setRevoked(app)} />
            ))}
          </ul>
        )}
      </LoadedRows>
      {!manages && (
        <div className="mt-4 grid gap-2">
          <p className="text-text-2">{t('assistant_text')}</p>
          <AssistantAddress />
        </div>
      )}
      {revoked && (
        <RevokeAppDialog
          app={revoked}
          revoke={() => revokeOwnApp(revoked.id)}
          onClose={() => setRevoked(null)}
        />
      )}
    </Block>
  );
}

function OwnApp({ app, onRevoke }: { app: App; onRevoke: () => void }): ReactNode {
  const t = useTexts('settings');
  return (
    <li className="flex items-start gap-3 border-b border-line py-2">
      <div className="grid min-w-0 grow gap-1">
        <AppName app={app} />
        <p className="text-12">
          {app.sub_account_name}: <Scopes shown={{ scopes: app.scopes, account_management: false }} />
        </p>
        <p className="help-text">
          {t('last_used')}: <LastUsed shown={app} /> · {t('ends')}: <Ends shown={app} />
        </p>
      </div>
      <RevokeButton name={app.name} onClick={onRevoke} />
    </li>
  );
}
