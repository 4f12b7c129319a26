import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { AccountChangesService } from '../accounts/account-changes.service';
import { operatorOf } from '../accounts/actor';
import { type AuditActor, AuditService } from '../audit/audit.service';
import { KeyRevocationsPublisher } from '../keys/key-revocations.publisher';
import { KeysRepository } from '../keys/keys.repository';
import { auditOfApp } from './app-record';
import { type AppRow, AppsRepository } from './apps.repository';

/** Why no person ended the access: the app gave it up, or somebody used a code or refresh token a second time. */
export type EndReason = 'given_up_by_app' | 'token_reused';

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

  /** Call it while holding the account lock. */
  async end(tx: Tx, actor: AuditActor, app: AppRow, after?: { reason: EndReason }): Promise<void> {
    await this.keys.softDelete(tx, [app.id]);
    await this.audit.note(tx, actor, {
      action: 'app.revoked',
      target: { type: 'app', id: app.id },
      before: auditOfApp(app),
      after,
    });
    await this.revocations.publish(tx, [app]);
  }

  /** Ends an access that a request of the app itself shows to be over. Does nothing if it has ended. */
  async endGrant(grantId: string, reason: EndReason): Promise<void> {
    const found = await this.apps.findByGrant(grantId);
    if (!found) return;
    const { id, account_id: accountId } = found;
    const byServer = operatorOf({ account_id: accountId, sub_account_id: found.sub_account_id });
    await this.changes.run(byServer, async ({ tx }) => {
      const app = await this.apps.find(tx, accountId, id);
      if (app) await this.end(tx, { accountId, keyId: id, userId: null }, app, { reason });
    });
  }
}
