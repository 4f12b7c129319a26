import { ApiError } from '@plaudit/contracts';
import type { AppRegistration } from '../keys/key.entity';
import type { AccountApps } from './apps.repository';

/** What a policy looks at. */
export interface AppIdentity {
  clientId: string;
  registered: AppRegistration;
  /** The host of the metadata document, for an app that has one. */
  host: string;
}

/** Why an app may not be used: the account switched apps off, or does not list this one. */
export type AppRefusal = 'off' | 'not_listed';

/**
 * Returns why the account does not allow the app, or null if it does. A list may name the host of metadata documents, which
 * proves who published the app. The host of any other app only says where its codes go. `app-allowed.sql.ts` says the same in SQL.
 */
export function refusalOfApp({ policy, allowed_apps }: AccountApps, app: AppIdentity): AppRefusal | null {
  if (policy === 'all') return null;
  if (policy === 'off') return 'off';
  const isListed =
    allowed_apps.includes(app.clientId) || (app.registered === 'document' && allowed_apps.includes(app.host));
  return isListed ? null : 'not_listed';
}

/** Throws 403 if the account does not allow the app. */
export function assertAppAllowed(apps: AccountApps, app: AppIdentity): void {
  const refusal = refusalOfApp(apps, app);
  if (refusal === null) return;
  const msg =
    refusal === 'off'
      ? 'Your account has switched connected apps off; ask an administrator.'
      : 'Your account does not allow this app; ask an administrator to add it to the list of allowed apps.';
  throw new ApiError('forbidden', msg);
}
