import { ApiError, type ErrorCode } from '@plaudit/contracts';

/** Why an item was refused. */
export interface BulkError {
  /** Index of the item in the request, from 0. */
  index: number;
  field: string | null;
  code: ErrorCode;
  msg: string;
  /** The stored review that the item duplicates. */
  existing_id?: number;
}

/** Response of POST /reviews/add_bulk. `ids` has one entry per item. */
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

/** Summarises the outcome of each item: the error, the stored review, or null if nothing was to be stored. */
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
