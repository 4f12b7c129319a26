import type { IncomingMessage, ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import type { AccessCaller, RuntimeContext } from '../context';
import type { ServiceEnv } from '../env/service-env';
import { isProbe } from '../health/probes';
import { onAnswered } from '../http/on-answered';

/** A request that has no complete response yet. */
interface OpenRequest {
  request: IncomingMessage;
  response: ServerResponse;
  context: Partial<RuntimeContext>;
  /** The pattern of the handler, or undefined if there is none. */
  pattern: string | undefined;
  startedAt: number;
  /** What the connection had written before. */
  bytesBefore: number;
}

interface UnparsableAnswer {
  status: number;
  requestId: string;
  bytes: number;
}

/** The status of a request whose client left before the response began. No client receives it. */
const CLIENT_LEFT = 499;
const SERVER_ERROR = 500;
const UNMATCHED = 'unmatched';
const LOGGED_LEVELS = new Set(['info', 'debug', 'trace']);
const HASHES = 2 ** 32;

/**
 * Writes one line per request when its response is complete or its client has left. The line has the pattern of the route and
 * nothing that a client chose freely except the request id: no path, query, header, body or address.
 */
export class AccessLog {
  private readonly logger = new Logger('Access');

  private constructor(
    private readonly service: string,
    /** The share of the requests to log. Server errors are always logged. */
    private readonly share: number,
    /** True at the level debug and below. */
    private readonly logsHealth: boolean,
  ) {}

  /** Returns null if the settings leave no line to write. Then a request costs nothing. */
  static of(service: string, { ACCESS_LOG, LOG_LEVEL }: ServiceEnv): AccessLog | null {
    if (ACCESS_LOG === 'off' || !LOGGED_LEVELS.has(LOG_LEVEL)) return null;
    const share = ACCESS_LOG === 'all' ? 1 : ACCESS_LOG === 'errors' ? 0 : Number(ACCESS_LOG);
    return new AccessLog(service, share, LOG_LEVEL !== 'info');
  }

  /** Call it when a request arrives. `pattern` is that of its handler, if there is one. */
  begin(
    request: IncomingMessage,
    response: ServerResponse,
    context: Partial<RuntimeContext>,
    pattern: string | undefined,
  ): void {
    if (isProbe(pattern) && !this.logsHealth) return;
    const bytesBefore = request.socket.bytesWritten;
    const open = { request, response, context, pattern, startedAt: performance.now(), bytesBefore };
    onAnswered(request, response, () => this.end(open));
  }

  /** Logs the response to bytes that are not a request. */
  unparsable({ status, requestId, bytes }: UnparsableAnswer): void {
    if (!this.keeps(status, requestId)) return;
    this.write(false, { route: UNMATCHED, status, ms: 0, bytes, request_id: requestId });
  }

  private end({ request, response, context, pattern, startedAt, bytesBefore }: OpenRequest): void {
    const status = response.headersSent ? response.statusCode : CLIENT_LEFT;
    const { correlationId = '', traceparent, access } = context;
    if (!this.keeps(status, correlationId)) return;
    this.write(isProbe(pattern), {
      method: request.method,
      route: access?.route ?? pattern ?? UNMATCHED,
      status,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
      bytes_in: sizeOf(request),
      bytes: hasConnection(request) ? request.socket.bytesWritten - bytesBefore : undefined,
      ...callerIn(context),
      request_id: correlationId,
      trace_id: traceparent?.split('-')[1],
      upstream: access?.upstream,
      replica: access?.replica,
      aborted: isComplete(request, response) ? undefined : true,
    });
  }

  /** Every service makes the same choice for a request, because all of them know its id. */
  private keeps(status: number, requestId: string): boolean {
    return this.share === 1 || status >= SERVER_ERROR || hash(requestId) < this.share * HASHES;
  }

  private write(isHealth: boolean, fields: object): void {
    const line = { message: 'Answered a request', ...fields, service: this.service };
    if (isHealth) this.logger.debug(line);
    else this.logger.log(line);
  }
}

/** A request of this process (`inject`) has no connection. */
function hasConnection({ socket }: IncomingMessage): boolean {
  return typeof socket.bytesWritten === 'number';
}

/** Node never counts a response as finished that has no connection. */
function isComplete(request: IncomingMessage, response: ServerResponse): boolean {
  return hasConnection(request) ? response.writableFinished : response.writableEnded;
}

/** Returns the ids of the caller, or none for a public request. */
function callerIn({ access, principal }: Partial<RuntimeContext>): Partial<AccessCaller> {
  const caller = access?.caller ?? principal;
  if (!caller?.account_id) return {};
  const { account_id, sub_account_id, key_id, user_id } = caller;
  return { account_id, sub_account_id, key_id: key_id ?? undefined, user_id };
}

/** Returns the declared size of the body, or undefined if there is none or its size was not declared. */
function sizeOf({ headers }: IncomingMessage): number | undefined {
  const declared = headers['content-length'];
  return declared === undefined ? undefined : Number(declared);
}

/** FNV-1a of 32 bits. It spreads the ids that clients count upwards. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
