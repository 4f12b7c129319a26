import {
  type DomainEvent,
  parseWireDate,
  type ReviewsCollectedPayload,
  type Tenant,
  UNKNOWN_DATE,
  wireDate,
} from '@plaudit/contracts';
import { fingerprint, shownContentHash, statusNumber, statusOnArrival } from '../reviews/review';
import { differing } from '../reviews/review-changes';
import type { ReviewEntity } from '../reviews/review.entity';
import type { NewReview, ReviewChange } from '../reviews/review-rows';
import type { CleanDate, CleanReview } from './clean-review';

/** The fields of a page's event that are read. */
export const PAGE_FIELDS = [
  'channel_id',
  'type',
  'label',
  'channel_name',
  'approve_rule',
  'backfill',
  'reviews',
] as const satisfies (keyof ReviewsCollectedPayload)[];
export type CollectedPage = Pick<ReviewsCollectedPayload, (typeof PAGE_FIELDS)[number]>;

/** A page of collected reviews on its way into the table. */
export interface IncomingPage {
  /** The page's event. It is the cause of the events about its reviews. */
  cause: DomainEvent;
  tenant: Tenant;
  /** aggregateversion of the page's event. It orders the pages of a channel, which may overtake one another. */
  version: number;
  page: CollectedPage;
  now: Date;
}

/** Returns a collected review as a new row. It is approved at once if the channel's rule says so. */
export function newCollectedReview(incoming: IncomingPage, review: CleanReview): NewReview {
  const { tenant, version, page } = incoming;
  return {
    ...platformColumns(review),
    account_id: tenant.account_id,
    sub_account_id: tenant.sub_account_id,
    channel_id: page.channel_id,
    external_id: review.external_id,
    platform: page.type,
    label: page.label,
    origin: 'channel',
    backfill: page.backfill,
    status: statusNumber(statusOnArrival(page.approve_rule, review.rating_value, review.rating_scale)),
    ...dateColumns(review),
    collected_version: version,
  };
}

/** Returns the columns of a review's date. */
function dateColumns({ posted_on, posted_precision }: CleanDate) {
  return { posted_on: posted_on ?? parseWireDate(UNKNOWN_DATE), posted_precision };
}

/** Returns the columns that the platform decides about, except those of the date. */
function platformColumns(review: CleanReview) {
  const {
    external_id: _id,
    posted_on: _date,
    posted_precision: _how,
    removed: _removed,
    ...columns
  } = review;
  return {
    ...columns,
    fingerprint: fingerprint(review.from_name, review.text),
    content_hash: shownContentHash(review),
  };
}

/** Where and when something about a review was read from its platform. */
interface Reading {
  channel_id: number;
  version: number;
}

/** Returns true if the stored review was read later than this, or missed later. Versions of two channels do not compare. */
export function isOvertaken(stored: ReviewEntity, { channel_id, version }: Reading): boolean {
  if (stored.channel_id !== channel_id) return false;
  return stored.collected_version !== null && stored.collected_version > version;
}

/** Returns the columns that bring a review of a former channel to the channel of this page; empty if it has this channel. */
export function adoption(stored: ReviewEntity, { page }: IncomingPage): ReviewChange {
  if (stored.channel_id === page.channel_id) return {};
  return differing(stored, { channel_id: page.channel_id, source_id: null, label: page.label });
}

/**
 * Returns the columns of a stored review that a later page changes; empty if the platform shows the same as before.
 * Status, tags and the fields that a user edited stay. The earliest date stays, too, because platforms move the date when
 * a review is edited.
 */
export function platformEdit(stored: ReviewEntity, review: CleanReview, { now }: IncomingPage): ReviewChange {
  const content_hash = shownContentHash(review);
  if (stored.content_hash === content_hash) {
    // The platform shows a review again that channel.reviews_removed had reported.
    const returned: ReviewChange = review.removed ? {} : differing(stored, { removed_on: null });
    return { ...returned, ...betterDate(stored, review) };
  }
  // The platform may send a removed review without its text; the stored text stays.
  if (review.removed) return differing(stored, { content_hash, removed_on: stored.removed_on ?? now });
  const untouched: ReviewChange = Object.fromEntries(stored.edited_fields.map((field) => [field, undefined]));
  const rating = 'rating_value' in untouched ? { rating_scale: undefined } : {};
  const from_name = 'from_name' in untouched ? stored.from_name : review.from_name;
  const text = 'text' in untouched ? stored.text : review.text;
  const identity = { fingerprint: fingerprint(from_name, text) };
  return differing(stored, {
    ...platformColumns(review),
    ...dateFields(stored, review),
    ...untouched,
    ...rating,
    ...identity,
    removed_on: null,
  });
}

/** Keeps the earlier date, and notes the later one as the date of the edit. A date that a user set is not compared. */
function dateFields(stored: ReviewEntity, { additional, ...seen }: CleanReview): ReviewChange {
  const { posted_on: moved } = seen;
  if (moved === null || stored.edited_fields.includes('posted_on')) return {};
  const isLater = moved > stored.posted_on && stored.posted_precision !== 'unknown';
  return isLater ? { additional: { ...additional, updated_on: wireDate(moved) } } : betterDate(stored, seen);
}

/** A platform that first gave a rough date, or none, may give a better one later. */
function betterDate(stored: ReviewEntity, seen: CleanDate): ReviewChange {
  if (seen.posted_on === null || stored.edited_fields.includes('posted_on')) return {};
  const isBetter = seen.posted_on < stored.posted_on || stored.posted_precision === 'unknown';
  return isBetter ? differing(stored, dateColumns(seen)) : {};
}
