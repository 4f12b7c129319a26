import { ApiError, type ErrorCode } from '@plaudit/contracts';
import { isRecommendation, starsOfOpinion } from '@plaudit/contracts/review-columns';
import { webUrl } from '@plaudit/runtime';
import type { ParsedDate } from '../normalise/calendar';
import type { DateOrder } from '@plaudit/runtime/content';
import { parseFileDate } from '../normalise/dates';
import { parseRating } from '../normalise/numbers';
import { MAX_TEXT } from '../normalise/text';
import { toReview } from '../platforms/builders/review-draft';
import type { NormalizedReview } from '../platforms/platform';
import type { CsvRow } from './csv-table';
import { type Cells, cellsOf, mediaOf, replyTextOf, textOf } from './import-cells';
import type { ImportColumns, ImportField } from './import-columns';
import { isLanguage, languageOf } from './import-language';

interface ImportTerms {
  now: Date;
  /** The scale of ratings that name no other one. */
  scale: number;
  /** Which number of a date such as 03/04/2026 is the day. Without it the first one is, unless only the second one can be. */
  order: DateOrder | undefined;
  /** The names of the columns. */
  header: readonly string[];
}

/** The maximum length of the cells that would be cut otherwise. */
const MAX_LENGTH: Partial<Record<ImportField, number>> = {
  from_name: 191,
  title: 500,
  text: MAX_TEXT,
  external_id: 500,
  reply: MAX_TEXT,
  media: MAX_TEXT,
};
const MAX_SCALE = 100;
/** The scale of recommendations. */
const STARS = 5;
/** What says that a review is verified, in small letters without accents. */
const VERIFIED =
  /^(?:1|true|t|yes|y|x|on|✓|✔|☑|✅|ja|oui|si|sim|buyer|verifiziert|verifie|verificado|verificato|geverifieerd|verified(?:[ _-]?(?:buyer|purchase|reviewer|customer|review|by .*))?)$/;

/** Returns the review of a row in the form of collected reviews. Throws 400 that names the field if a cell is not valid. */
export function readRow(row: CsvRow, columns: ImportColumns, terms: ImportTerms): NormalizedReview {
  if (row.isTooLong) {
    throw new ApiError('validation_failed', 'The row has more cells than the header; check its quotes.');
  }
  const cell = cellsOf(row, columns);
  const asked = isRecommendation(terms.header[columns.get('rating_value')?.[0] ?? -1] ?? '');
  const { rating, scale } = ratingOf(cell, terms.scale, asked);
  const text = textOf(row, columns, terms.header);
  assertLengths(cell, text);
  const date = dateOf(cell, 'posted_on', terms);
  if (text === '' && cell('title') === '' && rating === null) throw empty();
  try {
    const review = toReview(
      {
        id: cell('external_id'),
        author: cell('from_name'),
        authorImage: urlOf(cell, 'from_image'),
        authorUrl: urlOf(cell, 'from_url'),
        title: cell('title'),
        text,
        url: urlOf(cell, 'post_url'),
        rating,
        scale,
        date,
        media: mediaIn(row, columns),
        language: languageIn(cell),
        verified: verifiedOf(cell),
        reply: replyOf(cell, terms),
      },
      terms,
    );
    // Markup without text, or a rating of 0, is nothing to show.
    if (review === null) throw empty();
    return review;
  } catch (error) {
    throw error instanceof RangeError ? empty() : error;
  }
}

function refused(field: ImportField, msg: string, code: ErrorCode = 'validation_failed'): ApiError {
  return new ApiError(code, msg, { field });
}

function empty(): ApiError {
  return refused('text', 'text must not be empty if the row has no rating.');
}

function assertLengths(cell: Cells, text: string): void {
  for (const [field, max] of Object.entries(MAX_LENGTH) as [ImportField, number][]) {
    const { length } = field === 'text' ? text : cell(field);
    if (length > max) throw refused(field, `${field} must have at most ${max} characters, not ${length}.`);
  }
}

/** Returns the date of a cell in a form that has one order. */
function dateOf(cell: Cells, field: 'posted_on' | 'reply_posted_on', { now, order }: ImportTerms): string {
  const given = cell(field);
  if (given === '') throw refused(field, `${field} is required.`, 'missing_field');
  const read = parseFileDate(given, now, order);
  if (read) return standardForm(read, given);
  const msg = `${field} must be a date such as 2026-01-31 or 31/01/2026, from 1995 to today.`;
  throw refused(field, msg, 'invalid_date');
}

function standardForm({ date, precision }: ParsedDate, given: string): string {
  const iso = date.toISOString();
  if (precision === 'second') return iso;
  if (precision === 'day') return iso.slice(0, 10);
  return precision === 'month' ? iso.slice(0, 7) : given;
}

function ratingOf(
  cell: Cells,
  scaleOfFile: number,
  isAsked: boolean,
): { rating: number | null; scale: number } {
  const given = cell('rating_scale');
  const stated = given === '' ? scaleOfFile : Number(given);
  if (!Number.isInteger(stated) || stated < 1 || stated > MAX_SCALE) {
    throw refused('rating_scale', `rating_scale must be an integer from 1 to ${MAX_SCALE}.`);
  }
  if (cell('rating_value') === '') return { rating: null, scale: stated };
  const opinion = starsOfOpinion(cell('rating_value'), isAsked);
  if (opinion !== null) return { rating: opinion, scale: STARS };
  const parsed = parseRating(cell('rating_value'));
  if (!parsed) throw refused('rating_value', 'rating_value must be a number, such as 4.5, or empty.');
  const scale = parsed.scale ?? stated;
  if (parsed.value < 0 || parsed.value > scale || !Number.isInteger(scale) || scale > MAX_SCALE) {
    throw refused('rating_value', `rating_value must be between 0 and rating_scale (${scale}).`);
  }
  return { rating: parsed.value, scale };
}

function urlOf(cell: Cells, field: 'from_url' | 'from_image' | 'post_url'): string {
  const given = cell(field);
  if (given === '' || webUrl(given) !== null) return given;
  throw refused(field, `${field} must be an http or https URL, or empty.`, 'invalid_url');
}

function mediaIn(row: CsvRow, columns: ImportColumns): { type: 'image' | 'video'; url: string }[] {
  const urls = mediaOf(row, columns);
  if (urls.some((url) => webUrl(url) === null)) {
    const msg = 'media must be http or https URLs, separated by commas or line breaks, or empty.';
    throw refused('media', msg, 'invalid_url');
  }
  return urls.map((url) => ({
    type: /\.(?:mp4|mov|webm|m4v)(?:$|[?#])/i.test(url) ? 'video' : 'image',
    url,
  }));
}

function languageIn(cell: Cells): string {
  const given = cell('language');
  if (given === '' || isLanguage(given)) return given;
  const named = languageOf(given);
  if (named !== null) return named;
  throw refused(
    'language',
    'language must be an ISO code such as en or pt-BR, a name such as English, or empty.',
  );
}

/** Returns false for any other word, such as `Invited`: nothing claims to be verified that does not surely say so. */
function verifiedOf(cell: Cells): boolean {
  return VERIFIED.test(
    cell('verified')
      .slice(0, 100)
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\p{M}\uFE0F]/gu, ''),
  );
}

function replyOf(cell: Cells, terms: ImportTerms): { text: string; date: string } | null {
  if (cell('reply') === '') return null;
  return {
    text: replyTextOf(cell('reply')),
    date: cell('reply_posted_on') === '' ? '' : dateOf(cell, 'reply_posted_on', terms),
  };
}
