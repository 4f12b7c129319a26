import { isDeepStrictEqual } from 'node:util';
import { ApiError, REVIEW_STATUSES, type ReviewMedia } from '@plaudit/contracts';
import { reviewDate, plainLine, plainText } from '@plaudit/runtime';
import { mailbox } from '../privacy/person';
import { CUSTOM, fingerprint, givenMedia, parseStatus, statusNumber } from './review';
import type { ReviewEntity } from './review.entity';
import { parseLanguage } from './review-language';
import type { ReviewCreateInput, ReviewUpdateInput } from './reviews.dto';
import type { NewReview, ReviewChange } from './review-rows';

const MAX_TEXT = 20_000;
const MAX_MEDIA = 10;
/** A human's change to one of these survives later edits on the platform. */
const PROTECTED_FIELDS = [
  'text',
  'from_name',
  'posted_on',
  'rating_value',
  'from_image',
  'post_url',
  'media',
] as const;

/** The author's name with blanks folded; 400 when nothing is left. */
export function authorName(given: string): string {
  const name = plainLine(given);
  if (name === '')
    throw new ApiError('validation_failed', 'from_name must not be blank.', { field: 'from_name' });
  return name;
}

/** Plain text of 1 to 20,000 characters, an emoji counting as one; 400 otherwise. */
export function reviewText(given: string): string {
  const text = plainText(given);
  if (text !== '' && (text.length <= MAX_TEXT || [...text].length <= MAX_TEXT)) return text;
  const fault =
    text === '' ? 'must not be empty once HTML is stripped' : 'must have at most 20,000 characters';
  throw new ApiError('validation_failed', `text ${fault}.`, { field: 'text' });
}

/** Trimmed tag names; 400 for a blank one. */
export function tagNames(given: readonly string[] | undefined): string[] {
  return (given ?? []).map((name, index) => {
    const trimmed = plainLine(name);
    if (trimmed !== '') return trimmed;
    throw new ApiError('validation_failed', `tags[${index}] must not be blank.`, { field: `tags[${index}]` });
  });
}

export type NewFields = Omit<
  NewReview,
  'account_id' | 'sub_account_id' | 'source_id' | 'label' | 'tag_ids' | 'origin'
>;

/** A creation payload as it will be stored; throws 400 for what the DTO's shape alone cannot refuse. */
export function newReviewFields(input: ReviewCreateInput, now: Date): NewFields {
  const text = reviewText(input.text);
  const from_name = authorName(input.from_name);
  const rating_scale = input.rating_scale ?? 5;
  const rating_value = input.rating_value ?? null;
  if (rating_value !== null && rating_value > rating_scale) {
    throw new ApiError(
      'validation_failed',
      `rating_value must lie between 0 and rating_scale (${rating_scale}).`,
      {
        field: 'rating_value',
      },
    );
  }
  return {
    channel_id: null,
    external_id: input.external_id ?? null,
    platform: CUSTOM,
    backfill: false,
    status: statusNumber(parseStatus(input.status ?? 'inbox') ?? 'inbox'),
    text,
    from_name,
    from_image: input.from_image ?? null,
    from_url: input.from_url ?? null,
    from_email: input.from_email ? mailbox(input.from_email) : null,
    post_url: input.post_url ?? null,
    rating_value,
    rating_scale,
    posted_on: reviewDate(input.posted_on, now),
    language: parseLanguage(input.language ?? ''),
    additional: input.additional ?? null,
    media: mediaOf(input),
    reply: null,
    verified: false,
    fingerprint: fingerprint(from_name, text),
    content_hash: null,
    removed_on: null,
  };
}

function mediaOf(input: ReviewCreateInput): ReviewMedia[] {
  const media = (input.media ?? []).map(({ type, url }) => givenMedia(type, url));
  return input.video_url ? withVideo(media, input.video_url) : media;
}

/** Adds the video unless it is there; null takes all videos away. 400 when there are 10 media already. */
export function withVideo(media: readonly ReviewMedia[], videoUrl: string | null): ReviewMedia[] {
  if (videoUrl === null) return media.filter(({ type }) => type !== 'video');
  if (media.some(({ url }) => url === videoUrl)) return [...media];
  if (media.length < MAX_MEDIA) return [...media, givenMedia('video', videoUrl)];
  throw new ApiError(
    'validation_failed',
    `video_url cannot be added: a review has at most ${MAX_MEDIA} media; null takes its videos away.`,
    { field: 'video_url' },
  );
}

/** What an update of the API sets on a stored review: only what differs. Tags and source are the service's. */
export function changedFields(review: ReviewEntity, input: ReviewUpdateInput, now: Date): ReviewChange {
  const change = differing(review, wantedFields(review, input, now));
  const protectedNow = PROTECTED_FIELDS.filter((field) => field in change);
  if (review.channel_id === null || protectedNow.length === 0) return change;
  return { ...change, edited_fields: [...new Set([...review.edited_fields, ...protectedNow])] };
}

/** What of `wanted` is not so already; what it leaves undefined stays. A number means another rating on another scale. */
export function differing(review: ReviewEntity, wanted: ReviewChange): ReviewChange {
  const rating_value = review.rating_value === null ? null : Number(review.rating_value);
  const current = { ...review, rating_value, fingerprint: review.fingerprint.toString('hex') };
  const rescaled = wanted.rating_scale !== undefined && wanted.rating_scale !== review.rating_scale;
  const differs = ([field, value]: [string, unknown]): boolean => {
    if (value === undefined) return false;
    if (field === 'rating_value' && rescaled) return true;
    return !isDeepStrictEqual(current[field as keyof ReviewEntity], value);
  };
  return Object.fromEntries(Object.entries(wanted).filter(differs)) as ReviewChange;
}

function wantedFields(review: ReviewEntity, input: ReviewUpdateInput, now: Date): ReviewChange {
  const text = input.text === undefined ? undefined : reviewText(input.text);
  const from_name = input.from_name === undefined ? undefined : authorName(input.from_name);
  const retold = text !== undefined || from_name !== undefined;
  const status = input.status === undefined ? null : parseStatus(input.status);
  return {
    status: status === null ? undefined : statusNumber(status),
    text,
    from_name,
    posted_on: input.posted_on === undefined ? undefined : reviewDate(input.posted_on, now),
    rating_value: input.rating_value,
    rating_scale: input.rating_value === undefined ? undefined : 5,
    from_image: input.from_image,
    post_url: input.post_url,
    media: input.video_url === undefined ? undefined : withVideo(review.media, input.video_url),
    fingerprint: retold ? fingerprint(from_name ?? review.from_name, text ?? review.text) : undefined,
  };
}

/** The change's field names as the API and the event spell them. */
export function changedNames(change: ReviewChange): string[] {
  const internal = [
    'fingerprint',
    'content_hash',
    'collected_version',
    'edited_fields',
    'external_id',
    'from_email',
  ];
  const renamed: Record<string, string> = { tag_ids: 'tags' };
  return Object.keys(change)
    .filter((field) => !internal.includes(field))
    .map((field) => renamed[field] ?? field);
}

/** The word for a stored status. */
export function statusWord(status: number) {
  return REVIEW_STATUSES[status] ?? 'inbox';
}
