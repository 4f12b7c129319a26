import { isDeepStrictEqual } from 'node:util';
import { ownValue, REVIEW_FIELDS } from '@plaudit/contracts';
import { reviewDate, reviewDatePrecision } from '@plaudit/runtime';
import { authorName, reviewText, videoPage, withVideo } from './fields/field-values';
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

/** Returns the columns that an update of the API changes, except source and tags. Throws 400 if a value is not allowed. */
export function changedFields(review: ReviewEntity, input: ReviewUpdateInput, now: Date): ReviewChange {
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

function wantedFields(review: ReviewEntity, input: ReviewUpdateInput, now: Date): ReviewChange {
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
    rating_value: input.rating_value,
    rating_scale: input.rating_value === undefined ? undefined : 5,
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
