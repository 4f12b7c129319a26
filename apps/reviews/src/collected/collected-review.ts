import { type ReviewsCollectedPayload, wireDate } from '@plaudit/contracts';
import { contentHash, fingerprint, statusNumber, statusOnArrival } from '../reviews/review';
import { differing } from '../reviews/review-changes';
import type { ReviewEntity } from '../reviews/review.entity';
import type { NewReview, ReviewChange } from '../reviews/review-rows';
import type { CleanReview } from './clean-review';

/** A page on its way in: whose it is, and when. */
export interface Arrival {
  accountId: number;
  subAccountId: number;
  /** aggregateversion of the page's event: pages of a channel may overtake one another. */
  version: number;
  page: ReviewsCollectedPayload;
  now: Date;
}

/** A collected review as a new row: published at once when the channel's rule says so. */
export function arrived(arrival: Arrival, review: CleanReview): NewReview {
  const { accountId, subAccountId, version, page, now } = arrival;
  const rule = review.removed ? 'none' : page.approve_rule;
  return {
    ...platformFields(review),
    account_id: accountId,
    sub_account_id: subAccountId,
    channel_id: page.channel_id,
    source_id: null,
    external_id: review.external_id,
    platform: page.type,
    label: page.label,
    origin: 'channel',
    backfill: page.backfill,
    status: statusNumber(statusOnArrival(rule, review.rating_value, review.rating_scale)),
    posted_on: review.posted_on ?? now,
    from_email: null,
    tag_ids: [],
    removed_on: review.removed ? now : null,
    collected_version: version,
  };
}

/** What the platform decides about a review, its date apart. */
function platformFields(review: CleanReview) {
  return {
    text: review.text,
    from_name: review.from_name,
    from_image: review.from_image,
    from_url: review.from_url,
    post_url: review.post_url,
    rating_value: review.rating_value,
    rating_scale: review.rating_scale,
    language: review.language,
    additional: review.additional,
    media: review.media,
    reply: review.reply,
    verified: review.verified,
    fingerprint: fingerprint(review.from_name, review.text),
    content_hash: contentHash(review),
  };
}

/** True when the stored review is of a later look at the platform than this page. */
export function isOvertaken(stored: ReviewEntity, { version }: Arrival): boolean {
  return stored.collected_version !== null && stored.collected_version > version;
}

/**
 * What a later look at the platform changes on a stored review; empty when it shows the same as before. Curation and
 * tags stay, fields that a human edited stay, and so does the earliest date: platforms move it when a review is edited.
 */
export function platformEdit(stored: ReviewEntity, review: CleanReview, { now }: Arrival): ReviewChange {
  const content_hash = contentHash(review);
  if (stored.content_hash === content_hash) return earlierDate(stored, review);
  // The platform may show it blanked; what it said stays.
  if (review.removed) return differing(stored, { content_hash, removed_on: stored.removed_on ?? now });
  const untouched: ReviewChange = Object.fromEntries(stored.edited_fields.map((field) => [field, undefined]));
  const rating = 'rating_value' in untouched ? { rating_scale: undefined } : {};
  const from_name = 'from_name' in untouched ? stored.from_name : review.from_name;
  const text = 'text' in untouched ? stored.text : review.text;
  const identity = { fingerprint: fingerprint(from_name, text) };
  return differing(stored, {
    ...platformFields(review),
    ...dateFields(stored, review),
    ...untouched,
    ...rating,
    ...identity,
    removed_on: null,
  });
}

/** The earlier date, and the later one as that of the edit; a human's date is compared with none. */
function dateFields(stored: ReviewEntity, { posted_on: moved, additional }: CleanReview): ReviewChange {
  if (moved === null || stored.edited_fields.includes('posted_on')) return {};
  if (moved > stored.posted_on) return { additional: { ...additional, updated_on: wireDate(moved) } };
  return earlierDate(stored, { posted_on: moved });
}

/** A platform that first dated a review roughly, or not at all, may know better later. */
function earlierDate(
  { posted_on: known, edited_fields }: ReviewEntity,
  { posted_on: seen }: Pick<CleanReview, 'posted_on'>,
): ReviewChange {
  const isEarlier = seen !== null && seen < known && !edited_fields.includes('posted_on');
  return isEarlier ? { posted_on: seen } : {};
}
