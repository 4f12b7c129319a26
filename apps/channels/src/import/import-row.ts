import { ApiError, type ErrorCode } from '@plaudit/contracts';
import { webUrl } from '@plaudit/runtime';
import { parseDate } from '../normalise/dates';
import { parseRating } from '../normalise/numbers';
import { MAX_TEXT } from '../normalise/text';
import type { NormalizedReview } from '../platforms/platform';
import { toReview } from '../platforms/builders/review-draft';
import type { CsvRow } from './csv-table';
import type { ImportColumns, ImportField } from './import-columns';

interface ImportTerms {
  now: Date;
  /** The scale of ratings in files that have no other one. */
  scale: number;
}

/** The maximum length of the cells that would be cut otherwise. */
const MAX_LENGTH: Partial<Record<ImportField, number>> = {
  from_name: 191,
  title: 500,
  text: MAX_TEXT,
  external_id: 500,
  reply: MAX_TEXT,
};
const MAX_SCALE = 100;
const LANGUAGE = /^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*$/i;
const YES = new Set(['1', 'true', 'yes', 'y', 'verified']);
const NO = new Set(['', '0', 'false', 'no', 'n', 'unverified', 'not verified']);

type Cells = (field: ImportField) => string;

/** Returns the review of a row in the form of collected reviews. Throws 400 that names the field if a cell is not valid. */
export function readRow(row: CsvRow, columns: ImportColumns, terms: ImportTerms): NormalizedReview {
  if (row.isTooLong) {
    throw new ApiError('validation_failed', 'The row has more cells than the header; check its quotes.');
  }
  const cell: Cells = (field) => (row.cells[columns.get(field) ?? -1] ?? '').trim();
  assertLengths(cell);
  const { rating, scale } = ratingOf(cell, terms.scale);
  assertDate(cell, 'posted_on', terms.now);
  if (cell('text') === '' && cell('title') === '' && rating === null) throw empty();
  try {
    const review = toReview(
      {
        id: cell('external_id'),
        author: cell('from_name'),
        authorImage: urlOf(cell, 'from_image'),
        authorUrl: urlOf(cell, 'from_url'),
        title: cell('title'),
        text: cell('text'),
        url: urlOf(cell, 'post_url'),
        rating,
        scale,
        date: cell('posted_on'),
        language: languageOf(cell),
        verified: verifiedOf(cell),
        reply: replyOf(cell, terms.now),
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

function assertLengths(cell: Cells): void {
  for (const [field, max] of Object.entries(MAX_LENGTH) as [ImportField, number][]) {
    const { length } = cell(field);
    if (length > max) throw refused(field, `${field} must have at most ${max} characters, not ${length}.`);
  }
}

function assertDate(cell: Cells, field: 'posted_on' | 'reply_posted_on', now: Date): void {
  const given = cell(field);
  if (given === '') throw refused(field, `${field} is required.`, 'missing_field');
  if (parseDate(given, now)) return;
  const msg = `${field} must be a date such as 2026-01-31 or 31/01/2026, from 1995 to today.`;
  throw refused(field, msg, 'invalid_date');
}

function ratingOf(cell: Cells, scaleOfFile: number): { rating: number | null; scale: number } {
  const given = cell('rating_scale');
  const stated = given === '' ? scaleOfFile : Number(given);
  if (!Number.isInteger(stated) || stated < 1 || stated > MAX_SCALE) {
    throw refused('rating_scale', `rating_scale must be an integer from 1 to ${MAX_SCALE}.`);
  }
  if (cell('rating_value') === '') return { rating: null, scale: stated };
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

function languageOf(cell: Cells): string {
  const given = cell('language');
  if (given === '' || LANGUAGE.test(given)) return given;
  throw refused('language', 'language must be an ISO code such as en or pt-BR, or empty.');
}

function verifiedOf(cell: Cells): boolean {
  const given = cell('verified').toLowerCase();
  if (YES.has(given) || NO.has(given)) return YES.has(given);
  throw refused('verified', 'verified must be true, false or empty.');
}

function replyOf(cell: Cells, now: Date): { text: string; date: string } | null {
  if (cell('reply') === '') return null;
  if (cell('reply_posted_on') !== '') assertDate(cell, 'reply_posted_on', now);
  return { text: cell('reply'), date: cell('reply_posted_on') };
}
