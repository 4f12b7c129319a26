import { Injectable } from '@nestjs/common';
import { COLLECTED_PAGE_SIZE, type CollectedReview, reviewsCollected } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { type ChannelRow, ChannelsRepository } from '../../channels/channels.repository';
import type { NormalizedReview } from '../../platforms/platform';
import { getPlatform } from '../../platforms/registry';
import { type CrawlLease, CrawlsRepository, LeaseLost } from '../queue/crawls.repository';
import type { Checkpoint, PageTally } from '../run/checkpoint';
import {
  approveRule,
  compareWithSeen,
  type ComparedReview,
  type SeenReview,
  splitForEvents,
  toCollected,
} from './collected-page';
import { SeenReviewsRepository } from './seen-reviews.repository';

/**
 * Stores a page in one transaction: publishes new and changed reviews, records all of them as seen, and moves the
 * crawl's checkpoint.
 */
@Injectable()
export class CollectedPagesService {
  constructor(
    private readonly database: Database,
    private readonly channels: ChannelsRepository,
    private readonly crawls: CrawlsRepository,
    private readonly seen: SeenReviewsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Returns the checkpoint that `decide` computes from the page's tally. Throws {@link LeaseLost}. */
  async store(
    lease: CrawlLease,
    reviews: readonly NormalizedReview[],
    decide: (tally: PageTally) => Checkpoint,
  ): Promise<Checkpoint> {
    return this.database.transaction(async (tx) => {
      const channel = await this.channels.lock(tx, lease.channel_id);
      if (!channel) throw new LeaseLost(lease.id);
      const ids = reviews.map(({ externalId }) => externalId);
      const known = await this.seen.find(tx, channel.id, ids);
      const compared = compareWithSeen(reviews, known);
      const checkpoint = decide(tallyOf(compared, known, lease.run));
      await this.crawls.progress(tx, lease, checkpoint, compared.length);
      await this.seen.save(tx, channel.id, lease.run, compared);
      await this.publish(tx, channel, lease, compared);
      return checkpoint;
    }, 'background');
  }

  /** Stores and returns the checkpoint after a partition that has not changed. Throws {@link LeaseLost}. */
  async skip(lease: CrawlLease, checkpoint: Checkpoint): Promise<Checkpoint> {
    await this.database.transaction((tx) => this.crawls.progress(tx, lease, checkpoint, 0), 'background');
    return checkpoint;
  }

  private async publish(
    tx: Tx,
    channel: ChannelRow,
    lease: CrawlLease,
    compared: readonly ComparedReview[],
  ): Promise<void> {
    const changed = compared.filter(({ state }) => state !== 'known');
    if (changed.length === 0) return;
    const parts = splitForEvents(changed.map(toCollected), COLLECTED_PAGE_SIZE);
    const last = await this.channels.raiseVersion(tx, channel.id, parts.length);
    const about = {
      accountId: channel.account_id,
      subAccountId: channel.sub_account_id,
      subject: channel.id,
    };
    await this.outbox.addAll(
      tx,
      reviewsCollected,
      parts.map((part, index) => ({
        ...about,
        version: last - parts.length + 1 + index,
        data: payloadOf(channel, lease, part),
      })),
    );
    const newest = changed.map(({ posted }) => posted.date).concat(channel.last_review_on ?? []);
    const lastReviewOn = new Date(Math.max(...newest.map((date) => date.getTime())));
    await this.channels.save(tx, channel.id, { last_review_on: lastReviewOn });
  }
}

function payloadOf(channel: ChannelRow, lease: CrawlLease, reviews: CollectedReview[]) {
  return {
    channel_id: channel.id,
    type: channel.type,
    label: getPlatform(channel.type).meta.label,
    channel_name: channel.name,
    approve_rule: approveRule(channel),
    backfill: lease.mode === 'backfill',
    reviews,
  };
}

function tallyOf(
  compared: readonly ComparedReview[],
  known: ReadonlyMap<string, SeenReview>,
  run: number,
): PageTally {
  const count = (state: ComparedReview['state']): number =>
    compared.filter((one) => one.state === state).length;
  const dates = compared.map(({ review }) => review.postedOn.getTime());
  return {
    known: count('known'),
    fresh: count('fresh'),
    changed: count('changed'),
    repeated:
      compared.length > 0 && compared.every(({ review }) => known.get(review.externalId)?.run === run),
    oldest: dates.length > 0 ? new Date(Math.min(...dates)) : null,
  };
}
