import { PlauditError } from '@plaudit/client';

/** What a person should know about an error of a request. */
export interface ShownError {
  /** The words of the server, with the id of the request if the server is at fault. Null if no response arrived. */
  msg: string | null;
  code: string | null;
  /** The name of the field that is wrong. */
  field: string | null;
  /** Null if `msg` has it. */
  requestId: string | null;
  /** Seconds until another attempt may succeed, if the server says so. */
  retryAfter: number | null;
}

const NO_RESPONSE: ShownError = { msg: null, code: null, field: null, requestId: null, retryAfter: null };

export function shownError(error: unknown): ShownError {
  if (!(error instanceof PlauditError)) return NO_RESPONSE;
  const { message: msg, code, field = null, requestId, retryAfter, status } = error;
  return status < 500 || !requestId
    ? { msg, code, field, requestId, retryAfter }
    : { msg: `${msg} (${requestId})`, code, field, requestId: null, retryAfter };
}

/** Returns true for an error that another attempt may not have: no response, or a server in trouble. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof PlauditError) || error.status >= 500 || error.status === 429;
}

/** Returns true if the page shows a state that has changed at the server. */
export function isConflict(error: unknown): boolean {
  return error instanceof PlauditError && error.status === 409;
}

/** Returns true if what was asked for does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof PlauditError && error.status === 404;
}
