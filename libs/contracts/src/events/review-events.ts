import { ArrayMaxSize, IsInt, Matches, Min } from 'class-validator';
import { Nullable } from '../field-rules';
import { WIRE_DATE } from '../wire-date';
import { defineEvent } from './define-event';
import { exampleOf, listOfText, oneOf, payloadClass } from './fields';
import { NestedList } from './nested';
import { REVIEW_EVENT_FIELDS, REVIEW_FIELDS, REVIEW_STATUSES } from './review-fields';

const PAYLOAD_FIELDS = { ...REVIEW_FIELDS, ...REVIEW_EVENT_FIELDS };

/** The full review as the API shows it (without translation), plus how it came in. */
export class ReviewPayload extends payloadClass(PAYLOAD_FIELDS) {}

/** What the event of a changed review adds to the review. */
export const REVIEW_CHANGE_FIELDS = {
  changed: listOfText({ description: 'Names of the fields that changed', example: ['status'] }),
  previous_status: oneOf(REVIEW_STATUSES, { description: 'Status before the change', example: 'inbox' }),
};

export class ReviewUpdatedPayload extends payloadClass({ ...PAYLOAD_FIELDS, ...REVIEW_CHANGE_FIELDS }) {}

/** How many reviews of one channel are stored. */
export class CountedChannel {
  @IsInt() channel_id: number;
  @IsInt() @Min(0) reviews: number;
}

/** The most channels of one `review.counted`. A sub account with more has several events, which fit their size limit. */
export const MAX_COUNTED_CHANNELS = 2_000;

/** The counts of the sub account's channels whose ids are above `after_channel_id` and at most `up_to_channel_id`. */
export class ReviewCountedPayload {
  /** The counts include exactly the reviews whose `review.created` and `review.deleted` have this `time` or an earlier one. */
  @Matches(WIRE_DATE) as_of: string;
  /** 0 in the first event of the sub account. */
  @IsInt() @Min(0) after_channel_id: number;
  /** Null in the last event of the sub account. */
  @Nullable() @IsInt() up_to_channel_id: number | null;
  /** In the order of their ids. A channel that is not listed has no reviews. */
  @ArrayMaxSize(MAX_COUNTED_CHANNELS)
  @NestedList(() => CountedChannel)
  channels: CountedChannel[];
}

/** A review of an app store, which has neither photos nor profiles. */
const EXAMPLE: ReviewPayload = {
  ...exampleOf(PAYLOAD_FIELDS),
  from_image: null,
  from_url: 'https://itunes.apple.com/gb/reviews/id1',
  post_url: null,
  tags: [{ id: 3, name: 'speed' }],
  media: [],
  language: null,
  reply: null,
};

export const reviewCreated = defineEvent({
  name: 'review.created',
  version: 1,
  producer: 'reviews',
  payload: ReviewPayload,
  summary:
    'A review is new, whether collected from a channel, added through the API, or written on the landing page of an invitation.',
  example: EXAMPLE,
});

export const reviewUpdated = defineEvent({
  name: 'review.updated',
  version: 1,
  producer: 'reviews',
  payload: ReviewUpdatedPayload,
  summary: 'A review changed: curated, edited, tagged, or edited or removed on its platform.',
  example: { ...EXAMPLE, status: 'approved', ...exampleOf(REVIEW_CHANGE_FIELDS) },
});

export const reviewDeleted = defineEvent({
  name: 'review.deleted',
  version: 1,
  producer: 'reviews',
  payload: ReviewPayload,
  summary: 'A review was deleted by the user, or together with its channel. Carries its last state.',
  example: EXAMPLE,
});

export const reviewCounted = defineEvent({
  name: 'review.counted',
  version: 1,
  producer: 'reviews',
  payload: ReviewCountedPayload,
  summary:
    'The nightly count of the reviews of each channel, by which services correct the counters that they keep from events.',
  example: {
    as_of: '2026-09-20 02:34:26',
    after_channel_id: 0,
    up_to_channel_id: null,
    channels: [
      { channel_id: 42, reviews: 212 },
      { channel_id: 43, reviews: 0 },
    ],
  },
});
