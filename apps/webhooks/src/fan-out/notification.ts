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
} from '@plaudit/contracts';
import type { Envelope } from './envelope';

/** Events a webhook may subscribe to; the last two are opt-in additions to the contract's three. */
export const WEBHOOK_EVENTS: readonly string[] = [
  reviewCreated.name,
  ratingChanged.name,
  profileError.name,
  reviewUpdated.name,
  reviewDeleted.name,
];

/** A domain event as webhooks see it: what is sent, and what filters judge it by. */
export interface Notification extends Envelope {
  accountId: number;
  subAccountId: number;
  /** The channel it is about; null without one. */
  channelId: number | null;
  /** Only of reviews, on five stars; undefined when ratings do not apply, null when the review has none. */
  rating: number | null | undefined;
  /** A channel's first crawl brought it. */
  backfill: boolean;
}

/** The five fields of the contract first, then the additions. */
export function reviewData(review: ReviewPayload, subAccountId: number) {
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

/** `review.created` and `review.deleted`. */
export function reviewNotification(event: DomainEvent<ReviewPayload>): Notification {
  const review = event.data;
  return {
    ...common(event),
    data: reviewData(review, event.subaccountid),
    channelId: review.channel_id,
    rating: normalisedRating(review.rating_value, review.rating_scale),
    backfill: review.backfill,
  };
}

/** `review.updated` also says what changed. */
export function reviewUpdatedNotification(event: DomainEvent<ReviewUpdatedPayload>): Notification {
  const { changed, previous_status } = event.data;
  const notification = reviewNotification(event);
  return { ...notification, data: { ...notification.data, changed, previous_status } };
}

export function ratingNotification(event: DomainEvent<RatingChangedPayload>): Notification {
  const { data } = event;
  return {
    ...common(event),
    data: {
      profile_id: data.profile_id,
      profile_name: data.profile_name,
      platform: data.platform,
      sub_account_id: data.sub_account_id,
      rating_scale: data.rating_scale,
      score: data.score,
      previous_score: data.previous_score,
      reviews: data.reviews,
      previous_reviews: data.previous_reviews,
      changed: data.changed,
      checked_on: data.checked_on,
    },
    channelId: data.profile_id,
    rating: undefined,
    backfill: false,
  };
}

export function profileErrorNotification(event: DomainEvent<ProfileErrorPayload>): Notification {
  const { data } = event;
  return {
    ...common(event),
    data: {
      profile_id: data.profile_id,
      profile_name: data.profile_name,
      platform: data.platform,
      url: data.url,
      sub_account_id: data.sub_account_id,
      reason: data.reason,
      error_code: data.error_code,
      msg: data.msg,
      consecutive_failures: data.consecutive_failures,
      last_success_on: data.last_success_on,
      next_attempt_on: data.next_attempt_on,
      disabled: data.disabled,
    },
    channelId: data.profile_id,
    rating: undefined,
    backfill: false,
  };
}

function common(
  event: DomainEvent,
): Pick<Notification, 'id' | 'event' | 'occurredOn' | 'accountId' | 'subAccountId'> {
  return {
    id: event.id,
    event: event.type,
    occurredOn: new Date(event.time),
    accountId: event.accountid,
    subAccountId: event.subaccountid,
  };
}
