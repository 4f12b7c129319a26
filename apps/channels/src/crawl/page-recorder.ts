import { Injectable } from '@nestjs/common';
import { type CollectedReview, reviewsCollected } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { type ChannelRow, ChannelsRepository } from '../channels/channels.repository';
import { getPlatform } from '../platforms/registry';
import type { NormalizedReview } from '../platforms/platform';
import type { Checkpoint, PageTally } from './checkpoint';
import {
  approveRule,
  judge,
  type JudgedReview,
  type SeenReview,
  splitForEvents,
  toCollected,
} from './collected-page';
import { type CrawlLease, CrawlsRepository, LeaseLost } from './crawls.repository';
import { SeenReviewsRepository } from './seen-reviews.repository';

/** Stores a page: what is new goes out, what was met is noted, and the crawl goes on behind it. All or nothing. */
@Injectable()
export class PageRecorder {
  constructor(
    private readonly database: Database,
    private readonly channels: ChannelsRepository,
    private readonly crawls: CrawlsRepository,
    private readonly seen: SeenReviewsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** `decide` says where the crawl goes on, given what the page was found to be. Throws {@link LeaseLost}. */
  async record(
    lease: CrawlLease,
    reviews: readonly NormalizedReview[],
    decide: (tally: PageTally) => Checkpoint,
  ): Promise<Checkpoint> {
    return this.database.transaction(async (tx) => {
      const channel = await this.channels.lock(tx, lease.channel_id);
      if (!channel) throw new LeaseLost(lease.id);
      const ids = reviews.map(({ externalId }) => externalId);
      const known = await this.seen.find(tx, channel.id, ids);
      const judged = judge(reviews, known);
      const checkpoint = decide(tallyOf(judged, known, lease.run));
      await this.crawls.progress(tx, lease, checkpoint, judged.length);
      await this.seen.note(tx, channel.id, lease.run, judged);
      await this.publish(tx, channel, lease, judged);
      return checkpoint;
    });
  }

  private async publish(
    tx: Tx,
    channel: ChannelRow,
    lease: CrawlLease,
    judged: readonly JudgedReview[],
  ): Promise<void> {
    const news = judged.filter(({ verdict }) => verdict !== 'known');
    if (news.length === 0) return;
    const parts = splitForEvents(news.map(toCollected));
    const last = await this.channels.bump(tx, channel.id, parts.length);
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
    const newest = news.map(({ posted }) => posted.date).concat(channel.last_review_on ?? []);
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
  judged: readonly JudgedReview[],
  known: ReadonlyMap<string, SeenReview>,
  run: number,
): PageTally {
  const count = (verdict: JudgedReview['verdict']): number =>
    judged.filter((one) => one.verdict === verdict).length;
  const dates = judged.map(({ review }) => review.postedOn.getTime());
  return {
    known: count('known'),
    fresh: count('fresh'),
    changed: count('changed'),
    repeated: judged.length > 0 && judged.every(({ review }) => known.get(review.externalId)?.run === run),
    oldest: dates.length > 0 ? new Date(Math.min(...dates)) : null,
  };
}
