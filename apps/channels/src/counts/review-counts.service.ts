import { Injectable } from '@nestjs/common';
import type { DomainEvent, ReviewCountedPayload } from '@plaudit/contracts';
import { afterCommit, Database, type Tx } from '@plaudit/database';
import { DriftMetrics } from '@plaudit/runtime';
import { ChannelEventsPublisher } from '../channels/channel-events.publisher';
import { ReviewCountsRepository } from './review-counts.repository';

const COUNTER = 'collected_reviews';

/** Counts the collected reviews of channels from the events of reviews. */
@Injectable()
export class ReviewCountsService {
  constructor(
    private readonly counts: ReviewCountsRepository,
    private readonly events: ChannelEventsPublisher,
    private readonly drift: DriftMetrics,
    database: Database,
  ) {
    drift.expose(COUNTER);
    drift.watch(COUNTER, () => database.transaction((tx) => counts.lastReconciled(tx), 'background'));
  }

  /**
   * Counts a created (1) or deleted (-1) review of a channel. The events may arrive in any order, because a sum does not
   * depend on the order.
   */
  async count(tx: Tx, channelId: number, { by, time }: { by: 1 | -1; time: string }): Promise<void> {
    const tenant = await this.counts.add(tx, channelId, by, time);
    if (tenant) this.events.refreshList(tx, tenant);
  }

  /** Corrects the numbers of the channels that the owner of reviews has counted, and reports the corrections. */
  async reconcile(tx: Tx, event: DomainEvent<ReviewCountedPayload>): Promise<void> {
    const counters = await this.counts.reconcile(tx, event);
    const tenant = { account_id: event.accountid, sub_account_id: event.subaccountid };
    if (counters.some(({ was, is }) => was !== is)) this.events.refreshList(tx, tenant);
    afterCommit(tx, () => this.drift.report({ counter: COUNTER, counters }));
  }
}
