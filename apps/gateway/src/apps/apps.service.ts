import { Injectable } from '@nestjs/common';
import { ApiError, notFound } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { type ListPage, type ListSlice, readListPage } from '@plaudit/runtime';
import { type AccountChange, AccountChangesService } from '../accounts/account-changes.service';
import { type Actor, reaches, requireProof, requireRightsOver, rightsOfKey } from '../accounts/actor';
import { assertGrantable } from '../keys/key-grant';
import type { Session } from '../sessions/session';
import { ownActor } from '../sessions/session-actor';
import { AppEndingsService } from './app-endings.service';
import { assertAppAllowed } from './app-policy';
import { auditOfApp } from './app-record';
import { type AppRow, AppsRepository, type NewApp } from './apps.repository';

/** More than a person uses. It keeps one user from filling the table. */
const MAX_APPS_PER_USER = 100;

/** What a signed-in user gives to an app. Their session sets the account, the user and the role. */
export type WantedApp = Omit<NewApp, 'account_id' | 'user_id' | 'role' | 'allowed_ips'>;

/** Manages the connected apps of an account. Each is a key without a secret, so whatever ends a key ends the app. */
@Injectable()
export class AppsService {
  constructor(
    private readonly apps: AppsRepository,
    private readonly changes: AccountChangesService,
    private readonly endings: AppEndingsService,
  ) {}

  /** Lists the apps that the actor reaches: all apps of the account, or those of the actor's sub account. */
  async list({ accountId, main, subAccountId }: Actor, page: ListPage): Promise<ListSlice<AppRow>> {
    const selection = { subAccountId: main ? null : subAccountId, userId: null };
    const slice = await readListPage(page, (rows) =>
      this.apps.list(accountId, selection, page.afterId, rows),
    );
    // Outside the main sub account, the user may be one whom the actor cannot see.
    return main ? slice : { ...slice, items: slice.items.map((app) => ({ ...app, user_name: null })) };
  }

  /** Lists the apps that a signed-in user connected. */
  async listOwn({ account_id, user_id }: Session, page: ListPage): Promise<ListSlice<AppRow>> {
    const selection = { subAccountId: null, userId: user_id };
    return readListPage(page, (rows) => this.apps.list(account_id, selection, page.afterId, rows));
  }

  /** Throws 404 for an app out of the actor's reach, and 403 for one with more rights than the actor. */
  async revoke(actor: Actor, id: number): Promise<void> {
    await this.changes.run(actor, async (change) => {
      const app = await this.apps.find(change.tx, actor.accountId, id);
      if (!app || !reaches(actor, [app.sub_account_id])) throw notFound('app', id, actor);
      requireRightsOver(actor, rightsOfKey(app));
      await this.endings.end(change, app);
    });
  }

  /** Throws 404 for an app that the signed-in user did not connect. */
  async revokeOwn(session: Session, id: number): Promise<void> {
    const actor = ownActor(session);
    await this.changes.run(actor, async (change) => {
      const app = await this.apps.find(change.tx, actor.accountId, id);
      if (app?.user_id !== session.user_id)
        throw new ApiError('not_found', `You connected no app with id ${id}; reload the list.`);
      await this.endings.end(change, app);
    });
  }

  /**
   * Gives an app access with at most the rights of the signed-in user who acts. It ends no later than the key of the user's
   * sign-in link, and works only where that key does. Throws 403 if the account does not allow the app, if the user lacks a
   * right or did not send the password lately, and 422 for too many apps. `claim` takes the request of the app in the same
   * transaction and throws if another decision has taken it, so that one request connects one app.
   */
  async connect(actor: Actor, wanted: WantedApp, claim: (tx: Tx) => Promise<void>): Promise<void> {
    await this.changes.run(actor, async (change) => {
      await claim(change.tx);
      assertAllowed(change, wanted);
      const { role } = actor;
      assertGrantable(actor, { ...wanted, role });
      requireProof(actor);
      const app = { ...wanted, ...boundsOf(change, wanted), ...ownerOf(actor), role };
      await this.assertBelowLimit(change, app.user_id);
      const id = await this.apps.add(change.tx, app);
      await this.changes.note(change, {
        action: 'app.connected',
        target: { type: 'app', id },
        after: auditOfApp(app),
      });
    });
  }

  private async assertBelowLimit({ tx }: AccountChange, userId: number): Promise<void> {
    const used = await this.apps.countOf(tx, userId);
    if (used < MAX_APPS_PER_USER) return;
    const msg = `You have connected ${used} apps, and may have ${MAX_APPS_PER_USER}; disconnect one.`;
    throw new ApiError('key_limit_reached', msg, { limit: MAX_APPS_PER_USER, used });
  }
}

function assertAllowed({ account }: AccountChange, wanted: WantedApp): void {
  const { oauth_client_id: clientId, oauth_registered: registered, oauth_host: host } = wanted;
  const { oauth_policy: policy, oauth_allowed_apps: allowed_apps } = account;
  assertAppAllowed({ policy, allowed_apps }, { clientId, registered, host });
}

function boundsOf(
  { bounds }: AccountChange,
  { expires_on }: WantedApp,
): Pick<NewApp, 'expires_on' | 'allowed_ips'> {
  const { expiresOn: end, allowedIps } = bounds;
  const isLater = end !== null && (expires_on === null || expires_on > end);
  return { expires_on: isLater ? end : expires_on, allowed_ips: [...allowedIps] };
}

function ownerOf({ accountId, userId }: Actor): Pick<NewApp, 'account_id' | 'user_id'> {
  if (userId === null) throw new Error('only a signed-in user connects apps');
  return { account_id: accountId, user_id: userId };
}
