import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { PermanentError } from '@plaudit/events';
import { cleanLine, Clock } from '@plaudit/runtime';
import { type ChannelCopy, ChannelCopiesRepository } from '../channels/channel-copies.repository';
import { fingerprint, shownContentHash } from '../reviews/review';
import { changedNames } from '../reviews/review-changes';
import type { ReviewEntity } from '../reviews/review.entity';
import { type Causes, StoredReviewsService } from '../reviews/stored-reviews.service';
import { type CleanReview, cleanReviews } from './clean-review';
import {
  adoption,
  type CollectedPage,
  type IncomingPage,
  isOvertaken,
  newCollectedReview,
  platformEdit,
} from './collected-review';
import {
  type CollectedUpdate,
  CollectedReviewsRepository,
  keyOf,
  type ReviewPlace,
  type SeenReview,
} from './collected-reviews.repository';

const MAX_NAME = 191;

type PageEvent = DomainEvent<CollectedPage>;

/** A review of a page. */
interface FoundReview extends ReviewPlace {
  incoming: IncomingPage;
  review: CleanReview;
}

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
   * Stores pages of different channels with a few statements. Pages of a deleted channel, reviews that the user deleted, and unknown
   * reviews that their platform does not show are dropped. Throws PermanentError if an event has no usable channel id.
   */
  async store(tx: Tx, events: readonly PageEvent[]): Promise<void> {
    const now = this.clock.now();
    const arrived = events.map((event) => incomingPage(event, now));
    const deletedChannels = await this.channels.lock(tx, arrived.map(copyOf));
    const pages = arrived.filter(({ page }) => !deletedChannels.has(page.channel_id));
    if (pages.length === 0) return;
    const found = pages.flatMap(reviewsOf);
    const known = await this.collected.lock(tx, found.map(seenReview));
    // Read after the rows are locked: a deletion that those locks waited for has left its tombstone by now.
    const deleted = await this.collected.deletedAmong(tx, found);
    // A review that its platform no longer shows is of interest only to those who have seen it.
    const isNew = (one: FoundReview): boolean => !known.has(keyOf(one)) && !deleted.has(keyOf(one));
    const fresh = found.filter((one) => isNew(one) && !one.review.removed);
    const causes = new Map(pages.map(({ cause, page }) => [page.channel_id, cause]));
    await this.stored.insert(
      tx,
      fresh.map(({ incoming, review }) => newCollectedReview(incoming, review)),
      causes,
    );
    await this.update(tx, updatesOf(found, known), causes);
  }

  /** Only changes that clients can see bump the version and publish an event. */
  private async update(tx: Tx, updates: readonly CollectedUpdate[], causes: Causes): Promise<void> {
    const isVisible = ({ change }: CollectedUpdate): boolean => changedNames(change).length > 0;
    await this.stored.update(tx, updates.filter(isVisible), { causes });
    await this.collected.noteSeen(
      tx,
      updates.filter((update) => !isVisible(update)),
    );
  }
}

/** Throws PermanentError if the event has no usable channel id. */
function incomingPage(event: PageEvent, now: Date): IncomingPage {
  if (!Number.isSafeInteger(event.data.channel_id)) throw new PermanentError('channel_id is not an integer');
  return {
    cause: event,
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

function copyOf({ tenant, page }: IncomingPage): Omit<ChannelCopy, 'version' | 'group_id'> {
  return { ...tenant, channel_id: page.channel_id, name: page.channel_name };
}

function reviewsOf(incoming: IncomingPage): FoundReview[] {
  const { channel_id, reviews } = incoming.page;
  return cleanReviews(reviews, incoming.now).map((review) => ({
    channel_id,
    external_id: review.external_id,
    incoming,
    review,
  }));
}

function seenReview({ incoming, review, ...place }: FoundReview): SeenReview {
  return {
    ...place,
    sub_account_id: incoming.tenant.sub_account_id,
    platform: incoming.page.type,
    content_hash: shownContentHash(review),
    fingerprint: fingerprint(review.from_name, review.text),
    posted_on: review.posted_on,
    from_name: review.from_name,
  };
}

/** Returns how the pages change reviews that are stored already, except those that a later page has updated. */
function updatesOf(
  found: readonly FoundReview[],
  known: ReadonlyMap<string, ReviewEntity>,
): CollectedUpdate[] {
  return found.flatMap((one) => {
    const { incoming, review } = one;
    const stored = known.get(keyOf(one));
    const { channel_id } = incoming.page;
    if (!stored || isOvertaken(stored, { channel_id, version: incoming.version })) return [];
    const change = {
      ...platformEdit(stored, review, incoming),
      ...adoption(stored, incoming),
      collected_version: incoming.version,
    };
    return [{ stored, change }];
  });
}
