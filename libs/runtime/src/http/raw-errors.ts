import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, ownValue } from '@plaudit/contracts';
import { isProbe, PROBES } from '../health/probes';
import type { AccessLog } from '../logging/access-log';
import { requestIdOf } from './trace-headers';

/*
 * Errors of requests that never reach Fastify. Their responses have the same shape as those of the ErrorFilter.
 */

interface RawError {
  status: number;
  code: ErrorCode;
  msg: string;
  retrySeconds?: number;
}

/** Responds 503 while the service starts. */
export function sendStarting(
  request: IncomingMessage,
  response: ServerResponse,
  accessLog: AccessLog | null,
): void {
  const msg = 'The service is starting; try again in a second.';
  send(request, response, { status: 503, code: 'upstream_unavailable', msg, retrySeconds: 1 }, accessLog);
}

/** Responds 417 to every `Expect` header except `100-continue`. */
export function sendExpectationFailed(
  request: IncomingMessage,
  response: ServerResponse,
  accessLog: AccessLog | null,
): void {
  const msg = 'The server supports no Expect header except 100-continue; leave it out.';
  send(request, response, { status: 417, code: 'validation_failed', msg }, accessLog);
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  error: RawError,
  accessLog: AccessLog | null,
): void {
  const requestId = requestIdOf(request);
  accessLog?.begin(request, response, { correlationId: requestId }, handlerOf(request));
  const body = bodyOf(error, requestId);
  if (error.retrySeconds !== undefined) response.setHeader('retry-after', error.retrySeconds);
  response.writeHead(error.status, headersOf(body, requestId));
  response.end(body);
}

const UNPARSABLE: RawError = {
  status: 400,
  code: 'validation_failed',
  msg: 'The request is not valid HTTP/1.1.',
};

const SOCKET_ERRORS: Readonly<Record<string, RawError>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'validation_failed',
    msg: 'The request headers are larger than 16 KiB; send fewer or shorter headers.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'request_timeout',
    msg: 'The request did not arrive in time; send it faster.',
  },
};

/** Responds to bytes that Node cannot parse as an HTTP request and closes the connection. */
export function sendUnparsable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  accessLog: AccessLog | null,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, code, msg } = ownValue(SOCKET_ERRORS, error.code ?? '') ?? UNPARSABLE;
  const requestId = randomUUID();
  const body = bodyOf({ code, msg }, requestId);
  const headers = Object.entries({ ...headersOf(body, requestId), connection: 'close' });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  const text = `${head.join('\r\n')}\r\n\r\n${body}`;
  socket.end(text);
  accessLog?.unparsable({ status, requestId, bytes: Buffer.byteLength(text) });
}

/** Health checks are the only requests whose handler is known before the application runs. */
function handlerOf({ url = '' }: IncomingMessage): string | undefined {
  return isProbe(url) ? `${PROBES}*` : undefined;
}

function bodyOf({ code, msg, retrySeconds }: Omit<RawError, 'status'>, requestId: string): string {
  // JSON leaves undefined out.
  return JSON.stringify({
    success: false,
    msg,
    code,
    retry_after_seconds: retrySeconds,
    request_id: requestId,
  });
}

function headersOf(body: string, requestId: string): Record<string, string | number> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
  };
}
