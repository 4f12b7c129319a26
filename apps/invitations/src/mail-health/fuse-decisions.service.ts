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
   * Suppresses the people of a fuse, or lets them be, and puts the fuse back. A decision that fails in the middle can be repeated.
   * Throws 404 unless the sub account has the fuse and nobody has decided on it.
   */
  async decide(
    { sub_account_id }: Tenant,
    id: number,
    { suppress, undo }: FuseDecision,
  ): Promise<DecidedPeople> {
    if (suppress && undo)
      throw new ApiError('invalid_value', 'undo must not be true if suppress is true.', { field: 'undo' });
    const fuse = await this.database.transaction((tx) => this.fuses.findOpen(tx, sub_account_id, id));
    if (!fuse) throw notFound('fuse', id);
    if (!suppress) return { suppressed: 0, undone: await this.allow(fuse, undo) };
    return { suppressed: await this.suppress(fuse), undone: 0 };
  }

  /**
   * Mails may come back meanwhile, so it goes on until none waits for the decision. The fuse is not locked before: who locks it holds
   * the locks of people.
   */
  private async suppress(fuse: BounceFuse): Promise<number> {
    let suppressed = 0;
    for (;;) {
      const added = await this.suppressBatch(fuse);
      if (added !== null) suppressed += added;
      else if (await this.isClosed(fuse)) return suppressed;
    }
  }

  /** Throws 404 if somebody else has decided meanwhile. */
  private async isClosed(fuse: BounceFuse): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      await this.lock(tx, fuse);
      return this.fuses.close(tx, fuse, true);
    });
  }

  /** Returns null if no mail waits. */
  private async suppressBatch({ id }: BounceFuse): Promise<number | null> {
    return this.database.transaction(async (tx) => {
      const held = await this.fuses.heldBy(tx, id, BATCH);
      if (held.length === 0) return null;
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
      await this.fuses.release(
        tx,
        held.map(({ request_id }) => request_id),
      );
      return added;
    });
  }

  private async allow(fuse: BounceFuse, undo: boolean): Promise<number> {
    return this.database.transaction(async (tx) => {
      await this.lock(tx, fuse);
      await this.fuses.releaseAll(tx, fuse);
      await this.fuses.close(tx, fuse, false);
      return undo ? this.suppressions.undoBounces(tx, fuse) : 0;
    });
  }

  private async lock(tx: Tx, { sub_account_id, id }: BounceFuse): Promise<void> {
    if (!(await this.fuses.lockOpen(tx, sub_account_id, id))) throw notFound('fuse', id);
  }
}
