import {
  channelCrawled,
  type ChannelCrawledPayload,
  type DomainEvent,
  inviteClicked,
  inviteFailed,
  inviteReviewed,
  inviteSent,
  inviteUnsubscribed,
  normalisedRating,
  profileError,
  ratingChanged,
  reviewCreated,
  reviewDeleted,
  reviewUpdated,
  type Tenant,
} from '@plaudit/contracts';
import type { Envelope } from './envelope';
import {
  type ReviewData,
  SENT_CRAWL,
  SENT_PROFILE_ERROR,
  SENT_INVITE,
  SENT_RATING,
  type SentInvite,
  type SentProfileError,
  type SentRating,
  type SentReview,
  type SentReviewUpdate,
} from './webhook-data';

/** Made of a `review.updated` that changed the status. It is no event of the bus. */
export const REVIEW_STATUS_CHANGED = 'review.status_changed';

/** The events that a webhook may subscribe to. */
export const WEBHOOK_EVENTS: readonly string[] = [
  reviewCreated.name,
  ratingChanged.name,
  profileError.name,
  reviewUpdated.name,
  REVIEW_STATUS_CHANGED,
  reviewDeleted.name,
  channelCrawled.name,
  inviteSent.name,
  inviteClicked.name,
  inviteReviewed.name,
  inviteUnsubscribed.name,
  inviteFailed.name,
];

/** A domain event prepared for webhooks: the envelope to send and the fields that filters use. */
export interface Notification extends Envelope, Tenant {
  /** The channel of the event. Null if the review has no channel, undefined if the event is about no channel. */
  channelId: number | null | undefined;
  /**
   * The rating of the review on five stars. Null if the review has no rating, undefined if the event is not a review.
   */
  rating: number | null | undefined;
  /** True if the first crawl of a channel collected the review. */
  backfill: boolean;
}

/** Returns the `data` of a review event, in the order of its documentation. */
export function reviewData(review: SentReview, subAccountId: number): ReviewData {
  return {
    from_name: review.from_name,
    rating_value: review.rating_value,
    text: review.text,
    profile_id: review.channel_id,
    platform: review.platform,
    id: review.id,
    rating_scale: review.rating_scale,
    posted_on: review.posted_on,
    posted_precision: review.posted_precision ?? null,
    post_url: review.post_url,
    status: review.status,
    sentiment: review.sentiment,
    language: review.language,
    profile_name: review.profile_name,
    sub_account_id: subAccountId,
    backfill: review.backfill,
  };
}

/** Prepares `review.created` and `review.deleted`. */
export function reviewNotification(event: DomainEvent<SentReview>): Notification {
  const review = event.data;
  return {
    ...common(event),
    data: reviewData(review, event.subaccountid),
    channelId: review.channel_id,
    rating: normalisedRating(review.rating_value, review.rating_scale),
    backfill: review.backfill,
  };
}

/** Prepares `review.updated`, which also lists the changed fields. */
export function reviewUpdatedNotification(event: DomainEvent<SentReviewUpdate>): Notification {
  const { changed, previous_status } = event.data;
  const notification = reviewNotification(event);
  return { ...notification, data: { ...notification.data, changed, previous_status } };
}

/**
 * Prepares `review.status_changed` of a changed review. Returns null if its status is as before. Its id follows from that of
 * `review.updated`, so that both can be stored, and a repeated event gives the same id.
 */
export function statusChangedNotification(event: DomainEvent<SentReviewUpdate>): Notification | null {
  const { changed, previous_status, status } = event.data;
  if (!changed.includes('status') || previous_status === status) return null;
  const notification = reviewNotification(event);
  return {
    ...notification,
    id: `${event.id}_status`,
    event: REVIEW_STATUS_CHANGED,
    data: { ...notification.data, previous_status },
  };
}

/** Prepares `channel.crawled`. A webhook that skips the reviews of first crawls gets their ends. */
export function crawlNotification(event: DomainEvent<ChannelCrawledPayload>): Notification {
  const { data } = event;
  return {
    ...common(event),
    data: pick(data, SENT_CRAWL),
    channelId: data.profile_id,
    rating: undefined,
    backfill: false,
  };
}

export function ratingNotification(event: DomainEvent<SentRating>): Notification {
  const { data } = event;
  return {
    ...common(event),
    data: pick(data, SENT_RATING),
    channelId: data.profile_id,
    rating: undefined,
    backfill: false,
  };
}

export function profileErrorNotification(event: DomainEvent<SentProfileError>): Notification {
  const { data } = event;
  return {
    ...common(event),
    data: pick(data, SENT_PROFILE_ERROR),
    channelId: data.profile_id,
    rating: undefined,
    backfill: false,
  };
}

/** Prepares an event of an invitation with these fields. */
export function inviteNotification(
  event: DomainEvent<SentInvite>,
  fields: readonly (keyof SentInvite)[],
): Notification {
  const more = fields.slice(SENT_INVITE.length);
  return {
    ...common(event),
    data: { ...pick(event.data, SENT_INVITE), sub_account_id: event.subaccountid, ...pick(event.data, more) },
    channelId: undefined,
    rating: undefined,
    backfill: false,
  };
}

/** Returns these fields only, in this order. Newer services may send more. */
function pick<T, F extends keyof T>(data: T, fields: readonly F[]): Pick<T, F> {
  return Object.fromEntries(fields.map((field) => [field, data[field]])) as Pick<T, F>;
}

function common(event: DomainEvent): Pick<Notification, 'id' | 'event' | 'occurredOn' | keyof Tenant> {
  return {
    id: event.id,
    event: event.type,
    occurredOn: new Date(event.time),
    account_id: event.accountid,
    sub_account_id: event.subaccountid,
  };
}
