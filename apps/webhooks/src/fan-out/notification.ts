import {
  type DomainEvent,
  normalisedRating,
  profileError,
  type ProfileErrorPayload,
  ratingChanged,
  type RatingChangedPayload,
  reviewCreated,
  reviewDeleted,
  type ReviewPayload,
  reviewUpdated,
  type ReviewUpdatedPayload,
  type Tenant,
} from '@plaudit/contracts';
import type { Envelope } from './envelope';

/** The events that a webhook may subscribe to. */
export const WEBHOOK_EVENTS: readonly string[] = [
  reviewCreated.name,
  ratingChanged.name,
  profileError.name,
  reviewUpdated.name,
  reviewDeleted.name,
];

/** The fields of review events that filters and bodies use. */
export const REVIEW_FIELDS = [
  'id',
  'from_name',
  'rating_value',
  'rating_scale',
  'text',
  'channel_id',
  'platform',
  'posted_on',
  'post_url',
  'status',
  'sentiment',
  'language',
  'profile_name',
  'backfill',
] as const satisfies (keyof ReviewPayload)[];
export type SentReview = Pick<ReviewPayload, (typeof REVIEW_FIELDS)[number]>;
export type SentReviewUpdate = SentReview & Pick<ReviewUpdatedPayload, 'changed' | 'previous_status'>;

export const RATING_FIELDS = [
  'profile_id',
  'profile_name',
  'platform',
  'sub_account_id',
  'rating_scale',
  'score',
  'previous_score',
  'reviews',
  'previous_reviews',
  'changed',
  'checked_on',
] as const satisfies (keyof RatingChangedPayload)[];
export type SentRating = Pick<RatingChangedPayload, (typeof RATING_FIELDS)[number]>;

export const PROFILE_ERROR_FIELDS = [
  'profile_id',
  'profile_name',
  'platform',
  'url',
  'sub_account_id',
  'reason',
  'error_code',
  'msg',
  'consecutive_failures',
  'last_success_on',
  'next_attempt_on',
  'disabled',
] as const satisfies (keyof ProfileErrorPayload)[];
export type SentProfileError = Pick<ProfileErrorPayload, (typeof PROFILE_ERROR_FIELDS)[number]>;

/** A domain event prepared for webhooks: the envelope to send and the fields that filters use. */
export interface Notification extends Envelope, Tenant {
  /** The channel of the event, or null. */
  channelId: number | null;
  /**
   * The rating of the review on five stars. Null if the review has no rating, undefined if the event is not a review.
   */
  rating: number | null | undefined;
  /** True if the first crawl of a channel collected the review. */
  backfill: boolean;
}

/** Returns the `data` of a review event. The five oldest fields come first. */
export function reviewData(review: SentReview, subAccountId: number) {
  return {
    from_name: review.from_name,
    rating_value: review.rating_value,
    text: review.text,
    profile_id: review.channel_id,
    platform: review.platform,
    id: review.id,
    rating_scale: review.rating_scale,
    posted_on: review.posted_on,
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

export function ratingNotification(event: DomainEvent<SentRating>): Notification {
  const { data } = event;
  return {
    ...common(event),
    data: pick(data, RATING_FIELDS),
    channelId: data.profile_id,
    rating: undefined,
    backfill: false,
  };
}

export function profileErrorNotification(event: DomainEvent<SentProfileError>): Notification {
  const { data } = event;
  return {
    ...common(event),
    data: pick(data, PROFILE_ERROR_FIELDS),
    channelId: data.profile_id,
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
