import { defineEvent } from './define-event';
import {
  date,
  exampleOf,
  flag,
  integer,
  listOfWords,
  nullable,
  number,
  oneOf,
  payloadClass,
  pick,
  text,
  url,
} from './fields';

/** What a profile on a platform is, in the events about it. */
const PROFILE = {
  profile_id: integer({ description: 'Id of the channel', example: 42 }),
  profile_name: text({ description: 'Name of the channel', example: 'Acme Notes' }),
  platform: text({ description: 'Platform of the channel', example: 'app_store' }),
};
const SUB_ACCOUNT = integer({ description: 'Id of the sub account that owns the channel', example: 12 });

export const RATING_CHANGED_FIELDS = {
  ...PROFILE,
  sub_account_id: SUB_ACCOUNT,
  rating_scale: integer({ description: 'The best possible score', example: 5 }),
  score: nullable(
    number({ description: 'Official score on rating_scale; null if the platform shows none', example: 4.7 }),
  ),
  previous_score: nullable(number({ description: 'Official score before the change', example: 4.6 })),
  reviews: nullable(
    integer({ description: 'Official number of reviews; null if the platform shows none', example: 215 }),
  ),
  previous_reviews: nullable(
    integer({ description: 'Official number of reviews before the change', example: 212 }),
  ),
  changed: listOfWords(['score', 'reviews'], {
    description: 'Which of the two changed',
    example: ['score', 'reviews'],
  }),
  checked_on: date({ description: 'When the platform was read, UTC', example: '2026-09-21 02:40:11' }),
};

/** The official figures of a profile, as a crawl read them. */
const FIGURES = pick(RATING_CHANGED_FIELDS, ['rating_scale', 'score', 'reviews', 'checked_on']);

export class RatingChangedPayload extends payloadClass(RATING_CHANGED_FIELDS) {}

export const RATING_SNAPSHOT_FIELDS = { ...PROFILE, sub_account_id: SUB_ACCOUNT, ...FIGURES };

export class RatingSnapshotPayload extends payloadClass(RATING_SNAPSHOT_FIELDS) {}

/** What a page of the rating history has for each day of a profile. */
export const RATING_RECORD_FIELDS = { ...pick(PROFILE, ['profile_id']), ...FIGURES };

/** Why a profile cannot be crawled, as an error code of the API. */
export const PROFILE_ERROR_CODES = [
  'not_found',
  'blocked',
  'auth_expired',
  'credentials_invalid',
  'parse_failed',
  'empty_result',
  'timeout',
  'platform_error',
  'rate_limited',
  'quota_exceeded',
] as const;
export type ProfileErrorCode = (typeof PROFILE_ERROR_CODES)[number];

export const PROFILE_ERROR_FIELDS = {
  ...PROFILE,
  url: nullable(
    url({
      description: 'Address of the profile; null for a platform without addresses',
      example: 'https://apps.apple.com/gb/app/acme-notes/id1234567890',
    }),
  ),
  sub_account_id: SUB_ACCOUNT,
  reason: oneOf(['first_failure', 'disabled'], {
    description:
      'first_failure: the failure that gives the profile the status error; disabled: the channel is not crawled any more',
    example: 'first_failure',
  }),
  error_code: oneOf(PROFILE_ERROR_CODES, { description: 'Why the crawl failed', example: 'timeout' }),
  msg: text({
    description: 'Why the crawl failed, in one sentence',
    example: 'The platform did not answer within 30 seconds.',
  }),
  consecutive_failures: integer({
    description: 'Number of failed crawls since the last success',
    example: 1,
  }),
  last_success_on: nullable(
    date({
      description: 'When a crawl last succeeded, UTC; null if none did',
      example: '2026-09-20 02:40:11',
    }),
  ),
  next_attempt_on: nullable(
    date({
      description: 'When the next crawl is due, UTC; null if there is none',
      example: '2026-09-21 03:40:11',
    }),
  ),
  disabled: flag({ description: 'True if the channel is not crawled any more', example: false }),
};

export class ProfileErrorPayload extends payloadClass(PROFILE_ERROR_FIELDS) {}

export const ratingChanged = defineEvent({
  name: 'rating.changed',
  version: 1,
  producer: 'channels',
  payload: RatingChangedPayload,
  summary:
    "A profile's official score changed by at least 0.01, or its official review count changed. Not sent for the first crawl.",
  example: exampleOf(RATING_CHANGED_FIELDS),
});

export const ratingSnapshot = defineEvent({
  name: 'rating.snapshot',
  version: 1,
  producer: 'channels',
  payload: RatingSnapshotPayload,
  summary:
    'The official figures of a profile, as a successful crawl read them, whether they changed or not. A profile has none on a day without such a crawl.',
  example: exampleOf(RATING_SNAPSHOT_FIELDS),
});

export const profileError = defineEvent({
  name: 'profile.error',
  version: 1,
  producer: 'channels',
  payload: ProfileErrorPayload,
  summary: 'A profile cannot be crawled: its status became error, or the channel was disabled.',
  example: exampleOf(PROFILE_ERROR_FIELDS),
});
