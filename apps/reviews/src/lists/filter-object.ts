import { ApiError } from '@plaudit/contracts';
import { readItem } from '@plaudit/runtime';
import type { ReviewFilterQuery } from './review-filter.dto';

/** A filter that a body has. */
export interface FilterForm<Query extends ReviewFilterQuery> {
  /** The field of the body. */
  field: string;
  dto: new () => Query;
  /** Every field of a filter, so that a misspelled one does not select all reviews. */
  names: Readonly<Record<keyof Query, true>>;
}

/** The fields of {@link ReviewFilterQuery}. */
export const FILTER_NAMES: Readonly<Record<keyof ReviewFilterQuery, true>> = {
  rating: true,
  channels: true,
  sources: true,
  platforms: true,
  kept: true,
  tags: true,
  q: true,
  keyword: true,
  media_only: true,
  with_photos: true,
  with_text: true,
  without_reply: true,
  languages: true,
  groups: true,
  min_rating: true,
  max_rating: true,
  since: true,
  until: true,
  updated_since: true,
  status: true,
};

/**
 * Passes the filter of a body to `read` as the query of a list. Its values may be numbers or lists where the query has text. An
 * empty text means left out, except that of a list, as in the query. Throws 400 for a field or a value that does not exist, also if `read` does, and names the field
 * as the body has it.
 */
export function readFilterObject<Query extends ReviewFilterQuery, Result>(
  { field, dto, names }: FilterForm<Query>,
  filter: Record<string, unknown>,
  read: (query: Query, texts: Record<string, string>) => Result,
): Result {
  const given = Object.entries(filter);
  for (const [name] of given) assertKnown(field, name, names);
  const all = given.map(([name, value]) => [name, textOf(`${field}.${name}`, value)] as const);
  try {
    const query = readItem(dto, Object.fromEntries(all));
    return read(query, Object.fromEntries(all.filter(([, text]) => text !== '')));
  } catch (error) {
    throw error instanceof ApiError ? below(field, error) : error;
  }
}

function assertKnown(field: string, name: string, names: object): void {
  if (Object.hasOwn(names, name)) return;
  throw new ApiError(
    'invalid_value',
    `${field}.${name} does not exist; the filters are ${Object.keys(names).join(', ')}.`,
    { field: `${field}.${name}` },
  );
}

function textOf(field: string, value: unknown): string {
  const values = Array.isArray(value) ? (value as unknown[]) : [value];
  if (!values.every((one) => typeof one === 'string' || Number.isFinite(one))) {
    throw new ApiError('validation_failed', `${field} must be a string, a number, or a list of these.`, {
      field,
    });
  }
  const text = values.join(',');
  // Without this, an empty list of a parameter that is no list, such as q, would be left out and select every review.
  if (text.trim() !== '' || value === '') return text;
  throw new ApiError('validation_failed', `${field} must not be empty.`, { field });
}

/** Names the field as the body has it. */
function below(field: string, { code, message, details }: ApiError): ApiError {
  return new ApiError(code, `${field}.${message}`, { field: `${field}.${details.field}` });
}
