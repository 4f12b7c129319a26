import { hash } from 'node:crypto';
import {
  type ApproveRule,
  type CollectedReview,
  isTidyAscii,
  type MediaType,
  normalisedRating,
  REVIEW_STATUSES,
  type ReviewMedia,
  type ReviewStatus,
} from '@plaudit/contracts';

/** Type and platform of reviews that no channel collected. */
export const CUSTOM = 'custom';

/** `inbox`, `approved`, `ignored`, or their numeric form 0, 1, 2 as number or numeric string; null for anything else. */
export function parseStatus(given: unknown): ReviewStatus | null {
  const text = String(given);
  const named = REVIEW_STATUSES.find((status) => status === text);
  return named ?? (/^[012]$/.test(text) ? (REVIEW_STATUSES[Number(text)] ?? null) : null);
}

/** What the database stores for a status: its index. */
export function statusNumber(status: ReviewStatus): number {
  return REVIEW_STATUSES.indexOf(status);
}

/** Author and text reduced to what makes two reviews the same (case, compatibility forms and blanks folded); hex. */
export function fingerprint(author: string, text: string): string {
  return hash('sha256', `${folded(author)}\n${folded(text)}`);
}

/** Down, up and down again, because some letters meet in one case only: ß, ẞ and SS, σ and ς. */
function folded(text: string): string {
  if (isTidyAscii(text)) return text.toLowerCase().replaceAll('\n', ' ');
  const cased = text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase();
  return cased.normalize('NFKC').replaceAll('ς', 'σ').replace(/\s+/g, ' ').trim();
}

/** Stars at or above which `auto_approve_4_stars` publishes. */
const FOUR_STARS = 4;

/** The status of a newly collected review; without a rating the four-star rule leaves it in the inbox. */
export function statusOnArrival(rule: ApproveRule, value: number | null, scale: number): ReviewStatus {
  if (rule === 'all') return 'approved';
  const rating = normalisedRating(value, scale);
  return rule === 'four_stars' && rating !== null && rating >= FOUR_STARS ? 'approved' : 'inbox';
}

/** Changes when anything the platform shows of a review changes. */
export function contentHash(review: Omit<CollectedReview, 'posted_on'>): string {
  const { text, from_name, from_image, rating_value, rating_scale, media, reply, removed } = review;
  const shown = [text, from_name, from_image, rating_value, rating_scale, media, reply, removed];
  return hash('sha256', JSON.stringify(shown)).slice(0, 32);
}

/** Media as a client gave it, a hosted video page or a file: `src` is the url itself. */
export function givenMedia(type: MediaType, url: string): ReviewMedia {
  return { type, url, src: url };
}
