import { IDEMPOTENCY, id, integer, number, orNull, text } from '../argument-schemas';
import { ADDS, CHANGES, type JsonSchema, READS, type Tool } from '../tool';

const STATUS = { enum: ['inbox', 'approved', 'ignored'] };
const AUTHOR: JsonSchema = text('Author name', { minLength: 1, maxLength: 191 });
const POSTED_ON = 'ISO date, or d/m/Y, d-m-Y, d.m.Y with an optional time';
const URL_LENGTH: JsonSchema = { maxLength: 2_048 };
const TAGS: JsonSchema = { type: 'array', items: { type: 'string' } };
const MEDIA: JsonSchema = {
  type: 'array',
  description: 'At most 10',
  items: {
    type: 'object',
    properties: { type: { type: 'string', enum: ['image', 'video', 'audio'] }, url: { type: 'string' } },
    required: ['type', 'url'],
  },
};

const FILTERS: Readonly<Record<string, JsonSchema>> = {
  status: text('Curation statuses, comma separated: inbox, approved, ignored; all of them when left out'),
  rating: text('Star ratings to include, comma separated, 1-5, for instance "4,5"'),
  min_rating: number('At or above this rating', { minimum: 1, maximum: 5 }),
  max_rating: number('At or below this rating', { minimum: 1, maximum: 5 }),
  channels: text('Channel ids, comma separated; together with sources, either matches'),
  sources: text('Custom source ids, comma separated'),
  tags: text('Tag ids, comma separated; any of them matches'),
  q: text('Searches review text and author names'),
  keyword: text('Searches the review text only'),
  media_only: integer('1: only reviews with photos or videos', { enum: [1] }),
  with_photos: integer('1: only reviews with an author photo', { enum: [1] }),
  since: text('Posted on or after this date or datetime (UTC), for instance 2026-01-31'),
  until: text('Posted on or before this date (the whole day) or datetime (UTC)'),
  translate: text('ISO language code: text is translated, text_original is added. Costs five calls'),
  limit: integer('Page size, 25 when left out', { minimum: 1, maximum: 100 }),
  before_ts: integer('next_before_ts of the page before; always together with before_id'),
  before_id: integer('next_before_id of the page before; always together with before_ts'),
};

export const REVIEW_TOOLS: readonly Tool[] = [
  {
    name: 'list_reviews',
    title: 'List reviews',
    description:
      'Reviews of the business by filter, newest first, with the count of all that match. For the next page pass next_before_ts and next_before_id as before_ts and before_id.',
    method: 'GET',
    path: '/public/v1/reviews/get',
    scope: 'reviews:read',
    effect: READS,
    arguments: { query: FILTERS },
  },
  {
    name: 'get_review',
    title: 'Get a review',
    description: 'One review with its author, rating, tags, media and curation status.',
    method: 'GET',
    path: '/public/v1/reviews/get/{id}',
    scope: 'reviews:read',
    effect: READS,
    arguments: { path: { id: id('review') } },
  },
  {
    name: 'add_review',
    title: 'Add a review',
    description:
      'Adds a review that was received elsewhere (by mail, on paper). One with the same author and text is refused as a duplicate.',
    method: 'POST',
    path: '/public/v1/reviews/add',
    scope: 'reviews:write',
    effect: ADDS,
    arguments: {
      body: {
        from_name: AUTHOR,
        text: text('Plain text, 1 to 20,000 characters; HTML is stripped'),
        posted_on: text(POSTED_ON),
        status: text('inbox when left out; approved is published to widgets at once', STATUS),
        rating_value: orNull(number('0 to rating_scale', { minimum: 0, maximum: 100 })),
        rating_scale: integer('5 when left out', { enum: [5, 10, 100] }),
        from_image: orNull(text('Address of the author photo', URL_LENGTH)),
        from_url: orNull(text('Address of the author profile', URL_LENGTH)),
        from_email: orNull(text('Stored, never shown', { maxLength: 254 })),
        post_url: orNull(text('Where the review can be seen', URL_LENGTH)),
        video_url: orNull(text('Hosted video page or file', URL_LENGTH)),
        media: MEDIA,
        source_id: orNull(integer('A source of this sub account; "Manual" when left out')),
        tags: { ...TAGS, description: 'Names, at most 20; unknown ones are created' },
        additional: {
          type: ['object', 'null'],
          description: 'At most 20 fields of your own with plain values',
          additionalProperties: true,
        },
        language: orNull(text('ISO code of the language of the text')),
        external_id: orNull(text('Your own id, unique within the source', { minLength: 1, maxLength: 191 })),
      },
      headers: IDEMPOTENCY,
    },
    required: ['from_name', 'text', 'posted_on'],
  },
  {
    name: 'update_review',
    title: 'Curate or edit a review',
    description:
      'Sets the curation status of a review (approved ones are shown in widgets at once), its tags, or its fields. Only what is given changes.',
    method: 'PUT',
    path: '/public/v1/reviews/update/{id}',
    scope: 'reviews:write',
    effect: CHANGES,
    arguments: {
      path: { id: id('review') },
      body: {
        status: text('approved publishes, ignored hides, inbox puts back', STATUS),
        tags: { ...TAGS, description: 'Names; replaces all tags of the review, unknown ones are created' },
        text: text('Plain text'),
        from_name: AUTHOR,
        posted_on: text(POSTED_ON),
        rating_value: orNull(integer('0 to 5 stars', { minimum: 0, maximum: 5 })),
        from_image: orNull(text('Address of the author photo', URL_LENGTH)),
        post_url: orNull(text('Where the review can be seen', URL_LENGTH)),
        video_url: orNull(text('Attaches a video; null removes the videos', URL_LENGTH)),
        source_id: integer('Only for reviews that come from no channel'),
      },
    },
  },
];
