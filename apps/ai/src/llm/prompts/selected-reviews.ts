import { setImmediate as otherWork } from 'node:timers/promises';
import { isReadableText, type SourceReview } from '../../generation/source-review';
import { cleanForReading, isSuspicious } from '../../generation/suspicious-text';
import { maskedText } from './masked-text';
import { RequestSpace } from './request-space';

const MAX_TEXT = 500;
/** What is looked at to fill a request. Strangers write the reviews, so the work for them has limits. */
const MAX_EXAMINED_REVIEWS = 400;
const MAX_EXAMINED_CHARACTERS = 400_000;
/** The process does other work after so many characters, which take about 20 ms. */
const CHARACTERS_AT_ONCE = 8_000;
/** How much of a suspicious review is compared with answers. */
const MAX_HOSTILE_TEXT = 2_000;

/** A review as a model is sent it. */
export interface SentReview {
  /** The number by which the model cites it: 1 for the newest. Ids of our database are not sent. */
  number: number;
  review: SourceReview;
  /** Cleaned, masked and cut. */
  text: string;
}

export interface Selection {
  /** Newest first. */
  sent: SentReview[];
  /** The texts of suspicious reviews that were found on the way. They are not sent, and no answer may repeat them. */
  hostile: string[];
}

/**
 * Returns what a model may read: at most 120 reviews and `maxChars` characters, the newest ones. Suspicious reviews are left out.
 * Reviews with the same number of stars take at most 60 % of the reviews and of the characters, unless there are not enough others to
 * fill the rest.
 */
export async function selectedReviews(
  reviews: readonly SourceReview[],
  maxChars: number,
): Promise<Selection> {
  const chosen = new Map<SourceReview, string>();
  const waiting: SourceReview[] = [];
  const space = new RequestSpace(maxChars);
  const reader = new ReviewReader();
  for (const review of reviews.slice(0, MAX_EXAMINED_REVIEWS)) {
    if (space.isFull) break;
    const text = space.isShareTaken(review.star) ? '' : await reader.read(review);
    if (text && space.takeOfShare(text.length, review.star)) chosen.set(review, text);
    else if (text !== null) waiting.push(review);
  }
  for (const review of waiting) {
    if (space.isFull) break;
    const text = await reader.read(review);
    if (text !== null && space.take(text.length, review.star)) chosen.set(review, text);
  }
  const sent = reviews.filter((review) => chosen.has(review));
  return {
    sent: sent.map((review, index) => ({ number: index + 1, review, text: chosen.get(review) as string })),
    hostile: reader.hostile,
  };
}

/** Returns what a model may read of one text: cleaned, masked, and at most 500 characters. Null if it may read nothing. */
export function sentText(text: string): string | null {
  return isSuspicious(text) ? null : readableText(text);
}

function readableText(text: string): string | null {
  const sent = cutAtWord(maskedText(cleanForReading(text)), MAX_TEXT);
  return isReadableText(sent) ? sent : null;
}

/** Cuts behind a word. A text without a space that early, such as Japanese, is cut behind a character. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = text.lastIndexOf(' ', max);
  const cut = text.slice(0, end > max / 2 ? end : max);
  return cut.replace(/[\uD800-\uDBFF]$/, '').trimEnd();
}

/** Reads each review once, and lets the process do other work in between. */
class ReviewReader {
  readonly hostile: string[] = [];
  private readonly known = new Map<SourceReview, string | null>();
  private characters = 0;
  private atOnce = 0;

  /** Returns what a model may read of the review, or null. Returns null for every review once too much was read. */
  async read(review: SourceReview): Promise<string | null> {
    const known = this.known.get(review);
    if (known !== undefined) return known;
    if (this.characters >= MAX_EXAMINED_CHARACTERS) return null;
    this.characters += review.text.length;
    this.atOnce += review.text.length;
    if (this.atOnce >= CHARACTERS_AT_ONCE) {
      this.atOnce = 0;
      await otherWork();
    }
    const isHostile = isSuspicious(review.text);
    if (isHostile) this.hostile.push(cleanForReading(review.text).slice(0, MAX_HOSTILE_TEXT));
    const text = isHostile ? null : readableText(review.text);
    this.known.set(review, text);
    return text;
  }
}
