import { Client, type ClientConfig, DatabaseError } from 'pg';
import { recordStatements, type StatementTrace } from './statement-trace';

/** Errors of these classes quote names of tables, columns and roles, and never a value. */
const NAMING_CLASSES = new Set(['08', '23', '28', '3D', '3F', '40', '42', '53', '55', '57', '58']);
/** "syntax error in tsquery" quotes what was searched for. */
const SYNTAX_ERROR = '42601';

/** From the first quotation mark of any of Postgres's languages to the last, because a value may contain some itself. */
const QUOTED = /["«»„“”].*["«»„“”]/su;

/**
 * A connection whose errors contain no value of a statement or a row. Postgres repeats values in the detail and the context of
 * an error, and in the message of some. What remains names the fault: SQLSTATE, constraint, schema, table and column.
 */
export class DatabaseClient extends Client {
  constructor(config?: string | (ClientConfig & { trace?: StatementTrace })) {
    super(config);
    if (typeof config === 'object' && config.trace) recordStatements(this, config.trace);
    // Before the listener of pg, which passes the same error to the statement that failed.
    this.connection.prependListener('errorMessage', removeValues);
    this.connection.prependListener('error', (error: Error) =>
      explainTls(error, `${this.host}:${this.port}`),
    );
  }
}

/** Errors of Node and OpenSSL about the certificate of the server. */
const CERTIFICATE_CODES =
  /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|CRL_|ERR_TLS_CERT_|INVALID_CA|INVALID_PURPOSE)/;
const NO_TLS = 'The server does not support SSL connections';

/** Adds the server and the setting to an error about TLS. Leaves other errors as they are. */
function explainTls(error: Error & { code?: string }, server: string): void {
  if (CERTIFICATE_CODES.test(error.code ?? ''))
    error.message = `Refused the certificate of Postgres at ${server}: ${error.message}. Check DATABASE_TLS_CA and the host name in the URL.`;
  else if (error.message === NO_TLS)
    error.message = `Postgres at ${server} does not support TLS. Turn its "ssl" on, or unset the DATABASE_TLS_ settings and sslmode in the URL.`;
}

/** Removes every value from an error of Postgres. Leaves other errors as they are. */
export function removeValues(error: unknown): void {
  if (!(error instanceof DatabaseError)) return;
  const stack = error.stack?.slice(error.stack.indexOf('\n    at ')) ?? '';
  if (quotesValues(error.code ?? '')) error.message = error.message.replace(QUOTED, '"…"');
  error.stack = `${error.name}: ${error.message}${stack}`;
  error.detail = undefined;
  error.where = undefined;
  error.hint = undefined;
  error.internalQuery = undefined;
}

function quotesValues(code: string): boolean {
  return code === SYNTAX_ERROR || !NAMING_CLASSES.has(code.slice(0, 2));
}
