import { ApiError, type ErrorCode } from '@plaudit/contracts';

/** Why an item was refused. */
export interface BulkError {
  /** Of the item in the request, from 0. */
  index: number;
  field: string | null;
  code: ErrorCode;
  msg: string;
  /** The stored review that a duplicate repeats. */
  existing_id?: number;
}

/** Body that POST /reviews/add_bulk answers; `ids` has one place for each item. */
export interface BulkResult {
  success: true;
  validate_only: boolean;
  total: number;
  valid: number;
  invalid: number;
  inserted: number;
  ids: (number | null)[];
  errors: BulkError[];
}

/** What became of each item: why it was refused, what it is stored as, or null when nothing was to be stored. */
export function bulkResult(
  outcomes: readonly (ApiError | { id: number } | null | undefined)[],
  validateOnly: boolean,
): BulkResult {
  const ids = outcomes.map((outcome) => (outcome instanceof ApiError ? null : (outcome?.id ?? null)));
  const errors = outcomes.flatMap((outcome, index) =>
    outcome instanceof ApiError ? [errorOf(outcome, index)] : [],
  );
  return {
    success: true,
    validate_only: validateOnly,
    total: outcomes.length,
    valid: outcomes.length - errors.length,
    invalid: errors.length,
    inserted: ids.filter((id) => id !== null).length,
    ids,
    errors,
  };
}

function errorOf({ code, message, details }: ApiError, index: number): BulkError {
  const { field = null, existing_id } = details;
  return { index, field, code, msg: message, ...(typeof existing_id === 'number' ? { existing_id } : {}) };
}
