import { starsOfOpinion } from '@plaudit/contracts/review-columns';
import { type DateOrder, type DateProblem, readReviewDate } from '../review-date';
import type { ImportField } from './import-fields';

export const RATING_SCALES = [5, 10, 100] as const;
export type RatingScale = (typeof RATING_SCALES)[number];

export type ProblemCode =
  | 'author_missing'
  | 'text_missing'
  | 'date_missing'
  | 'rating_over'
  | 'rating_negative'
  | 'rating_unreadable'
  | `date_${DateProblem}`;

/** Why a row cannot be imported, as far as the browser can tell. */
export interface LocalProblem {
  field: ImportField;
  code: ProblemCode;
}

type Values = Partial<Record<ImportField, string>>;

/** Returns the first problem of a row, or null. */
export function localProblem(
  values: Values,
  { scale, order }: { scale: RatingScale; order: DateOrder },
  now: Date,
): LocalProblem | null {
  if (!values.from_name) return { field: 'from_name', code: 'author_missing' };
  if (!values.posted_on) return { field: 'posted_on', code: 'date_missing' };
  const date = readReviewDate(values.posted_on, order, now);
  if (date.kind === 'problem') return { field: 'posted_on', code: `date_${date.problem}` };
  if (!values.text) return { field: 'text', code: 'text_missing' };
  const rating = ratingOf(values.rating_value, scale);
  return typeof rating === 'string' ? { field: 'rating_value', code: rating } : null;
}

const RATING = /^(-?\d{1,4}(?:[.,]\d{1,6})?)(?:\s*(?:\/|out of)\s*(\d+))?(?:\s*stars?)?$/i;
const WORDS = ['one', 'two', 'three', 'four', 'five'];

/** Writes `FIVE`, `five stars`, `★★★★☆` and `recommends` as numbers. */
function inDigits(text: string): string {
  const stars = starsOfOpinion(text, /\D/.test(text));
  if (stars !== null) return String(stars);
  if (/^(?:[★⭐☆]\uFE0F?){1,10}$/u.test(text)) return String(text.match(/[★⭐]/gu)?.length ?? 0);
  const word = /^([a-z]{3,5})(?:[ _-]?stars?)?$/i.exec(text)?.[1]?.toLowerCase() ?? '';
  return WORDS.includes(word) ? String(WORDS.indexOf(word) + 1) : text;
}

/** Reads a rating such as 4, 4,5, 9/10, 5 stars or ★★★★☆. Returns null for none, and the code of the problem if it is not a rating. */
export function ratingOf(
  text: string | undefined,
  scale: RatingScale,
): number | null | 'rating_over' | 'rating_negative' | 'rating_unreadable' {
  if (!text?.trim()) return null;
  const [, number = '', of] = RATING.exec(inDigits(text.trim())) ?? [];
  if (number === '' || (of !== undefined && Number(of) !== scale)) return 'rating_unreadable';
  const value = Math.round(Number(number.replace(',', '.')) * 100) / 100;
  if (value < 0) return 'rating_negative';
  return value > scale ? 'rating_over' : value;
}

/** One rating above the others is a mistake. */
const MIN_ROWS = 2;

/** Guesses the best possible rating from the ratings of a file: the smallest scale that most of them fit in. */
export function scaleOf(texts: Iterable<string>): RatingScale {
  const counts = new Map<RatingScale, number>(RATING_SCALES.map((scale) => [scale, 0]));
  let total = 0;
  for (const text of texts) {
    const fitting = RATING_SCALES.find((scale) => typeof ratingOf(text, scale) === 'number');
    if (!fitting) continue;
    total += 1;
    counts.set(fitting, (counts.get(fitting) ?? 0) + 1);
  }
  // Ratings above the scale are mistakes of the file if they are few.
  const [tens = 0, hundreds = 0] = [counts.get(10), counts.get(100)];
  if (hundreds >= MIN_ROWS && hundreds * 5 > total) return 100;
  return tens + hundreds >= MIN_ROWS && (tens + hundreds) * 20 > total ? 10 : 5;
}
