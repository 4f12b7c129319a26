import { Injectable } from '@nestjs/common';
import { COLLECTED_PAGE_SIZE, type CollectedReview, reviewsCollected } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { type ChannelRow, ChannelsRepository } from '../../channels/channels.repository';
import type { NormalizedReview } from '../../platforms/platform';
import { getPlatform } from '../../platforms/registry';
import {
  approveRule,
  type ComparedReview,
  type SeenReview,
  splitForEvents,
  toCollected,
} from './collected-page';
import { SeenReviewsRepository } from './seen-reviews.repository';

/** Where reviews come from. */
interface Origin {
  /** Number of the crawl, or IMPORTED for a file. */
  run: number;
  /** True if the reviews are history, and not what was posted since the last crawl. */
  backfill: boolean;
}

/** Records reviews as seen, and publishes the new and changed ones as `channel.reviews_collected`. */
@Injectable()
export class CollectedReviewsService {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly seen: SeenReviewsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Returns those of the reviews that were seen before, by external id. */
  known(tx: Tx, channelId: number, reviews: readonly NormalizedReview[]): Promise<Map<string, SeenReview>> {
    const ids = reviews.flatMap(({ externalId, otherId }) => [externalId, otherId ?? externalId]);
    return this.seen.find(tx, channelId, ids);
  }

  /** Stores reviews that were compared with {@link known}. The caller must hold the lock of the channel. */
  async store(
    tx: Tx,
    channel: ChannelRow,
    origin: Origin,
    compared: readonly ComparedReview[],
  ): Promise<void> {
    await this.seen.save(tx, channel.id, origin.run, compared);
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
        data: payloadOf(channel, origin, part),
      })),
    );
    const shown = changed.filter(({ state }) => state !== 'hidden').map(({ posted }) => posted.date);
    const newest = shown.concat(channel.last_review_on ?? []).map((date) => date.getTime());
    if (newest.length === 0) return;
    await this.channels.save(tx, channel.id, { last_review_on: new Date(Math.max(...newest)) });
  }
}

function payloadOf(channel: ChannelRow, { backfill }: Origin, reviews: CollectedReview[]) {
  return {
    channel_id: channel.id,
    type: channel.type,
    label: getPlatform(channel.type).meta.label,
    channel_name: channel.name,
    approve_rule: approveRule(channel),
    backfill,
    reviews,
  };
}
