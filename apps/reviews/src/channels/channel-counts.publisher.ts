import { Injectable, Logger } from '@nestjs/common';
import { reviewCounted, type ReviewCountedPayload } from '@plaudit/contracts';
import { afterCommit, type Tx } from '@plaudit/database';
import { type CountBatch, type NewEvent, Outbox } from '@plaudit/events';
import { DriftMetrics } from '@plaudit/runtime';
import { CountRepairRepository, REPAIRED_COUNTERS } from '../counts/count-repair.repository';
import { ReviewWordsRepository } from '../search/review-words.repository';
import { ChannelCountsRepository, type CountedSubAccount } from './channel-counts.repository';
import { countedPayloads } from './counted-channels';

/** Sub accounts per transaction. */
const BATCH = 200;

/** Publishes how many reviews each channel has, and repairs the counters and words that this service itself keeps. */
@Injectable()
export class ChannelCountsPublisher {
  private readonly logger = new Logger('ReviewWords');

  constructor(
    private readonly counts: ChannelCountsRepository,
    private readonly repairs: CountRepairRepository,
    private readonly words: ReviewWordsRepository,
    private readonly outbox: Outbox,
    private readonly drift: DriftMetrics,
  ) {
    for (const counter of REPAIRED_COUNTERS) drift.expose(counter);
  }

  /** Works on one batch of sub accounts. Returns the id of the last one, or null if there are no more after it. */
  async publish(tx: Tx, batch: CountBatch): Promise<number | null> {
    const subAccounts = await this.counts.count(tx, batch, BATCH);
    const events = subAccounts.flatMap((subAccount) => eventsOf(subAccount, batch.asOf));
    await this.outbox.addAll(tx, reviewCounted, events);
    const ids = subAccounts.map(({ sub_account_id }) => sub_account_id);
    // Writers lock reviews before counters.
    await this.repairWords(tx, ids);
    await this.repair(tx, ids);
    return ids.length < BATCH ? null : (ids.at(-1) ?? null);
  }

  private async repairWords(tx: Tx, subAccountIds: readonly number[]): Promise<void> {
    const repaired = await this.words.repair(tx, subAccountIds);
    afterCommit(tx, () => {
      for (const { sub_account_id, rows } of repaired) {
        this.logger.warn({
          message: 'Corrected the words by which reviews are found',
          sub_account_id,
          rows,
        });
      }
    });
  }

  private async repair(tx: Tx, subAccountIds: readonly number[]): Promise<void> {
    const repaired = await this.repairs.repair(tx, subAccountIds);
    afterCommit(tx, () => {
      for (const reconciliation of repaired) this.drift.report(reconciliation);
    });
  }
}

/** Returns no event for a sub account without a channel. */
function eventsOf(subAccount: CountedSubAccount, asOf: Date): NewEvent<ReviewCountedPayload>[] {
  const { account_id, sub_account_id, channels } = subAccount;
  if (account_id === null) return [];
  return countedPayloads(channels, asOf).map((data) => ({
    accountId: account_id,
    subAccountId: sub_account_id,
    // The event is about no single review. The prefix keeps it apart from the review with the same id.
    subject: `sub_account:${sub_account_id}`,
    version: asOf.getTime() / 1_000,
    data,
  }));
}
