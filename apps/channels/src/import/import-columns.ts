import { ApiError } from '@plaudit/contracts';
import { refuseUnknownName } from '@plaudit/runtime';
import { invalidCsv } from './csv-error';

/** The fields of a review in a file, each with the names that its column may have. The first name that the file has wins. */
const SPELLINGS = {
  from_name: [
    'from_name',
    'author',
    'author_name',
    'name',
    'reviewer',
    'reviewer_name',
    'customer',
    'customer_name',
    'user',
    'user_name',
    'username',
    'full_name',
  ],
  from_url: ['from_url', 'author_url', 'reviewer_url', 'profile_url'],
  from_image: ['from_image', 'author_image', 'reviewer_image', 'author_photo', 'avatar', 'photo_url'],
  title: ['title', 'review_title', 'headline', 'subject', 'summary'],
  text: [
    'text',
    'review',
    'review_text',
    'comment',
    'comments',
    'body',
    'review_body',
    'content',
    'review_content',
    'message',
    'feedback',
  ],
  rating_value: ['rating_value', 'rating', 'stars', 'star_rating', 'review_rating', 'score'],
  rating_scale: ['rating_scale', 'scale', 'max_rating', 'best_rating', 'out_of'],
  posted_on: [
    'posted_on',
    'date',
    'posted',
    'date_posted',
    'review_date',
    'posted_at',
    'published_on',
    'published_at',
    'created_on',
    'created_at',
    'submitted_at',
    'date_created',
    'time',
    'timestamp',
  ],
  external_id: ['external_id', 'id', 'review_id', 'reviewid', 'uuid'],
  post_url: ['post_url', 'url', 'review_url', 'link', 'permalink'],
  language: ['language', 'lang', 'locale', 'review_language'],
  verified: ['verified', 'is_verified', 'verified_purchase', 'verified_buyer'],
  reply: ['reply', 'response', 'owner_reply', 'owner_response', 'business_response', 'reply_text'],
  reply_posted_on: ['reply_posted_on', 'reply_date', 'response_date', 'replied_at', 'replied_on'],
} as const;

export type ImportField = keyof typeof SPELLINGS;
export const IMPORT_FIELDS = Object.keys(SPELLINGS) as ImportField[];

/** The names of columns by field. null leaves the field out. A field that is not named is found by its spellings. */
export type ImportMapping = Partial<Record<ImportField, string | null>>;

/** The position of the column of each field that the file has. */
export type ImportColumns = ReadonlyMap<ImportField, number>;

/** Returns the given mapping. Throws 400 if it is not an object of names by field. */
export function readMapping(given: unknown): ImportMapping {
  if (given === undefined || given === null) return {};
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw new ApiError('validation_failed', 'mapping must be an object of column names by field.', {
      field: 'mapping',
    });
  }
  refuseUnknownName(Object.keys(given), IMPORT_FIELDS, { what: 'field of mapping', taker: 'mapping' });
  for (const [field, name] of Object.entries(given)) {
    if (name === null || typeof name === 'string') continue;
    throw new ApiError('validation_failed', `mapping.${field} must be the name of a column, or null.`, {
      field: `mapping.${field}`,
    });
  }
  return given;
}

/** Returns `rating_value` for `Rating Value`, `rating-value` and `RATING  VALUE`. */
function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
}

/**
 * Finds the columns of a file. Throws 400 if the mapping names a column that the file does not have, and if dates, or both texts and
 * ratings, have no column.
 */
export function columnsOf(header: readonly string[], mapping: ImportMapping): ImportColumns {
  const plain = header.map((name) => plainName(name.slice(0, 200)));
  const columns = new Map<ImportField, number>();
  for (const field of IMPORT_FIELDS) {
    const named = mapping[field];
    const at = named === undefined ? spelledIn(plain, field) : namedIn(header, field, named);
    if (at >= 0) columns.set(field, at);
  }
  assertEnough(columns);
  return columns;
}

function spelledIn(plain: readonly string[], field: ImportField): number {
  const spelling = SPELLINGS[field].find((name) => plain.includes(name));
  return spelling === undefined ? -1 : plain.indexOf(spelling);
}

function namedIn(header: readonly string[], field: ImportField, name: string | null): number {
  if (name === null) return -1;
  const exact = header.indexOf(name.trim());
  const at = exact >= 0 ? exact : header.map(plainName).indexOf(plainName(name));
  if (at >= 0 && name.trim() !== '') return at;
  throw new ApiError(
    'invalid_value',
    `mapping.${field} names the column "${name.slice(0, 60)}", which csv does not have; send a name of its header, or null.`,
    { field: `mapping.${field}` },
  );
}

function assertEnough(columns: ImportColumns): void {
  const missing = (field: ImportField, others: string): ApiError =>
    invalidCsv(
      `csv has no column for ${field}; name one of its columns ${others}, or send mapping.${field}.`,
      'missing_field',
    );
  if (!columns.has('posted_on')) throw missing('posted_on', 'posted_on or date');
  if (!columns.has('text') && !columns.has('rating_value')) throw missing('text', 'text or rating');
}
