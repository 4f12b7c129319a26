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
import { formerIds, possibleFormerIds } from './former-ids';
import { SeenReviewsRepository } from './seen-reviews.repository';

/** The number of the crawl before which nothing can have an earlier id. */
const FIRST_CRAWL = 1;

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

  /**
   * Returns the reviews of a page under the ids that the channel has for them. A review without an id of its own keeps the id that an earlier
   * reading derived, so that a page that is read better today changes its reviews and does not bring them a second time.
   */
  async identified(
    tx: Tx,
    channelId: number,
    run: number,
    reviews: readonly NormalizedReview[],
  ): Promise<NormalizedReview[]> {
    if (run <= FIRST_CRAWL) return [...reviews];
    const derived = reviews.filter(({ idKind }) => idKind === 'derived');
    if (derived.length === 0) return [...reviews];
    const known = await this.known(tx, channelId, derived);
    const fresh = derived.filter(({ externalId }) => !known.has(externalId));
    if (fresh.length === 0) return [...reviews];
    const ids = fresh.map(({ externalId }) => externalId);
    const kept = await this.seen.keptIds(tx, channelId, ids);
    const possible = possibleFormerIds(fresh.filter(({ externalId }) => !kept.has(externalId)));
    const taken = new Set([...known.keys(), ...kept.values()]);
    const candidates = [...possible.values()].flat().filter((id) => !taken.has(id));
    const unread = candidates.length > 0 ? await this.seen.unread(tx, channelId, run, candidates) : [];
    const former = formerIds(possible, unread);
    if (former.size > 0) await this.seen.keepIds(tx, channelId, former);
    return reviews.map((review) => {
      const id = kept.get(review.externalId) ?? former.get(review.externalId);
      return id === undefined ? review : { ...review, externalId: id };
    });
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
    const dated = changed.filter(({ posted, state }) => state !== 'hidden' && posted.precision !== 'unknown');
    const dates = dated.map(({ posted }) => posted.date).concat(channel.last_review_on ?? []);
    if (dates.length === 0) return;
    const lastReviewOn = new Date(Math.max(...dates.map((date) => date.getTime())));
    await this.channels.save(tx, channel.id, { last_review_on: lastReviewOn });
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
