import { ownValue } from '@plaudit/contracts';

export type OutboundErrorCode =
  | 'timeout'
  | 'dns_error'
  | 'connection_refused'
  | 'connection_reset'
  | 'network_unreachable'
  | 'tls_error'
  | 'blocked_address'
  | 'redirect'
  | 'response_malformed'
  | 'headers_too_large'
  | 'too_large'
  | 'breaker_open'
  | 'internal';

/** Milliseconds per phase of a request. Null for a phase that did not happen (reused connection, literal address). */
export interface PhaseTimings {
  dns: number | null;
  connect: number | null;
  tls: number | null;
  /** The time from the start of the request to the final response headers. */
  first_byte: number | null;
  total: number;
}

/**
 * Why a request got no usable reply. `message` is one sentence that a customer may see. It never contains the address of a
 * blocked name. `cause` is for logs.
 */
export class OutboundError extends Error {
  timings: PhaseTimings | null = null;

  constructor(
    readonly code: OutboundErrorCode,
    message: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'OutboundError';
  }
}

const SENTENCES: Readonly<Record<OutboundErrorCode, string>> = {
  timeout: 'The server did not answer in time.',
  dns_error: 'The host name could not be resolved.',
  connection_refused: 'The server refused the connection.',
  connection_reset: 'The server closed the connection before it responded.',
  network_unreachable: 'The server is not reachable from here.',
  tls_error: 'The TLS certificate or handshake was not acceptable.',
  blocked_address: 'The address is not allowed.',
  redirect: 'The server redirected too often.',
  response_malformed: 'The response was not valid HTTP.',
  headers_too_large: 'The response headers were too large.',
  too_large: 'The response was too large.',
  breaker_open: 'The server failed repeatedly and is left alone for a while.',
  internal: 'The request could not be made.',
};

const BY_CODE: Readonly<Record<string, OutboundErrorCode>> = {
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  // The connection was closed before the end of the body. Lengths that contradict each other never reach undici.
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'connection_reset',
  ENETUNREACH: 'network_unreachable',
  EHOSTUNREACH: 'network_unreachable',
  ENETDOWN: 'network_unreachable',
  EADDRNOTAVAIL: 'network_unreachable',
  UND_ERR_HEADERS_OVERFLOW: 'headers_too_large',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'too_large',
};

const BY_PATTERN: readonly [RegExp, OutboundErrorCode][] = [
  [/^HPE_/, 'response_malformed'],
  [/^ERR_(TLS|SSL)_|CERT|^UNABLE_TO_|^DEPTH_ZERO|^EPROTO$|^HOSTNAME_MISMATCH$|^INVALID_CA$/, 'tls_error'],
];

/** Returns the default sentence of a code. */
export function sentenceFor(code: OutboundErrorCode): string {
  return SENTENCES[code];
}

const MAX_QUOTED_CHARACTERS = 80;

/** Quotes the first line of what a server sent, cut and printable, for a message that a customer may see. */
export function quoted(received: string): string {
  const [line = ''] = received
    .trimStart()
    .slice(0, 1_000)
    .split(/[\r\n]/, 1);
  const cut = line.length > MAX_QUOTED_CHARACTERS ? `${line.slice(0, MAX_QUOTED_CHARACTERS)}…` : line;
  return `"${cut.replace(/[^\u0020-\u007e\u00a0-\u00ff…]/g, '.')}"`;
}

export function malformed(message: string): OutboundError {
  return new OutboundError('response_malformed', message);
}

/** Converts an error of undici, the TLS stack or the kernel. Returns an OutboundError unchanged. */
export function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = codeOf(error);
  const known =
    ownValue(BY_CODE, code) ?? BY_PATTERN.find(([pattern]) => pattern.test(code))?.[1] ?? 'internal';
  return new OutboundError(known, SENTENCES[known], error);
}

/**
 * A failed connection attempt over several addresses is an AggregateError, whose first member has the cause. This checks the
 * shape, because errors of another realm (a jest sandbox, a worker) are not instances of this realm's Error.
 */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { name, code, message, errors } = error as Record<'name' | 'code' | 'message' | 'errors', unknown>;
  if (name === 'TimeoutError') return 'UND_ERR_HEADERS_TIMEOUT';
  if (typeof code === 'string') return code;
  // undici 7 sets no code on its parser errors.
  if (name === 'HTTPParserError')
    return String(message).includes('Invalid EOF state') ? 'UND_ERR_SOCKET' : 'HPE_UNKNOWN';
  return Array.isArray(errors) ? codeOf(errors[0]) : '';
}
