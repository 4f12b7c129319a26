import { type Sentiment } from '../rating';
import {
  date,
  flag,
  freeForm,
  integer,
  listOf,
  nested,
  nullable,
  number,
  oneOf,
  optional,
  payloadClass,
  pick,
  type Shape,
  text,
  url,
} from './fields';

export const REVIEW_STATUSES = ['inbox', 'approved', 'ignored'] as const;
/** Curation status; its index is the numeric form that the API accepts (0, 1, 2). */
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export const MEDIA_TYPES = ['image', 'video', 'audio'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

const REVIEW_ORIGINS = ['channel', 'api', 'dashboard', 'invitation'] as const;
export type ReviewOrigin = (typeof REVIEW_ORIGINS)[number];

/**
 * How exact the date of a review is. `relative` is an estimate: the platform showed only "2 weeks ago". `unknown` means that the
 * platform gave no date, or none that can be read; the date is {@link UNKNOWN_DATE} then.
 */
export const DATE_PRECISIONS = ['second', 'day', 'month', 'relative', 'unknown'] as const;
export type DatePrecision = (typeof DATE_PRECISIONS)[number];

/** `posted_on` of a review whose date is not known. It sorts such a review behind all others and makes it new at no time. */
export const UNKNOWN_DATE = '1970-01-01 00:00:00';

const SENTIMENTS: readonly Sentiment[] = ['positive', 'neutral', 'negative'];

export const TAG_FIELDS = {
  id: integer({ description: 'Id of the tag, which lists filter by', example: 3 }),
  name: text({ description: 'Name as it was first spelled', example: 'bread' }),
};
export class ReviewTag extends payloadClass(TAG_FIELDS) {}

export const MEDIA_FIELDS = {
  type: oneOf(MEDIA_TYPES, { description: 'Kind of media', example: 'image' }),
  url: url({
    description: 'The file, or the page that shows it',
    example: 'https://cdn.example.com/photo.jpg',
  }),
  src: nullable(
    url({
      description: 'The file that a browser can show or play; null for a video whose url is a page',
      example: 'https://cdn.example.com/photo.jpg',
    }),
  ),
};
export class ReviewMedia extends payloadClass(MEDIA_FIELDS) {}

export const REPLY_FIELDS = {
  text: text({ description: 'Plain text with real newlines', example: 'Thank you!' }),
  posted_on: nullable(
    date({
      description: 'When the reply was posted, UTC; null if the platform does not say',
      example: '2026-09-15 08:02:10',
    }),
  ),
};
/** The owner's reply on the platform. */
export class ReviewReply extends payloadClass(REPLY_FIELDS) {}

/**
 * The fields of a review as the API and the events show it, in this order. The payload of the events, the API's response,
 * its documentation and the SQL that builds a review all come from this list.
 */
export const REVIEW_FIELDS = {
  id: integer({ description: 'Id of the review, which the other operations take', example: 4711 }),
  type: text({
    description: 'Platform of the channel; custom for reviews without a channel',
    example: 'app_store',
  }),
  label: text({ description: 'Name of the platform or of the custom source', example: 'Apple App Store' }),
  platform: text({ description: 'The same as type', example: 'app_store' }),
  text: text({ description: 'Plain text with real newlines', example: 'Works well.' }),
  sentiment: nullable(
    oneOf(SENTIMENTS, {
      description: 'positive for 4 and 5 stars, neutral for 3, negative for 1 and 2; null without a rating',
      example: 'positive',
    }),
  ),
  from_name: text({ description: 'Name of the author', example: 'Nick' }),
  from_image: nullable(
    url({ description: 'Photo of the author', example: 'https://cdn.example.com/nick.jpg' }),
  ),
  from_url: nullable(
    url({ description: 'Profile of the author', example: 'https://example.com/people/nick' }),
  ),
  post_url: nullable(
    url({
      description: 'Address of the review on the platform, or of the page of its video',
      example: 'https://example.com/reviews/77',
    }),
  ),
  rating_value: nullable(
    number({ description: 'From 0 to rating_scale; null without a rating', example: 5 }),
  ),
  rating_scale: integer({ description: 'The best possible rating', example: 5 }),
  posted_on: date({
    description: `When the review was posted, UTC; ${UNKNOWN_DATE} if posted_precision is unknown`,
    example: '2026-09-14 11:24:23',
  }),
  posted_precision: optional(
    nullable(
      oneOf(DATE_PRECISIONS, {
        description:
          'How exact posted_on is. second: date and time. day: the time is 00:00:00. month: the first day of that month. relative: an estimate, because the platform shows only a time span such as "2 weeks ago". unknown: the platform gives no date, or none that can be read; do not show posted_on. null for reviews stored before this was recorded',
        example: 'second',
      }),
    ),
  ),
  tags: listOf(ReviewTag, { description: 'Tags, sorted by name', example: [{ id: 3, name: 'bread' }] }),
  additional: nullable(
    freeForm({
      description: 'Custom fields that were collected or added with the review',
      example: { version: '1.8.0' },
    }),
  ),
  media: listOf(ReviewMedia, {
    description: 'Photos, videos and audio',
    example: [
      {
        type: 'image',
        url: 'https://cdn.example.com/photo.jpg',
        src: 'https://cdn.example.com/photo.jpg',
      },
    ],
  }),
  status: oneOf(REVIEW_STATUSES, {
    description: 'Curation status; widgets show approved reviews',
    example: 'inbox',
  }),
  channel_id: nullable(
    integer({ description: 'Id of the channel; null for reviews without a channel', example: 42 }),
  ),
  source_id: nullable(
    integer({ description: 'Id of the custom source; null for reviews of a channel', example: 7 }),
    null,
  ),
  language: nullable(
    text({ description: 'Language of the text as BCP 47 spells it; null if unknown', example: 'en' }),
  ),
  reply: nullable(
    nested(ReviewReply, {
      description: 'The owner’s reply on the platform',
      example: { text: 'Thank you!', posted_on: '2026-09-15 08:02:10' },
    }),
  ),
  verified: flag({ description: 'True if the platform says that the author was a customer', example: false }),
  removed_on: nullable(
    date({
      description:
        'When a crawl found that the platform no longer shows the review, UTC; null while it shows it. Known for platforms whose coverage is full',
      example: '2026-10-01 06:00:00',
    }),
    null,
  ),
  created_on: date({ description: 'When the review was stored, UTC', example: '2026-09-20 02:40:01' }),
  updated_on: date({
    description: 'When the stored review last changed, UTC',
    example: '2026-09-20 02:40:01',
  }),
};

/** A review as the API shows it. */
export type Review = Shape<typeof REVIEW_FIELDS>;

/** Fields that the events carry and the API does not show. */
export const REVIEW_EVENT_FIELDS = {
  profile_name: nullable(
    text({ description: 'Name of the channel; null without a channel', example: 'Acme Notes' }),
  ),
  origin: oneOf(REVIEW_ORIGINS, { description: 'How the review came in', example: 'channel' }),
  backfill: flag({ description: "True if the channel's first crawl collected it", example: false }),
  invite_id: optional(
    nullable(
      integer({
        description:
          'Id of the invitation request on whose landing page the review was written; null for others',
        example: 901,
      }),
      null,
    ),
  ),
};

/** The fields that a crawler reads from the platform, as every collected review has them. */
const PLATFORM_FIELDS = pick(REVIEW_FIELDS, [
  'text',
  'language',
  'from_name',
  'from_image',
  'from_url',
  'post_url',
  'rating_value',
  'rating_scale',
  'posted_on',
  'posted_precision',
  'media',
  'reply',
  'verified',
  'additional',
]);

/** A review as a crawler read it: normalised, not yet stored. A new field is `optional(REVIEW_FIELDS.…)` here. */
export const COLLECTED_FIELDS = {
  external_id: text({ description: 'Id on the platform, unique within the channel', example: '14500000001' }),
  ...PLATFORM_FIELDS,
  removed: flag({
    description: 'True if the platform says that the review is deleted or unpublished',
    example: false,
  }),
};
