import type { ErrorResponse } from '../context';

/** The error of a Google API. */
export interface GoogleError {
  /** Such as `PERMISSION_DENIED`. Empty if the body has none. */
  status: string;
  message: string;
  /** Reasons such as `API_KEY_INVALID`. */
  reasons: readonly string[];
  /** True if the quota of a day is spent, not that of a minute. */
  isDaily: boolean;
}

const MAX_DETAILS = 20;

interface Detail {
  reason?: unknown;
  metadata?: { quota_limit?: unknown; quota_unit?: unknown };
}

/** Returns the error in the body of a response. Its texts are empty if the body has another form. */
export function googleErrorOf({ body }: ErrorResponse): GoogleError {
  const { error } = (body ?? {}) as { error?: { status?: unknown; message?: unknown; details?: unknown } };
  const listed: unknown[] = Array.isArray(error?.details) ? error.details.slice(0, MAX_DETAILS) : [];
  const details = listed.filter((detail): detail is Detail => typeof detail === 'object' && detail !== null);
  const limits = details.flatMap(({ metadata }) => [metadata?.quota_limit, metadata?.quota_unit]);
  return {
    status: textOf(error?.status),
    message: textOf(error?.message),
    reasons: details.map(({ reason }) => textOf(reason)).filter((reason) => reason !== ''),
    isDaily: limits.some((limit) => /per_?day|\/d\//i.test(textOf(limit))),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 500) : '';
}
