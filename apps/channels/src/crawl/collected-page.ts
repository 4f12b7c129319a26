import {
  type ApproveRule,
  COLLECTED_FIELDS,
  COLLECTED_PAGE_SIZE,
  type CollectedReview,
  MAX_EVENT_BYTES,
  wireDate,
  wireDateOrNull,
} from '@plaudit/contracts';
import { type ParsedDate } from '../normalise/calendar';
import { settlePostedOn } from '../normalise/dates';
import { contentHash } from '../normalise/identity';
import type { NormalizedReview } from '../platforms/platform';

/** What is left of an event for reviews once envelope and channel are in it. */
const PAYLOAD_BYTES = MAX_EVENT_BYTES - 8 * 1024;

/** The rule that applies to new reviews of a channel. */
export function approveRule(flags: { auto_approve: boolean; auto_approve_4_stars: boolean }): ApproveRule {
  if (flags.auto_approve) return 'all';
  return flags.auto_approve_4_stars ? 'four_stars' : 'none';
}

/** What is stored of a review that was met before. */
export interface SeenReview {
  external_id: string;
  content_hash: string;
  posted_on: Date;
  posted_precision: ParsedDate['precision'];
  run: number;
}

export interface JudgedReview {
  review: NormalizedReview;
  hash: string;
  posted: ParsedDate;
  verdict: 'fresh' | 'changed' | 'known';
}

/** Each review of a page once, compared with what was published of it before. */
export function judge(
  reviews: readonly NormalizedReview[],
  seen: ReadonlyMap<string, SeenReview>,
): JudgedReview[] {
  const distinct = new Map(reviews.toReversed().map((review) => [review.externalId, review]));
  return [...distinct.values()].toReversed().map((review) => {
    const before = seen.get(review.externalId);
    const hash = contentHash(review);
    const met = { date: review.postedOn, precision: review.postedPrecision };
    if (!before) return { review, hash, posted: met, verdict: 'fresh' };
    const stored = { date: before.posted_on, precision: before.posted_precision };
    const verdict = before.content_hash === hash ? 'known' : 'changed';
    return { review, hash, posted: settlePostedOn(stored, met), verdict };
  });
}

/** A review as the event carries it. The date of an edit stands in `additional`, the posting date stays. */
export function toCollected({ review, posted, verdict }: JudgedReview): CollectedReview {
  const edited =
    verdict === 'changed' && review.postedPrecision !== 'relative' && review.postedOn > posted.date;
  const additional = edited
    ? { ...review.additional, updated_on: wireDate(review.postedOn) }
    : review.additional;
  return {
    ...collectedFields(review),
    posted_on: wireDate(posted.date),
    media: review.media.map(({ type, url, src }) => ({ type, url, src })),
    reply: review.reply && { text: review.reply.text, posted_on: wireDateOrNull(review.reply.postedOn) },
    additional: additional === null ? null : { ...additional },
  };
}

/** Parts of at most 50 reviews that fit into an event each. */
export function splitForEvents(
  reviews: readonly CollectedReview[],
  maxBytes = PAYLOAD_BYTES,
): CollectedReview[][] {
  const parts: CollectedReview[][] = [];
  let room = 0;
  for (const review of reviews) {
    const bytes = Buffer.byteLength(JSON.stringify(review)) + 1;
    const current = parts.at(-1);
    if (current && current.length < COLLECTED_PAGE_SIZE && bytes <= room) {
      current.push(review);
      room -= bytes;
    } else {
      parts.push([review]);
      room = maxBytes - bytes;
    }
  }
  return parts;
}

/** Names of the collected fields, and their names in {@link NormalizedReview}. */
const FIELD_NAMES = Object.keys(COLLECTED_FIELDS).map((name) => {
  const camelCase = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return [name, camelCase as keyof NormalizedReview] as const;
});

/** Returns the fields of the contract under their names there. */
function collectedFields(review: NormalizedReview): CollectedReview {
  const fields = FIELD_NAMES.map(([name, camelCase]) => [name, review[camelCase]]);
  return Object.fromEntries(fields) as unknown as CollectedReview;
}
