import { Injectable } from '@nestjs/common';
import {
  channelCrawled,
  channelCrawlProgress,
  type CrawlStage,
  type CrawlState,
  profileError,
  type ProfileErrorCode,
  ratingChanged,
  ratingSnapshot,
  wireDate,
  wireDateOrNull,
} from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { type ChannelRow, ChannelsRepository } from '../../channels/channels.repository';
import { getPlatform } from '../../platforms/registry';
import type { CrawlEntity } from '../queue/crawl.entity';
import { CrawlNotifier } from '../queue/crawl.notifier';
import { changedFigures, type KnownFigures } from './official-figures';

interface Failure {
  reason: 'first_failure' | 'disabled';
  code: ProfileErrorCode;
  msg: string;
  nextAttempt: Date | null;
}

/** How far a crawl is. */
type CrawlProgress = Pick<CrawlEntity, 'mode' | 'pages_done' | 'reviews_seen' | 'started_at'>;

/** The stage that a notice names. */
const STAGES: Readonly<Record<CrawlState, CrawlStage>> = {
  reading: 'reading',
  succeeded: 'done',
  failed: 'failed',
};

/** Publishes `channel.crawl_progress`, `channel.crawled`, `rating.changed`, `rating.snapshot` and `profile.error`. The caller must hold the lock of the channel. */
@Injectable()
export class CrawlEventsPublisher {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly outbox: Outbox,
    private readonly notifier: CrawlNotifier,
  ) {}

  /** Tells who watches the channel of one more page, without an event. */
  pageRead(tx: Tx, channel: ChannelRow, crawl: Pick<CrawlProgress, 'pages_done' | 'reviews_seen'>): void {
    this.notifier.progress(tx, channel, 'reading', crawl);
  }

  async crawlProgress(
    tx: Tx,
    channel: ChannelRow,
    crawl: CrawlProgress,
    state: CrawlState = 'reading',
  ): Promise<void> {
    this.notifier.progress(tx, channel, STAGES[state], crawl);
    await this.outbox.add(tx, channelCrawlProgress, {
      ...(await this.nextEventOf(tx, channel)),
      data: {
        channel_id: channel.id,
        type: channel.type,
        label: getPlatform(channel.type).meta.label,
        channel_name: channel.name,
        backfill: crawl.mode === 'backfill',
        state,
        pages: crawl.pages_done,
        found: crawl.reviews_seen,
        started_on: wireDate(crawl.started_at ?? channel.created_on),
      },
    });
  }

  /** Publishes the numbers of a crawl that ended well. */
  async crawled(
    tx: Tx,
    channel: ChannelRow,
    crawl: CrawlEntity,
    end: { removed: number; finishedOn: Date },
  ): Promise<void> {
    await this.outbox.add(tx, channelCrawled, {
      ...(await this.nextEventOf(tx, channel)),
      data: {
        ...profileOf(channel),
        first: crawl.mode === 'backfill',
        found: crawl.reviews_seen,
        new_reviews: crawl.reviews_new,
        changed_reviews: crawl.reviews_changed,
        removed_reviews: end.removed,
        started_on: wireDate(crawl.started_at ?? end.finishedOn),
        finished_on: wireDate(end.finishedOn),
      },
    });
  }

  /** Publishes nothing if no figure changed. */
  async ratingChanged(tx: Tx, before: ChannelRow, after: KnownFigures, checkedOn: Date): Promise<void> {
    const changed = changedFigures(before, after);
    if (changed.length === 0) return;
    await this.outbox.add(tx, ratingChanged, {
      ...(await this.nextEventOf(tx, before)),
      data: {
        ...profileOf(before),
        rating_scale: after.rating_scale,
        score: after.score,
        previous_score: before.score,
        reviews: after.reviews,
        previous_reviews: before.reviews,
        changed,
        checked_on: wireDate(checkedOn),
      },
    });
  }

  /** Publishes the figures that a successful crawl stores, whether they changed or not. */
  async ratingSnapshot(tx: Tx, channel: ChannelRow, figures: KnownFigures, checkedOn: Date): Promise<void> {
    const { rating_scale, score, reviews } = figures;
    await this.outbox.add(tx, ratingSnapshot, {
      ...(await this.nextEventOf(tx, channel)),
      data: { ...profileOf(channel), rating_scale, score, reviews, checked_on: wireDate(checkedOn) },
    });
  }

  async profileError(tx: Tx, channel: ChannelRow, failure: Failure): Promise<void> {
    await this.outbox.add(tx, profileError, {
      ...(await this.nextEventOf(tx, channel)),
      data: {
        ...profileOf(channel),
        url: channel.url,
        reason: failure.reason,
        error_code: failure.code,
        msg: failure.msg,
        consecutive_failures: channel.consecutive_failures,
        last_success_on: wireDateOrNull(channel.last_success_on),
        next_attempt_on: wireDateOrNull(failure.nextAttempt),
        disabled: failure.reason === 'disabled',
      },
    });
  }

  private async nextEventOf(tx: Tx, channel: ChannelRow) {
    const version = await this.channels.raiseVersion(tx, channel.id);
    return {
      accountId: channel.account_id,
      subAccountId: channel.sub_account_id,
      subject: channel.id,
      version,
    };
  }
}

function profileOf(channel: ChannelRow) {
  return {
    profile_id: channel.id,
    profile_name: channel.name,
    platform: channel.type,
    sub_account_id: channel.sub_account_id,
  };
}
