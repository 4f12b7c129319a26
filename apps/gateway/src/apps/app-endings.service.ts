import { Injectable } from '@nestjs/common';
import { type AccountChange, AccountChangesService } from '../accounts/account-changes.service';
import { operatorOf } from '../accounts/actor';
import { AuditService } from '../audit/audit.service';
import { KeyRevocationsPublisher } from '../keys/key-revocations.publisher';
import { KeysRepository } from '../keys/keys.repository';
import { auditOfApp } from './app-record';
import { type AppRow, AppsRepository } from './apps.repository';

/**
 * Why no person ended the access: the app gave it up, a code or refresh token was used a second time, or all tokens have
 * expired.
 */
export type EndReason = 'given_up_by_app' | 'token_reused' | 'unused';

/** Ends the access of apps: deletes the key, and so all tokens, and tells the other replicas. */
@Injectable()
export class AppEndingsService {
  constructor(
    private readonly changes: AccountChangesService,
    private readonly apps: AppsRepository,
    private readonly keys: KeysRepository,
    private readonly audit: AuditService,
    private readonly revocations: KeyRevocationsPublisher,
  ) {}

  /** Ends an access. The app is the actor if its own request, or the lack of one, shows that the access is over. */
  async end(change: AccountChange, app: AppRow, after?: { reason: EndReason }): Promise<void> {
    const { tx, actor } = change;
    await this.keys.softDelete(tx, [app.id]);
    const by = after ? { accountId: actor.accountId, keyId: app.id, userId: null } : actor;
    await this.audit.note(tx, by, {
      action: 'app.revoked',
      target: { type: 'app', id: app.id },
      before: auditOfApp(app),
      after,
    });
    await this.revocations.publish(change, [app]);
  }

  /** Ends an access that no person ended. Does nothing if it has ended. */
  async endGrant(grantId: string, reason: EndReason): Promise<void> {
    const found = await this.apps.findByGrant(grantId);
    if (!found) return;
    const { id, account_id: accountId } = found;
    const byServer = operatorOf({ account_id: accountId, sub_account_id: found.sub_account_id });
    await this.changes.run(byServer, async (change) => {
      const app = await this.apps.find(change.tx, accountId, id);
      if (app) await this.end(change, app, { reason });
    });
  }
}
