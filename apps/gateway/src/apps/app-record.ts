import { wireDateOrNull } from '@plaudit/contracts';
import type { NewApp } from './apps.repository';

/** Returns what the audit log keeps about a connected app. */
export function auditOfApp(
  app: Pick<
    NewApp,
    'name' | 'oauth_client_id' | 'oauth_host' | 'user_id' | 'sub_account_id' | 'scopes' | 'expires_on'
  >,
): object {
  return {
    name: app.name,
    client_id: app.oauth_client_id,
    host: app.oauth_host,
    user_id: app.user_id,
    sub_account_id: app.sub_account_id,
    scopes: app.scopes,
    expires_on: wireDateOrNull(app.expires_on),
  };
}
