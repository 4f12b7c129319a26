import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { PermanentError } from '@plaudit/events';
import { cleanLine, Clock } from '@plaudit/runtime';
import { type ChannelCopy, ChannelCopiesRepository } from '../channels/channel-copies.repository';
import { changedNames } from '../reviews/review-changes';
import type { ReviewEntity } from '../reviews/review.entity';
import { StoredReviewsService } from '../reviews/stored-reviews.service';
import { type CleanReview, cleanReviews } from './clean-review';
import {
  type CollectedPage,
  type IncomingPage,
  isOvertaken,
  newCollectedReview,
  platformEdit,
} from './collected-review';
import { type CollectedUpdate, CollectedReviewsRepository } from './collected-reviews.repository';

const MAX_NAME = 191;

/** Stores the pages that the crawler collects: inserts or updates each review by its channel and external id. */
@Injectable()
export class CollectedReviewsService {
  constructor(
    private readonly channels: ChannelCopiesRepository,
    private readonly collected: CollectedReviewsRepository,
    private readonly stored: StoredReviewsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a page with a few statements. Pages of a deleted channel and reviews that the user deleted are dropped. Throws
   * PermanentError if the event has no usable channel id.
   */
  async store(tx: Tx, event: DomainEvent<CollectedPage>): Promise<void> {
    const incoming = incomingPage(event, this.clock.now());
    const { channel_id: channelId } = incoming.page;
    if (!Number.isSafeInteger(channelId)) throw new PermanentError('channel_id is not an integer');
    if (!(await this.channels.lockUnlessDeleted(tx, copyOf(incoming)))) return;
    const reviews = cleanReviews(event.data.reviews, incoming.now);
    const externalIds = reviews.map(({ external_id: id }) => id);
    const known = await this.collected.lock(tx, channelId, externalIds);
    // Read after the rows are locked: a deletion that those locks waited for has left its tombstone by now.
    const deleted = await this.collected.deletedAmong(tx, channelId, externalIds);
    const fresh = reviews.filter(({ external_id: id }) => !known.has(id) && !deleted.has(id));
    await this.stored.insert(
      tx,
      fresh.map((review) => newCollectedReview(incoming, review)),
    );
    await this.update(tx, incoming, updatesOf(incoming, reviews, known));
  }

  /** Only changes that clients can see bump the version and publish an event. */
  private async update(
    tx: Tx,
    { version }: IncomingPage,
    updates: readonly CollectedUpdate[],
  ): Promise<void> {
    const isVisible = ({ change }: CollectedUpdate): boolean => changedNames(change).length > 0;
    await this.stored.update(tx, updates.filter(isVisible));
    const unchanged = updates.filter((update) => !isVisible(update));
    await this.collected.noteSeen(tx, unchanged, version);
  }
}

function incomingPage(event: DomainEvent<CollectedPage>, now: Date): IncomingPage {
  return {
    tenant: { account_id: event.accountid, sub_account_id: event.subaccountid },
    version: event.aggregateversion,
    page: {
      ...event.data,
      type: cleanLine(event.data.type, MAX_NAME),
      label: cleanLine(event.data.label, MAX_NAME),
      channel_name: cleanLine(event.data.channel_name, MAX_NAME),
    },
    // The table stores whole seconds and would round up to a date in the future.
    now: new Date(Math.floor(now.getTime() / 1_000) * 1_000),
  };
}

function copyOf({ tenant, page }: IncomingPage): Omit<ChannelCopy, 'version'> {
  return { ...tenant, channel_id: page.channel_id, name: page.channel_name };
}

/** Returns how the page changes reviews that are stored already, except those that a later page has updated. */
function updatesOf(
  incoming: IncomingPage,
  reviews: readonly CleanReview[],
  known: ReadonlyMap<string, ReviewEntity>,
): CollectedUpdate[] {
  return reviews.flatMap((review) => {
    const stored = known.get(review.external_id);
    if (!stored || isOvertaken(stored, incoming)) return [];
    const change = { ...platformEdit(stored, review, incoming), collected_version: incoming.version };
    return [{ stored, change }];
  });
}
