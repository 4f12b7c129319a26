import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { currentContext } from '@plaudit/runtime';
import type { Actor } from '../accounts/actor';
import { AuditRepository, type NewAudit } from './audit.repository';

/** What happened to what. `before` and `after` hold the fields that changed, and never a secret. */
export interface AuditEntry {
  /** `user.created`. */
  action: string;
  target: { type: string; id: number | null };
  before?: object | null;
  after?: object | null;
}

/** Who did what. A key, a user, or (both null) the operator of the server. */
export type AuditActor = Pick<Actor, 'accountId' | 'keyId' | 'userId'>;

/** Who did what to an account, in the transaction of the change itself. */
@Injectable()
export class AuditLog {
  constructor(private readonly repository: AuditRepository) {}

  async note(tx: Tx, actor: AuditActor, { action, target, before, after }: AuditEntry): Promise<void> {
    await this.repository.add(tx, {
      account_id: actor.accountId,
      ...actorColumns(actor),
      action,
      target_type: target.type,
      target_id: target.id,
      before: before ?? null,
      after: after ?? null,
      request_id: requestId(),
    });
  }

  /**
   * That somebody was refused what `userId` may do, in the log of that user's account. `keyId` is the key that asked, if
   * it is one of the same account. For nobody (null) it adds nothing and takes as long.
   */
  async noteRefusal(tx: Tx, userId: number | null, keyId: number | null, entry: Refusal): Promise<void> {
    await this.repository.addRefusal(tx, userId, keyId, { ...entry, request_id: requestId() });
  }
}

export interface Refusal {
  /** `user.sign_in_refused`. */
  action: string;
  after: object;
}

function requestId(): string | null {
  return currentContext()?.correlationId ?? null;
}

function actorColumns({ keyId, userId }: AuditActor): Pick<NewAudit, 'actor_type' | 'actor_id'> {
  if (keyId !== null) return { actor_type: 'key', actor_id: keyId };
  if (userId !== null) return { actor_type: 'user', actor_id: userId };
  return { actor_type: 'operator', actor_id: null };
}
