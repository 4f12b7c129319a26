import { Injectable, Logger } from '@nestjs/common';
import type { DomainEvent, ReviewCountedPayload } from '@plaudit/contracts';
import { afterCommit, type Tx } from '@plaudit/database';
import { DriftMetrics } from '@plaudit/runtime';
import { type DifferentChannel, ReviewCountsRepository } from './review-counts.repository';

const COUNTER = 'copied_reviews';
/** The channels that a warning names. All channels of a sub account may differ, and a line is bounded. */
const MAX_NAMED = 20;

/** Compares the numbers of reviews with those of their owner. A difference means that an event was lost. */
@Injectable()
export class ReviewCountsService {
  private readonly logger = new Logger('ReviewCounts');

  constructor(
    private readonly counts: ReviewCountsRepository,
    private readonly drift: DriftMetrics,
  ) {
    drift.expose(COUNTER);
  }

  /** Warns if the reviews of a channel differ in number from those of the owner. Only a rebuild knows which ones are wrong. */
  async compare(tx: Tx, event: DomainEvent<ReviewCountedPayload>): Promise<void> {
    const different = await this.counts.differing(tx, event);
    if (different.length > 0) afterCommit(tx, () => this.report(event, different));
  }

  private report(
    { accountid, subaccountid, data }: DomainEvent<ReviewCountedPayload>,
    different: readonly DifferentChannel[],
  ): void {
    this.drift.add(
      COUNTER,
      different.reduce((sum, { counted, owned }) => sum + Math.abs(owned - counted), 0),
    );
    this.logger.warn({
      message:
        'The reports have other numbers of reviews than their owner. Run "npm run projections:rebuild -- reports" to repair them.',
      account_id: accountid,
      sub_account_id: subaccountid,
      as_of: data.as_of,
      channels: different.length,
      first_channels: different.slice(0, MAX_NAMED),
    });
  }
}
