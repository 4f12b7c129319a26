import { isDeepStrictEqual } from 'node:util';
import { ApiError, ownValue, REVIEW_FIELDS, UNKNOWN_DATE, wireDate } from '@plaudit/contracts';
import { isWebUrl, reviewDate, reviewDatePrecision } from '@plaudit/runtime';
import {
  assertWithinScale,
  authorName,
  RATING_SCALES,
  reviewText,
  videoPage,
  withVideo,
} from './fields/field-values';
import { fingerprint, parseStatus, statusNumber } from './review';
import type { ReviewEntity } from './review.entity';
import type { ReviewChange } from './review-rows';
import type { ReviewUpdateInput } from './reviews.dto';

/** A user's change to one of these fields is kept when the review is edited on its platform later. */
const PROTECTED_FIELDS = [
  'text',
  'from_name',
  'posted_on',
  'rating_value',
  'from_image',
  'post_url',
  'media',
] as const;

/**
 * Returns the columns that an update of the API changes, except source and tags. A field with the stored value changes nothing, so a review
 * can be sent back as it was read, also with values that a platform may have and a client may not. Throws 400 if another value is
 * not allowed.
 */
export function changedFields(review: ReviewEntity, given: ReviewUpdateInput, now: Date): ReviewChange {
  const input = withoutStored(review, given);
  const change = withPrecision(differing(review, wantedFields(review, input, now)), review, input);
  const dated = change.posted_precision !== undefined;
  const protectedNow = PROTECTED_FIELDS.filter(
    (field) => field in change || (field === 'posted_on' && dated),
  );
  // A review that outlived its channel gets its next channel with these changes.
  if (review.origin !== 'channel' || protectedNow.length === 0) return change;
  const edited = new Set([...review.edited_fields, ...protectedNow]);
  // A date that a user has set back to unknown may be replaced by a crawl.
  if (change.posted_precision === 'unknown') edited.delete('posted_on');
  return { ...change, edited_fields: [...edited] };
}

/** The same date, given as exactly or less so than it is stored, is no change. An unknown date is not the day that stands for it. */
function withPrecision(
  change: ReviewChange,
  review: ReviewEntity,
  { posted_on }: ReviewUpdateInput,
): ReviewChange {
  if (posted_on === undefined) return change;
  const posted_precision = reviewDatePrecision(posted_on);
  const staysKnown = (posted_precision === 'unknown') === (review.posted_precision === 'unknown');
  return change.posted_on === undefined && staysKnown ? change : { ...change, posted_precision };
}

/**
 * Returns the columns of `wanted` whose value differs from the stored one. An undefined column stays as it is. The same
 * rating_value on another rating_scale is a different rating.
 */
export function differing(review: ReviewEntity, wanted: ReviewChange): ReviewChange {
  const rating_value = review.rating_value === null ? null : Number(review.rating_value);
  const current = { ...review, rating_value, fingerprint: review.fingerprint.toString('hex') };
  const rescaled = wanted.rating_scale !== undefined && wanted.rating_scale !== review.rating_scale;
  const differs = ([field, value]: [string, unknown]): boolean => {
    if (value === undefined) return false;
    if (field === 'rating_value' && rescaled) return true;
    return !isDeepStrictEqual(ownValue(current, field), value);
  };
  return Object.fromEntries(Object.entries(wanted).filter(differs)) as ReviewChange;
}

/** The fields that platforms may give in a form that an update could not store again. */
const AS_READ = ['text', 'from_name', 'posted_on', 'from_image', 'post_url'] as const;

function withoutStored(review: ReviewEntity, given: ReviewUpdateInput): ReviewUpdateInput {
  const posted_on = wireDate(review.posted_on);
  // This date means an unknown one, unless the review was posted then.
  const isKnown = posted_on !== UNKNOWN_DATE || given.posted_precision === review.posted_precision;
  const stored = { ...review, posted_on: isKnown ? posted_on : null };
  const sent = AS_READ.filter((field) => given[field] === stored[field]).map((field) => [field, undefined]);
  return { ...given, ...(Object.fromEntries(sent) as ReviewUpdateInput) };
}

/** Returns rating and scale. A rating without a scale is one of five, and a scale alone is that of the stored rating. */
function wantedRating(
  review: ReviewEntity,
  input: ReviewUpdateInput,
): Pick<ReviewChange, 'rating_value' | 'rating_scale'> {
  if (input.rating_value === undefined && input.rating_scale === undefined) return {};
  const stored = review.rating_value === null ? null : Number(review.rating_value);
  const { rating_value = stored, rating_scale = 5 } = input;
  if (rating_scale !== review.rating_scale && !RATING_SCALES.includes(rating_scale)) {
    const scales = [...new Set([...RATING_SCALES, review.rating_scale])];
    const msg = `rating_scale must be one of ${scales.join(', ')}.`;
    throw new ApiError('validation_failed', msg, { field: 'rating_scale' });
  }
  assertWithinScale(rating_value, rating_scale);
  return { rating_value, rating_scale };
}

/** Throws 400 for an address that is not the stored one and that an update may not set. */
function assertWebUrls(input: ReviewUpdateInput): void {
  for (const field of ['from_image', 'post_url'] as const) {
    const url = input[field];
    if (typeof url !== 'string' || isWebUrl(url)) continue;
    throw new ApiError('invalid_url', `${field} must be an absolute http or https URL.`, { field });
  }
}

function wantedFields(review: ReviewEntity, input: ReviewUpdateInput, now: Date): ReviewChange {
  assertWebUrls(input);
  const text = input.text === undefined ? undefined : reviewText(input.text);
  const from_name = input.from_name === undefined ? undefined : authorName(input.from_name);
  const reworded = text !== undefined || from_name !== undefined;
  const media = input.video_url === undefined ? undefined : withVideo(review.media, input.video_url);
  const status = input.status === undefined ? null : parseStatus(input.status);
  return {
    status: status === null ? undefined : statusNumber(status),
    text,
    from_name,
    posted_on: input.posted_on === undefined ? undefined : reviewDate(input.posted_on, now),
    ...wantedRating(review, input),
    from_image: input.from_image,
    post_url: input.post_url === undefined && media ? (review.post_url ?? videoPage(media)) : input.post_url,
    media,
    fingerprint: reworded ? fingerprint(from_name ?? review.from_name, text ?? review.text) : undefined,
  };
}

/** Returns the names of the changed fields as the API and the event spell them. Columns that neither shows are left out. */
export function changedNames(change: ReviewChange): string[] {
  return Object.keys(change)
    .map((column) => (column === 'tag_ids' ? 'tags' : column))
    .filter((name) => Object.hasOwn(REVIEW_FIELDS, name));
}
