import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Tenant } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import { type BounceFuse, BounceFusesRepository } from '../fuses/bounce-fuses.repository';
import { LifecycleService } from '../lifecycle/lifecycle.service';
import { keyOf, SuppressionsRepository } from '../suppressions/suppressions.repository';

/** Requests of one transaction. Each of their people is locked, and Postgres keeps the locks in memory. */
const BATCH = 250;

/** What a person of the sub account decides about the mails that came back. */
export interface FuseDecision {
  suppress: boolean;
  /** Allow messages to those again who were suppressed before the fuse was blown. */
  undo: boolean;
}

/** How many people were suppressed, and how many are no longer. */
export interface DecidedPeople {
  suppressed: number;
  undone: number;
}

/** Applies decisions about the people whose mails came back while a fuse was out. */
@Injectable()
export class FuseDecisionsService {
  constructor(
    private readonly database: Database,
    private readonly fuses: BounceFusesRepository,
    private readonly suppressions: SuppressionsRepository,
    private readonly lifecycle: LifecycleService,
    private readonly clock: Clock,
  ) {}

  /**
   * Suppresses the people of a fuse, or lets them be, and puts the fuse back. The same decision can be repeated, also after it failed in
   * the middle, and has the same result. Throws 404 unless the sub account has the fuse, and 409 if it was decided otherwise.
   */
  async decide({ sub_account_id }: Tenant, id: number, decision: FuseDecision): Promise<DecidedPeople> {
    if (decision.suppress && decision.undo)
      throw new ApiError('invalid_value', 'undo must not be true if suppress is true.', { field: 'undo' });
    const fuse = await this.database.transaction((tx) => this.begin(tx, sub_account_id, id, decision));
    const { suppressed, undone } = fuse.decided_on ? fuse : await this.carryOut(fuse, decision);
    return { suppressed, undone };
  }

  /** Stores the decision before anybody is suppressed, so that no other one can be made meanwhile. */
  private async begin(
    tx: Tx,
    subAccountId: number,
    id: number,
    { suppress, undo }: FuseDecision,
  ): Promise<BounceFuse> {
    const fuse = await this.fuses.lock(tx, subAccountId, id);
    if (!fuse) throw notFound('fuse', id);
    if (fuse.suppress === null) await this.fuses.decide(tx, id, suppress, undo);
    else if (fuse.suppress !== suppress) throw decidedOtherwise(fuse, 'suppress');
    else if (fuse.undo !== undo) throw decidedOtherwise(fuse, 'undo');
    return fuse;
  }

  /** Mails may come back meanwhile, so it goes on until none waits for the decision. */
  private async carryOut(fuse: BounceFuse, { suppress, undo }: FuseDecision): Promise<BounceFuse> {
    for (;;) {
      if (suppress) while (await this.suppressBatch(fuse));
      const closed = await this.close(fuse, { suppress, undo });
      if (closed) return closed;
    }
  }

  /** Returns null if mails wait for the suppression of their people. The same decision of another request may have put the fuse back. */
  private async close(
    { id, sub_account_id }: BounceFuse,
    { suppress, undo }: FuseDecision,
  ): Promise<BounceFuse | null> {
    return this.database.transaction(async (tx) => {
      const fuse = await this.fuses.lock(tx, sub_account_id, id);
      if (!fuse) throw notFound('fuse', id);
      if (fuse.decided_on) return fuse;
      if (!suppress) await this.fuses.releaseAll(tx, id);
      return this.fuses.close(tx, id, undo ? await this.suppressions.undoBounces(tx, fuse) : 0);
    });
  }

  /** Returns false if no mail waits. The fuse is locked after the people, as by mails that come back. */
  private async suppressBatch({ id }: BounceFuse): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const held = await this.fuses.heldBy(tx, id, BATCH);
      if (held.length === 0) return false;
      const people = [...new Map(held.map((mail) => [keyOf(mail), mail])).values()];
      await this.lifecycle.skipTo(tx, people, 'bounce', { at: this.clock.now() });
      const added = await this.suppressions.addAll(
        tx,
        people.map(({ request_id, recipient, ...person }) => ({
          ...person,
          recipient: recipient || null,
          reason: 'bounce' as const,
          source_request_id: request_id,
        })),
      );
      const ids = held.map(({ request_id }) => request_id);
      await this.fuses.release(tx, id, ids, added);
      return true;
    });
  }
}

function decidedOtherwise({ id, suppress, undo }: BounceFuse, field: 'suppress' | 'undo'): ApiError {
  const decision = `suppress ${String(suppress)}${undo ? ' and undo true' : ''}`;
  return new ApiError(
    'fuse_decided',
    `Fuse ${id} was decided with ${decision}, which cannot be changed; change the suppression list instead.`,
    { field },
  );
}
