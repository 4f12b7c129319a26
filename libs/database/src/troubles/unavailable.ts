/**
 * SQLSTATEs that say nothing about the statement: connection exceptions (08), insufficient resources (53), a server that
 * shuts down, recovers or starts (57P01 to 57P03), a server that became read-only, as a former primary does, and a session
 * that ended because it was idle in a transaction (25P03) or at all (57P05).
 */
const SQLSTATE = /^(?:08...|53...|57P0[1235]|25006|25P03)$/;

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

/**
 * Errors of pg, pg-pool and TypeORM that have no code, and that of a certificate, which has one of many. TypeORM releases a
 * runner whose session Postgres ended.
 */
const MESSAGE =
  /^Refused the certificate of Postgres|^Query runner already released|^Connection terminated|^timeout exceeded when trying to connect$|^Client has encountered a connection error|^Client was closed and is not queryable$|^Driver not Connected$|^Cannot use a pool after calling end/;

const REFUSED_CERTIFICATE = /^Refused the certificate of Postgres/;
const TOO_MANY_CONNECTIONS = '53300';
const IS_SQLSTATE = /^[0-9A-Z]{5}$/;

interface ErrorFields {
  code?: unknown;
  message?: unknown;
  driverError?: unknown;
  cause?: unknown;
  errors?: unknown;
}

/** Returns true if the database could not be reached or cannot work, which says nothing about the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return some(
    error,
    ({ code, message }) =>
      (typeof code === 'string' && (SQLSTATE.test(code) || NETWORK_CODES.has(code))) ||
      (typeof message === 'string' && MESSAGE.test(message)),
  );
}

/** Returns true if the certificate of the server is not the one that DATABASE_TLS and DATABASE_TLS_CA ask for. */
export function isCertificateRefused(error: unknown): boolean {
  return some(error, ({ message }) => typeof message === 'string' && REFUSED_CERTIFICATE.test(message));
}

/** Returns true if the server accepts no more connections. Those that are open still work, so a query does not show it. */
export function isServerFull(error: unknown): boolean {
  return some(error, ({ code }) => code === TOO_MANY_CONNECTIONS);
}

/** Returns the SQLSTATE of an error of Postgres, also if TypeORM wrapped it. Returns null for any other error. */
export function sqlStateOf(error: unknown): string | null {
  const found = { code: null as string | null };
  some(error, ({ code }) => {
    if (typeof code === 'string' && IS_SQLSTATE.test(code)) found.code = code;
    return found.code !== null;
  });
  return found.code;
}

/**
 * Tests an error and those that it wraps: TypeORM's `driverError`, `cause`, and the errors of all addresses of a host.
 */
function some(error: unknown, test: (fields: ErrorFields) => boolean, depth = 4): boolean {
  if (typeof error !== 'object' || error === null || depth === 0) return false;
  const fields = error as ErrorFields;
  if (test(fields)) return true;
  const { driverError, cause, errors } = fields;
  const wrapped = [driverError, cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  return wrapped.some((inner) => some(inner, test, depth - 1));
}
