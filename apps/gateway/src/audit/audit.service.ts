import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import type { Actor } from '../accounts/actor';
import { AuditRepository, type NewAudit } from './audit.repository';
import { RequestOriginService } from './request-origin.service';
import { RefusalsRepository } from './requests/refusals.repository';

/** An action and its target. `before` and `after` hold the changed fields, and never a secret. */
export interface AuditEntry {
  /** For example `user.created`. */
  action: string;
  target: { type: string; id: number | null };
  before?: object | null;
  after?: object | null;
}

/** A key, a user, or the operator of the server if both ids are null. */
export type AuditActor = Pick<Actor, 'accountId' | 'keyId' | 'userId'>;

/** Adds entries to the audit log in the transaction of the change itself, with the origin of the request. */
@Injectable()
export class AuditService {
  constructor(
    private readonly repository: AuditRepository,
    private readonly refusals: RefusalsRepository,
    private readonly origins: RequestOriginService,
  ) {}

  async note(tx: Tx, actor: AuditActor, { action, target, before, after }: AuditEntry): Promise<void> {
    await this.repository.add(tx, {
      account_id: actor.accountId,
      ...actorColumns(actor),
      action,
      target_type: target.type,
      target_id: target.id,
      before: before ?? null,
      after: after ?? null,
      ...this.origins.current(),
    });
  }

  /**
   * Adds an entry about a refused action, for example a sign-in as one of these users, to the log of each user's account.
   * `keyId` is recorded as the actor if the key belongs to the same account. Without users it adds nothing but takes as
   * long. A user has a limited number of these entries per hour; a later entry counts the rest.
   */
  async noteRefusal(tx: Tx, userIds: readonly number[], keyId: number | null, entry: Refusal): Promise<void> {
    await this.refusals.addSignIn(tx, { userIds, keyId, ...entry }, this.origins.current());
  }
}

export interface Refusal {
  /** For example `user.sign_in_refused`. */
  action: string;
  after: object;
}

function actorColumns({ keyId, userId }: AuditActor): Pick<NewAudit, 'actor_type' | 'actor_id'> {
  if (keyId !== null) return { actor_type: 'key', actor_id: keyId };
  if (userId !== null) return { actor_type: 'user', actor_id: userId };
  return { actor_type: 'operator', actor_id: null };
}
