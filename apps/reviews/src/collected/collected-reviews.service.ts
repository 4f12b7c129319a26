import { Injectable } from '@nestjs/common';
import type { DomainEvent, ReviewsCollectedPayload } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { PermanentError } from '@plaudit/events';
import { Clock } from '@plaudit/runtime';
import { type ChannelCopy, ChannelCopiesRepository } from '../channels/channel-copies.repository';
import { ReviewAnnouncements } from '../reviews/review-announcements';
import { changedNames, statusWord } from '../reviews/review-changes';
import type { ReviewEntity } from '../reviews/review.entity';
import { ReviewsRepository } from '../reviews/reviews.repository';
import { type CleanReview, cleanReviews } from './clean-review';
import { cleanLine } from '@plaudit/runtime';
import { type Arrival, arrived, isOvertaken, platformEdit } from './collected-review';
import { type CollectedUpdate, CollectedReviewsRepository } from './collected-reviews.repository';

const MAX_NAME = 191;

/** Takes in what the crawler read: upsert by (channel, external id), one transaction and few statements per page. */
@Injectable()
export class IntakeService {
  constructor(
    private readonly channels: ChannelCopiesRepository,
    private readonly reviews: ReviewsRepository,
    private readonly collected: CollectedReviewsRepository,
    private readonly announcements: ReviewAnnouncements,
    private readonly clock: Clock,
  ) {}

  /** Stores a page; a page of a deleted channel and reviews that the user deleted are dropped. */
  async take(tx: Tx, event: DomainEvent<ReviewsCollectedPayload>): Promise<void> {
    const arrival = arrivalOf(event, this.clock.now());
    if (!Number.isSafeInteger(arrival.page.channel_id)) throw new PermanentError('channel_id is no id');
    if (!(await this.channels.admits(tx, copyOf(arrival)))) return;
    const { channel_id: channel } = arrival.page;
    const page = cleanReviews(event.data.reviews, arrival.now);
    const externalIds = page.map(({ external_id: id }) => id);
    const known = await this.collected.lock(tx, channel, externalIds);
    // After the rows' locks: a deletion that those waited for has left its tombstone by now.
    const buried = await this.collected.buried(tx, channel, externalIds);
    const fresh = page.filter(({ external_id: id }) => !known.has(id) && !buried.has(id));
    const stored = await this.reviews.insert(
      tx,
      fresh.map((review) => arrived(arrival, review)),
    );
    await this.announcements.created(tx, stored);
    await this.update(tx, arrival, updatesOf(arrival, page, known));
  }

  private async update(tx: Tx, { version }: Arrival, updates: readonly CollectedUpdate[]): Promise<void> {
    const telling = updates.filter(({ change }) => changedNames(change).length > 0);
    const reviews = await this.reviews.updateAll(tx, telling);
    const byId = new Map(telling.map((update) => [update.stored.id, update]));
    await this.announcements.updatedAll(
      tx,
      reviews.map((review) => {
        const { stored, change } = byId.get(review.id) as CollectedUpdate;
        return { review, change, previous: statusWord(stored.status) };
      }),
    );
    const silent = updates.filter(({ change }) => changedNames(change).length === 0);
    await this.collected.seen(tx, silent, version);
  }
}

function arrivalOf(event: DomainEvent<ReviewsCollectedPayload>, now: Date): Arrival {
  return {
    accountId: event.accountid,
    subAccountId: event.subaccountid,
    version: event.aggregateversion,
    page: {
      ...event.data,
      type: cleanLine(event.data.type, MAX_NAME),
      label: cleanLine(event.data.label, MAX_NAME),
      channel_name: cleanLine(event.data.channel_name, MAX_NAME),
    },
    // The table keeps whole seconds and would round to one to come.
    now: new Date(Math.floor(now.getTime() / 1_000) * 1_000),
  };
}

function copyOf({ accountId, subAccountId, page }: Arrival): Omit<ChannelCopy, 'version'> {
  return {
    channel_id: page.channel_id,
    account_id: accountId,
    sub_account_id: subAccountId,
    name: page.channel_name,
  };
}

/** What the page says of reviews that are stored, unless a later look at the platform is stored already. */
function updatesOf(
  arrival: Arrival,
  page: readonly CleanReview[],
  known: ReadonlyMap<string, ReviewEntity>,
): CollectedUpdate[] {
  return page.flatMap((review) => {
    const stored = known.get(review.external_id);
    if (!stored || isOvertaken(stored, arrival)) return [];
    return [
      { stored, change: { ...platformEdit(stored, review, arrival), collected_version: arrival.version } },
    ];
  });
}
