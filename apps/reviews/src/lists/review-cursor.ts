import { ApiError } from '@plaudit/contracts';

/** The orders of a list. `updated` begins with the review that changed least recently. */
export const REVIEW_SORTS = ['newest', 'oldest', 'rating', 'updated'] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];

/** The last review of the previous page: the values by which the list is ordered, as text. The last one is the id. */
export type ReviewCursor = readonly string[];

const SECONDS = String.raw`\d{1,12}|-\d{1,10}`;
const ID = String.raw`\d{1,15}`;

/** The parts of a `next_cursor` after the name of its sort. */
const PARTS: Readonly<Record<ReviewSort, readonly string[]>> = {
  newest: [SECONDS, ID],
  oldest: [SECONDS, ID],
  rating: [String.raw`-1|\d(?:\.\d{1,20})?`, SECONDS, ID],
  // Microseconds.
  updated: [String.raw`\d{1,17}`, ID],
};

/** The cursor parameters of a list. An empty text means left out. */
export interface CursorQuery {
  cursor?: string;
  before_ts?: string;
  before_id?: string;
}

/** Returns the cursor of a list in this order; null for the first page. Throws 400 if it is incomplete or of another sort. */
export function readCursor(
  { cursor, before_ts: ts, before_id: id }: CursorQuery,
  sort: ReviewSort,
): ReviewCursor | null {
  const before = pairOf(ts, id, sort);
  if (!cursor) return before;
  const read = opened(cursor, sort);
  if (before && before.join() !== read.join()) {
    throw invalid('cursor', 'cursor and before_ts with before_id name different reviews; send only cursor.');
  }
  return read;
}

function pairOf(ts: string | undefined, id: string | undefined, sort: ReviewSort): ReviewCursor | null {
  if (!ts && !id) return null;
  if (sort !== 'newest') {
    throw invalid(
      ts ? 'before_ts' : 'before_id',
      `before_ts and before_id belong to sort=newest; with sort=${sort} send next_cursor as cursor.`,
    );
  }
  if (ts && id) return [ts, id];
  throw new ApiError(
    'cursor_incomplete',
    'before_ts and before_id must be sent together, as the previous page returned them.',
    { field: ts ? 'before_id' : 'before_ts' },
  );
}

function opened(text: string, sort: ReviewSort): ReviewCursor {
  const [name, ...values] = text.split('_');
  const other = REVIEW_SORTS.find((one) => one === name && one !== sort);
  if (other) {
    throw invalid('cursor', `cursor is of sort=${other}; send sort=${other}, or begin without a cursor.`);
  }
  const parts = PARTS[sort];
  const isWhole = parts.length === values.length;
  if (
    name === sort &&
    isWhole &&
    parts.every((part, n) => new RegExp(`^(?:${part})$`).test(values[n] ?? ''))
  ) {
    return values;
  }
  throw invalid('cursor', 'cursor must be the next_cursor of the previous page.');
}

function invalid(field: string, msg: string): ApiError {
  return new ApiError('invalid_value', msg, { field });
}
