import { createHash } from 'node:crypto';
import {
  COLLECTED_FIELDS,
  type CollectedReview,
  DATE_PRECISIONS,
  type DatePrecision,
  MEDIA_TYPES,
  parseWireDate,
  type ReviewMedia,
  type ReviewReply,
} from '@plaudit/contracts';
import { cleanLine, cleanText, mediaSource, webUrl } from '@plaudit/runtime';
import { videoPage } from '../reviews/fields/field-values';
import { parseLanguage } from '../reviews/review';
import { cleanFields } from './clean-fields';

/** A collected review that fits into the table and into an event. */
export type CleanReview = Omit<CollectedReview, 'posted_on' | 'posted_precision'> & CleanDate;

export interface CleanDate {
  /** Null if the date is not known, or not a possible one. */
  posted_on: Date | null;
  /** `unknown` without a date. Null if the crawler that read it did not report it. */
  posted_precision: DatePrecision | null;
}

const MAX_TEXT = 20_000;
const MAX_NAME = 191;
const MAX_MEDIA = 20;
/** At four bytes a character, the id stays below the size limit of an index entry. */
const MAX_ID = 500;
const MAX_SCALE = 100;
/** As for reviews that are added, see isPlausibleReviewDate. */
const FIRST_YEAR = 1900;
const DAY_MS = 86_400_000;

/**
 * Returns the reviews of a page in a form that can be stored, each external id once. Our crawler only sends values that
 * stay as they are here. The check exists because one impossible value must not block a whole page.
 */
export function cleanReviews(reviews: readonly CollectedReview[], now: Date): CleanReview[] {
  const clean = reviews.map((review) => cleanReview(review, now));
  // If a platform lists a review twice on one page, the later one counts.
  return [...new Map(clean.map((review) => [review.external_id, review])).values()];
}

function cleanReview(review: CollectedReview, now: Date): CleanReview {
  const media = mediaOf(review.media);
  return {
    ...collectedFields(review),
    ...ratingOf(review),
    external_id: idOf(review),
    text: cleanText(review.text, MAX_TEXT),
    language: parseLanguage(review.language ?? ''),
    from_name: cleanLine(review.from_name, MAX_NAME) || 'Anonymous',
    from_image: webUrl(review.from_image),
    from_url: webUrl(review.from_url),
    post_url: webUrl(review.post_url) ?? videoPage(media),
    ...cleanDate(review, now),
    media,
    reply: replyOf(review.reply, now),
    additional: cleanFields(review.additional),
  };
}

/** Keeps the fields of the contract only: a newer crawler may send more. */
function collectedFields(review: CollectedReview): CollectedReview {
  const fields = Object.entries(review).filter(([name]) => Object.hasOwn(COLLECTED_FIELDS, name));
  return Object.fromEntries(fields) as unknown as CollectedReview;
}

/** Returns the id of a review, or one made from its words if the crawler sent none. */
function idOf({ external_id: id, from_name, posted_on, text }: CollectedReview): string {
  return id === '' ? hashedId([from_name, posted_on, text]) : storedId(id);
}

/** Replaces an id that cannot be stored by one that stays the same from crawl to crawl. */
export function storedId(id: string): string {
  return id.length <= MAX_ID && id === cleanText(id, MAX_ID) ? id : hashedId(id);
}

function hashedId(distinctive: unknown): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(distinctive)).digest('hex')}`;
}

/** Drops a rating that is outside its scale, and rounds to two decimals, as everywhere. */
function ratingOf({ rating_value: value, rating_scale: scale }: CollectedReview) {
  if (!(scale >= 1 && scale <= MAX_SCALE)) return { rating_value: null, rating_scale: 5 };
  const possible = value !== null && value >= 0 && value <= scale;
  return { rating_value: possible ? Math.round(value * 100) / 100 : null, rating_scale: scale };
}

function cleanDate(
  { posted_on, posted_precision: given = null }: Pick<CollectedReview, 'posted_on' | 'posted_precision'>,
  now: Date,
): CleanDate {
  // East of UTC, a day has begun before it does so in UTC.
  const date = given === 'unknown' ? null : dateOf(posted_on, now, given === 'day' ? DAY_MS : 0);
  if (date === null) return { posted_on: null, posted_precision: 'unknown' };
  // A newer crawler may know more degrees.
  const isKnown = given !== null && DATE_PRECISIONS.includes(given);
  return { posted_on: date, posted_precision: isKnown ? given : null };
}

/**
 * Returns the date, or now if it is more than `aheadMs` in the future. Returns null if there is no such day or it is before 1900.
 */
function dateOf(text: string, now: Date, aheadMs = 0): Date | null {
  const date = readDate(text);
  if (date === null || date.getUTCFullYear() < FIRST_YEAR) return null;
  return date.getTime() > now.getTime() + aheadMs ? now : date;
}

function readDate(text: string): Date | null {
  try {
    return parseWireDate(text);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function mediaOf(media: readonly ReviewMedia[]): ReviewMedia[] {
  return (
    media
      // A kind of media that a newer crawler knows cannot be shown here.
      .filter(({ type, url }) => MEDIA_TYPES.includes(type) && webUrl(url) !== null)
      .slice(0, MAX_MEDIA)
      .map(({ type, url, src }) => ({ type, url, src: mediaSource(type, webUrl(src) ?? url) }))
  );
}

function replyOf(reply: ReviewReply | null, now: Date): ReviewReply | null {
  const text = cleanText(reply?.text ?? '', MAX_TEXT);
  if (reply === null || text === '') return null;
  const dated = reply.posted_on !== null && dateOf(reply.posted_on, now) !== null;
  return { text, posted_on: dated ? reply.posted_on : null };
}
