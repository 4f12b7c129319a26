import { IsArray, IsIn, IsString } from 'class-validator';
import { defineEvent } from './define-event';
import { exampleOf, payloadClass } from './fields';
import { REVIEW_EVENT_FIELDS, REVIEW_FIELDS, REVIEW_STATUSES, type ReviewStatus } from './review-fields';

const PAYLOAD_FIELDS = { ...REVIEW_FIELDS, ...REVIEW_EVENT_FIELDS };

/** The full review as the API shows it (without translation), plus how it came in. */
export class ReviewPayload extends payloadClass(PAYLOAD_FIELDS) {}

export class ReviewUpdatedPayload extends ReviewPayload {
  /** Names of the fields that changed. */
  @IsArray() @IsString({ each: true }) changed: string[];
  /** Status before the change. */
  @IsIn(REVIEW_STATUSES) previous_status: ReviewStatus;
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
  summary: 'A review is new, whether collected from a channel or added through the API.',
  example: EXAMPLE,
});

export const reviewUpdated = defineEvent({
  name: 'review.updated',
  version: 1,
  producer: 'reviews',
  payload: ReviewUpdatedPayload,
  summary: 'A review changed: curated, edited, tagged, or edited or removed on its platform.',
  example: { ...EXAMPLE, status: 'approved', changed: ['status'], previous_status: 'inbox' },
});

export const reviewDeleted = defineEvent({
  name: 'review.deleted',
  version: 1,
  producer: 'reviews',
  payload: ReviewPayload,
  summary: 'A review was deleted by the user, or together with its channel. Carries its last state.',
  example: EXAMPLE,
});
