import {
  CHANNEL_CRAWLED_FIELDS,
  type ChannelCrawledPayload,
  INVITE_FAILED_FIELDS,
  INVITE_SENT_FIELDS,
  integer,
  type InviteFailedPayload,
  type InvitePayload,
  type InviteSentPayload,
  pick,
  PROFILE_ERROR_FIELDS,
  type ProfileErrorPayload,
  RATING_CHANGED_FIELDS,
  type RatingChangedPayload,
  REVIEW_CHANGE_FIELDS,
  REVIEW_EVENT_FIELDS,
  REVIEW_FIELDS,
  type ReviewPayload,
  type ReviewUpdatedPayload,
  type Shape,
} from '@plaudit/contracts';

/** The fields of review events that filters and bodies use. */
export const SENT_REVIEW = [
  'id',
  'from_name',
  'rating_value',
  'rating_scale',
  'text',
  'channel_id',
  'platform',
  'posted_on',
  'posted_precision',
  'post_url',
  'status',
  'sentiment',
  'language',
  'profile_name',
  'backfill',
] as const satisfies (keyof ReviewPayload)[];
export type SentReview = Pick<ReviewPayload, (typeof SENT_REVIEW)[number]>;
export type SentReviewUpdate = SentReview & Pick<ReviewUpdatedPayload, keyof typeof REVIEW_CHANGE_FIELDS>;

const REVIEW = { ...REVIEW_FIELDS, ...REVIEW_EVENT_FIELDS };

/** `data` of `review.created` and `review.deleted`. The five oldest fields come first. */
export const REVIEW_DATA = {
  ...pick(REVIEW, ['from_name', 'rating_value', 'text']),
  profile_id: REVIEW.channel_id,
  platform: { ...REVIEW.platform, description: 'Platform that the review comes from' },
  ...pick(REVIEW, ['id', 'rating_scale', 'posted_on', 'posted_precision', 'post_url', 'status', 'sentiment']),
  ...pick(REVIEW, ['language', 'profile_name']),
  sub_account_id: integer({ description: 'Id of the sub account that owns the review', example: 12 }),
  ...pick(REVIEW, ['backfill']),
};

/** `data` of `review.updated`. */
export const REVIEW_UPDATE_DATA = { ...REVIEW_DATA, ...REVIEW_CHANGE_FIELDS };

/** `data` of `review.status_changed`. */
export const REVIEW_STATUS_DATA = { ...REVIEW_DATA, ...pick(REVIEW_CHANGE_FIELDS, ['previous_status']) };

/** `data` of `channel.crawled`. */
export const CRAWL_DATA = CHANNEL_CRAWLED_FIELDS;
export const SENT_CRAWL = Object.keys(CRAWL_DATA) as (keyof ChannelCrawledPayload)[];

export const SENT_RATING = [
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
export type SentRating = Pick<RatingChangedPayload, (typeof SENT_RATING)[number]>;

/** `data` of `rating.changed`. */
export const RATING_DATA = pick(RATING_CHANGED_FIELDS, SENT_RATING);

export const SENT_PROFILE_ERROR = [
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
export type SentProfileError = Pick<ProfileErrorPayload, (typeof SENT_PROFILE_ERROR)[number]>;

/** `data` of `profile.error`. */
export const PROFILE_ERROR_DATA = pick(PROFILE_ERROR_FIELDS, SENT_PROFILE_ERROR);

export const SENT_INVITE = [
  'id',
  'settings_id',
  'settings_name',
  'parent_id',
  'step',
  'type',
  'reference',
  'created_on',
  'happened_on',
] as const satisfies (keyof InvitePayload)[];
export const SENT_INVITE_SENDING = [
  ...SENT_INVITE,
  'delivery',
] as const satisfies (keyof InviteSentPayload)[];
export const SENT_INVITE_FAILURE = [
  ...SENT_INVITE,
  'error_code',
] as const satisfies (keyof InviteFailedPayload)[];
/** An invitation. Only `invite.sent` has `delivery`, and only `invite.failed` has `error_code`. */
export type SentInvite = Pick<InvitePayload, (typeof SENT_INVITE)[number]> &
  Partial<Pick<InviteSentPayload, 'delivery'> & Pick<InviteFailedPayload, 'error_code'>>;

/** `data` of `invite.clicked`, `invite.reviewed` and `invite.unsubscribed`. It has neither name nor address of the recipient. */
export const INVITE_DATA = {
  ...pick(INVITE_SENT_FIELDS, SENT_INVITE),
  sub_account_id: integer({ description: 'Id of the sub account that owns the invitation', example: 12 }),
};

/** `data` of `invite.sent`. */
export const INVITE_SENT_DATA = { ...INVITE_DATA, ...pick(INVITE_SENT_FIELDS, ['delivery']) };

/** `data` of `invite.failed`. */
export const INVITE_FAILED_DATA = { ...INVITE_DATA, ...pick(INVITE_FAILED_FIELDS, ['error_code']) };

export type ReviewData = Shape<typeof REVIEW_DATA>;
