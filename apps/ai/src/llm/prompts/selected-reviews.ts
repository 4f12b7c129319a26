import { isReadableText, type SourceReview } from '../../generation/source-review';
import { cleanForReading, isSuspicious } from '../../generation/suspicious-text';
import { maskedText } from './masked-text';

const MAX_REVIEWS = 120;
const MAX_TEXT = 500;
/** The reviews that are looked at to fill a request. Reading all 5,000 would keep the process from other work. */
const MAX_EXAMINED = 400;
/** The share of a request that reviews with the same number of stars take while others are there. */
const MAX_SHARE = 0.6;

/** A review as a model is sent it. */
export interface SentReview {
  /** The number by which the model cites it: 1 for the newest. Ids of our database are not sent. */
  number: number;
  review: SourceReview;
  /** Cleaned, masked and cut. */
  text: string;
}

/**
 * Returns what a model may read, newest first: at most 120 reviews and `maxChars` characters. Suspicious reviews are left out. Reviews
 * with the same number of stars take at most 60 % of the reviews and of the characters, unless there are not enough others to fill
 * the rest.
 */
export function selectedReviews(reviews: readonly SourceReview[], maxChars: number): SentReview[] {
  const chosen = new Map<SourceReview, string>();
  const waiting: SourceReview[] = [];
  const space = new Space(maxChars);
  for (const review of reviews.slice(0, MAX_EXAMINED)) {
    if (space.isFull) break;
    const text = space.isShareTaken(review.star) ? null : sentText(review.text);
    if (text !== null && space.takeOfShare(text.length, review.star)) chosen.set(review, text);
    else waiting.push(review);
  }
  for (const review of waiting) {
    if (space.isFull) break;
    const text = sentText(review.text);
    if (text !== null && space.take(text.length, review.star)) chosen.set(review, text);
  }
  return reviews
    .filter((review) => chosen.has(review))
    .map((review, index) => ({ number: index + 1, review, text: chosen.get(review) as string }));
}

/** Returns what a model may read of one text: cleaned, masked, and at most 500 characters. Null if it may read nothing. */
export function sentText(text: string): string | null {
  if (isSuspicious(text)) return null;
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

/** Less space than this holds no review worth reading. */
const MIN_SPACE = 50;

/** The space of a request, and how much of it each number of stars has taken. */
class Space {
  private readonly all = { reviews: 0, characters: 0 };
  private readonly byStar = new Map<number | null, { reviews: number; characters: number }>();

  constructor(private readonly maxChars: number) {}

  get isFull(): boolean {
    return this.all.reviews >= MAX_REVIEWS || this.all.characters > this.maxChars - MIN_SPACE;
  }

  isShareTaken(star: number | null): boolean {
    return !this.isInShare(MIN_SPACE, star);
  }

  /** Takes space as {@link take} does. Returns false too if the text would exceed the share of its number of stars. */
  takeOfShare(length: number, star: number | null): boolean {
    return this.isInShare(length, star) && this.take(length, star);
  }

  /** Returns false if the text does not fit. */
  take(length: number, star: number | null): boolean {
    if (this.all.reviews >= MAX_REVIEWS || this.all.characters + length > this.maxChars) return false;
    for (const taken of [this.all, this.takenBy(star)]) {
      taken.reviews += 1;
      taken.characters += length;
    }
    return true;
  }

  private isInShare(length: number, star: number | null): boolean {
    const { reviews, characters } = this.takenBy(star);
    return reviews < MAX_REVIEWS * MAX_SHARE && characters + length <= this.maxChars * MAX_SHARE;
  }

  private takenBy(star: number | null): { reviews: number; characters: number } {
    const taken = this.byStar.get(star) ?? { reviews: 0, characters: 0 };
    this.byStar.set(star, taken);
    return taken;
  }
}
