import { ApiError, type ErrorCode } from '@plaudit/contracts';

/** Why an item was refused. */
export interface BulkError {
  /** Index of the item in the request, from 0. */
  index: number;
  field: string | null;
  code: ErrorCode;
  msg: string;
  /** Id of the stored record that the item duplicates. */
  existing_id?: number;
}

/** What the responses of all bulks have. `ids` has one entry per item. */
export interface BulkSummary {
  success: true;
  validate_only: boolean;
  total: number;
  valid: number;
  invalid: number;
  ids: (number | null)[];
  errors: BulkError[];
}

/** Response of a bulk that adds. */
export interface BulkResult extends BulkSummary {
  inserted: number;
}

/** The outcome of an item: the error, the record, or null if nothing was to be stored. */
export type BulkOutcome = ApiError | { id: number } | null | undefined;

/** Summarises the outcome of each item of a bulk that adds. */
export function bulkResult(outcomes: readonly BulkOutcome[], validateOnly: boolean): BulkResult {
  const summary = bulkSummary(outcomes, validateOnly);
  return { ...summary, inserted: summary.ids.filter((id) => id !== null).length };
}

/** Summarises the outcome of each item. */
export function bulkSummary(outcomes: readonly BulkOutcome[], validateOnly: boolean): BulkSummary {
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
    ids,
    errors,
  };
}

function errorOf({ code, message, details }: ApiError, index: number): BulkError {
  const { field = null, existing_id } = details;
  return { index, field, code, msg: message, ...(typeof existing_id === 'number' ? { existing_id } : {}) };
}
