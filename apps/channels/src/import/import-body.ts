import { ApiError } from '@plaudit/contracts';
import { decodeText, encodingOf } from '@plaudit/outbound';
import { readItem } from '@plaudit/runtime';
import type { ReviewImportInput, ReviewImportQuery } from './review-imports.dto';
import { type ImportMapping, readMapping } from './import-columns';

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;
const UTF8 = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/** A request that imports a file, in either form. */
export interface ImportRequest<Input extends ReviewImportInput> {
  /** The decoded file. */
  csv: string;
  mapping: ImportMapping;
  validateOnly: boolean;
  /** The other fields, from the JSON object or from the query. */
  input: Input;
}

/** The body of a request as it arrived. */
export interface ReceivedBody {
  contentType: string | undefined;
  contentEncoding: string | undefined;
  bytes: Buffer;
}

/**
 * Reads the body of an import: the file itself as text/csv, or a JSON object with the file in `csv`. With text/csv, the other fields
 * are in the query. A file may have any charset that {@link decodeText} reads; JSON is UTF-8. Throws 415 for another content type, an unknown
 * charset or a Content-Encoding, and 400 if a field is not valid.
 */
export function readImportBody<Input extends ReviewImportInput>(
  type: new () => Input,
  body: ReceivedBody,
  query: ReviewImportQuery,
): ImportRequest<Input> {
  const { contentType = '', contentEncoding = 'identity', bytes } = body;
  if (contentEncoding.toLowerCase() !== 'identity') {
    throw unsupported('The request body must be sent uncompressed, without Content-Encoding.');
  }
  const validateOnly = isTrue(query.validate_only);
  const charset = CHARSET.exec(contentType)?.[1] ?? 'utf-8';
  if (/^text\/csv\s*(;|$)/i.test(contentType)) {
    if (encodingOf(charset) === null)
      throw unsupported(`The charset ${charset.slice(0, 40)} is unknown. Send the file in UTF-8.`);
    const input = readItem(type, { ...query, ...termsIn(query), csv: '-', validate_only: validateOnly });
    return { csv: decodeText(bytes, { contentType, kind: 'text' }), mapping: {}, validateOnly, input };
  }
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    throw unsupported('The request body must be sent with Content-Type: text/csv or application/json.');
  }
  if (!UTF8.has(charset.toLowerCase())) {
    throw unsupported(`JSON must be sent in UTF-8, not in ${charset.slice(0, 40)}.`);
  }
  return readJson(type, bytes, validateOnly, termsIn(query));
}

function readJson<Input extends ReviewImportInput>(
  type: new () => Input,
  bytes: Buffer,
  validateOnly: boolean,
  terms: object,
): ImportRequest<Input> {
  const { csv, mapping, ...given } = parse(bytes);
  const fields = { ...terms, ...given };
  // The text of the file is cleaned cell by cell, and its columns are checked with its header.
  const input = readItem(type, typeof csv === 'string' ? { ...fields, csv: '-' } : { ...fields, csv });
  return {
    csv: typeof csv === 'string' ? csv : '',
    mapping: readMapping(mapping),
    validateOnly: validateOnly || input.validate_only === true,
    input,
  };
}

/** Returns what the query says about the values of the file. */
function termsIn({ date_order: order, rating_scale: scale }: ReviewImportQuery): object {
  return { date_order: order || undefined, rating_scale: scale ? Number(scale) : undefined };
}

function parse(bytes: Buffer): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ApiError('invalid_json', 'The request body is not valid JSON in UTF-8.');
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
    return parsed as Record<string, unknown>;
  }
  throw new ApiError('validation_failed', 'The request body must be a JSON object.');
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

function unsupported(msg: string): ApiError {
  return new ApiError('unsupported_media_type', msg);
}
