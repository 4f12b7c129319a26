import {
  type ApproveRule,
  COLLECTED_FIELDS,
  type CollectedReview,
  MAX_EVENT_BYTES,
  wireDate,
  wireDateOrNull,
} from '@plaudit/contracts';
import { type ParsedDate } from '../../normalise/calendar';
import { settlePostedOn } from '../../normalise/dates';
import { lastingId, seenReviewHash } from '../../normalise/identity';
import type { NormalizedReview } from '../../platforms/platform';

/** Bytes that an event has for reviews, besides its envelope and the channel's fields. */
const PAYLOAD_BYTES = MAX_EVENT_BYTES - 8 * 1024;

/** Returns the approve rule of a channel's new reviews. */
export function approveRule(flags: { auto_approve: boolean; auto_approve_4_stars: boolean }): ApproveRule {
  if (flags.auto_approve) return 'all';
  return flags.auto_approve_4_stars ? 'four_stars' : 'none';
}

/** The stored record of a review that was read before. */
export interface SeenReview {
  external_id: string;
  content_hash: string;
  posted_on: Date;
  posted_precision: ParsedDate['precision'];
  run: number;
  /** Consecutive complete crawls that did not find it, up to {@link GONE_AFTER}. */
  missed: number;
  /** True if it came from a file and no crawl has read it. */
  imported: boolean;
  /** True if the platform has never shown it. */
  hidden: boolean;
}

/** A review is removed from its platform after this many complete crawls in a row did not find it. */
export const GONE_AFTER = 3;

/** A review compared with its stored record. */
export interface ComparedReview {
  review: NormalizedReview;
  hash: string;
  posted: ParsedDate;
  /**
   * `hidden` is a review that was never read before and that the platform marks as deleted, hidden or spam. It is published once, for
   * one that outlived a former channel. It is not collected, and counts neither as new nor as changed.
   */
  state: 'fresh' | 'changed' | 'known' | 'hidden';
}

/**
 * Compares each review of a page with its stored record. Of reviews with the same id, the first one counts. A review that
 * was gone and appears again has changed, and so has one whose date becomes known.
 */
export function compareWithSeen(
  reviews: readonly NormalizedReview[],
  seen: ReadonlyMap<string, SeenReview>,
): ComparedReview[] {
  const lasting = reviews.map((review) => ({ ...review, externalId: storedIdOf(review, seen) }));
  const distinct = new Map(lasting.toReversed().map((review) => [review.externalId, review]));
  return [...distinct.values()].toReversed().map((review) => {
    const before = seen.get(review.externalId);
    const hash = seenReviewHash(review);
    const read = { date: review.postedOn, precision: review.postedPrecision };
    if (!before || before.hidden) {
      const unshown = before ? 'known' : 'hidden';
      return { review, hash, posted: read, state: review.removed ? unshown : 'fresh' };
    }
    const stored = { date: before.posted_on, precision: before.posted_precision };
    const dated = stored.precision === 'unknown' && read.precision !== 'unknown';
    const isSame = before.content_hash === hash && before.missed < GONE_AFTER && !dated;
    const state = isSame ? 'known' : 'changed';
    return { review, hash, posted: settlePostedOn(stored, read), state };
  });
}

/** Returns the id under which the review is stored already, or the one of its page. */
function storedIdOf(review: NormalizedReview, seen: ReadonlyMap<string, SeenReview>): string {
  return lastingId(review, {
    has: (id) => seen.has(id),
    isSame(id) {
      const before = seen.get(id);
      const isSameDay =
        ['relative', 'unknown'].includes(review.postedPrecision) ||
        dayOf(before?.posted_on) === dayOf(review.postedOn);
      return before?.content_hash === seenReviewHash(review) && isSameDay;
    },
  });
}

function dayOf(date: Date | undefined): string | undefined {
  return date && wireDate(date).slice(0, 10);
}

/** Returns the review as the event carries it. The date of an edit goes into `additional`; the posting date stays. */
export function toCollected({ review, posted, state }: ComparedReview): CollectedReview {
  const edited =
    state === 'changed' && review.postedPrecision !== 'relative' && review.postedOn > posted.date;
  const additional = edited
    ? { ...review.additional, updated_on: wireDate(review.postedOn) }
    : review.additional;
  return {
    ...collectedFields(review),
    posted_on: wireDate(posted.date),
    posted_precision: posted.precision,
    media: review.media.map(({ type, url, src }) => ({ type, url, src })),
    reply: review.reply && { text: review.reply.text, posted_on: wireDateOrNull(review.reply.postedOn) },
    additional: additional === null ? null : { ...additional },
  };
}

/** Splits items into parts of at most `maxItems`, each of which fits into an event. */
export function splitForEvents<Item>(
  items: readonly Item[],
  maxItems: number,
  maxBytes = PAYLOAD_BYTES,
): Item[][] {
  const parts: Item[][] = [];
  let room = 0;
  for (const item of items) {
    const bytes = Buffer.byteLength(JSON.stringify(item)) + 1;
    const current = parts.at(-1);
    if (current && current.length < maxItems && bytes <= room) {
      current.push(item);
      room -= bytes;
    } else {
      parts.push([item]);
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
