/**
 * SQLSTATEs of a server that cannot work for anybody: connection exceptions (08), insufficient resources (53), a server
 * that shuts down, recovers or starts (57P01 to 57P03), and a server that became read-only, as a former primary does.
 */
const SQLSTATE = /^(?:08...|53...|57P0[123]|25006)$/;

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Errors of pg and pg-pool that have no code. */
const MESSAGE =
  /^Connection terminated|^timeout exceeded when trying to connect$|^Client has encountered a connection error|^Client was closed and is not queryable$|^Driver not Connected$|^Cannot use a pool after calling end/;

/**
 * Returns true if the database could not be reached or cannot work, which says nothing about the statement. Looks into
 * the errors that wrap it: TypeORM's `driverError`, `cause`, and the errors of all addresses of a host.
 */
export function isDatabaseUnavailable(error: unknown, depth = 4): boolean {
  if (typeof error !== 'object' || error === null || depth === 0) return false;
  const { code, message, driverError, cause, errors } = error as {
    code?: unknown;
    message?: unknown;
    driverError?: unknown;
    cause?: unknown;
    errors?: unknown;
  };
  if (typeof code === 'string' && (SQLSTATE.test(code) || NETWORK_CODES.has(code))) return true;
  if (typeof message === 'string' && MESSAGE.test(message)) return true;
  const wrapped = [driverError, cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  return wrapped.some((inner) => isDatabaseUnavailable(inner, depth - 1));
}
