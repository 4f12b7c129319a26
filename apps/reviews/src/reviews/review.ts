import { hash } from 'node:crypto';
import {
  type ApproveRule,
  type CollectedReview,
  isTidyAscii,
  normalisedRating,
  REVIEW_STATUSES,
  type ReviewStatus,
} from '@plaudit/contracts';

/** Type and platform of reviews that were not collected from a channel. */
export const CUSTOM = 'custom';

/** Reads `inbox`, `approved`, `ignored` or their numeric form 0, 1, 2, as number or text. Returns null for other values. */
export function parseStatus(given: unknown): ReviewStatus | null {
  const text = String(given);
  const named = REVIEW_STATUSES.find((status) => status === text);
  return named ?? (/^[012]$/.test(text) ? (REVIEW_STATUSES[Number(text)] ?? null) : null);
}

/** Returns the number that the database stores for a status: its index in REVIEW_STATUSES. */
export function statusNumber(status: ReviewStatus): number {
  return REVIEW_STATUSES.indexOf(status);
}

/** Returns the word for a stored status. */
export function statusWord(status: number): ReviewStatus {
  return REVIEW_STATUSES[status] ?? 'inbox';
}

/** The stored status of the reviews that widgets show. */
export const INBOX = statusNumber('inbox');
export const APPROVED = statusNumber('approved');

/**
 * Returns a hash, in hex, that two reviews share when they have the same author and text. Case, compatibility forms and
 * blanks do not count.
 */
export function fingerprint(author: string, text: string): string {
  return hash('sha256', `${folded(author)}\n${folded(text)}`);
}

/** Lower, upper and lower again, because some letters only become equal in one case: ß, ẞ and SS, σ and ς. */
function folded(text: string): string {
  if (isTidyAscii(text)) return text.toLowerCase().replaceAll('\n', ' ');
  const cased = text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase();
  return cased.normalize('NFKC').replaceAll('ς', 'σ').replace(/\s+/g, ' ').trim();
}

/** The rating from which `auto_approve_4_stars` approves a review. */
const FOUR_STARS = 4;

/** Returns the status of a newly collected review. The four-star rule leaves a review without a rating in the inbox. */
export function statusOnArrival(rule: ApproveRule, value: number | null, scale: number): ReviewStatus {
  if (rule === 'all') return 'approved';
  const rating = normalisedRating(value, scale);
  return rule === 'four_stars' && rating !== null && rating >= FOUR_STARS ? 'approved' : 'inbox';
}

/**
 * Returns a hash of the content that the platform shows, as this service stores it. A page whose review has the stored
 * hash changes nothing. The crawler has a hash of its own.
 */
export function shownContentHash(review: Omit<CollectedReview, 'posted_on'>): string {
  const { text, from_name, from_image, rating_value, rating_scale, media, reply, removed } = review;
  const shown = [text, from_name, from_image, rating_value, rating_scale, media, reply, removed];
  return hash('sha256', JSON.stringify(shown)).slice(0, 32);
}

const LANGUAGE_TAG = /^[a-z]{2,3}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?$/i;

/**
 * Returns a language as BCP 47 spells it, with or without script and region: `EN_us` is `en-US`, `eng` is `en`, `iw` is
 * `he`. Returns null for anything else. It does not check that the language exists.
 */
export function parseLanguage(given: string): string | null {
  if (!LANGUAGE_TAG.test(given)) return null;
  return Intl.getCanonicalLocales(given.replaceAll('_', '-'))[0] ?? null;
}
