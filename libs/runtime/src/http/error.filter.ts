import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import { ApiError, ERROR_STATUS, type ErrorCode } from '@plaudit/contracts';
import { type DatabaseTrouble, thrownTrouble } from '@plaudit/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isError } from '../logging/loggable';
import { sendErrorPage, wantsErrorPage } from './error-page/error-page';
import { sendAllowed, unroutedError } from './unrouted';

const logger = new Logger('ErrorFilter');

/** The Retry-After of a 503: the gateway's breaker lets the next request through after this time. */
const RETRY_UNAVAILABLE_SECONDS = 2;

/** Gives every error response the shape `{success:false, msg, code, …, request_id}`, or shows people a page. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendError(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

/**
 * Sends an error response. Logs an error that is not meant for clients and sends a 500 without details. A trouble of the
 * database is `503 upstream_unavailable`. It is not logged here, because the Database logs it once for all requests.
 */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = apiErrorOf(thrown, request);
  if (error.code === 'internal_error') {
    logger.error(isError(thrown) ? thrown : new Error(`thrown: ${textOf(thrown)}`));
  }
  if (reply.sent || reply.raw.headersSent) return;
  const wait = retryAfter(error);
  if (wait !== null) void reply.header('Retry-After', wait);
  void reply.header('X-Request-Id', request.id);
  if (sendAllowed(error, request, reply)) return;
  if (wantsErrorPage(request)) return sendErrorPage(error.status, request, reply);
  void reply
    .code(error.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(errorBody(error, request.id));
}

/** Returns the body of the response to a request that failed with this error. */
export function errorBody(error: ApiError, requestId: string): Record<string, unknown> {
  const { code, message, details } = error;
  const wait = retryAfter(error);
  const retry = wait === null ? {} : { retry_after_seconds: wait };
  return { success: false, msg: message, code, ...details, ...retry, request_id: requestId };
}

/** An object may contain anything, so only its type is named. */
function textOf(thrown: unknown): string {
  return typeof thrown === 'string' ? thrown : typeof thrown;
}

/** Returns the seconds of the Retry-After header, or null if waiting does not help or a 429 names no time. */
function retryAfter({ status, details }: ApiError): number | null {
  const isUnavailable = status === ERROR_STATUS.upstream_unavailable;
  if (!isUnavailable && status !== ERROR_STATUS.rate_limited) return null;
  const { retry_after_seconds: seconds, retry_after_minutes: minutes } = details;
  if (typeof seconds === 'number') return seconds;
  if (isUnavailable) return RETRY_UNAVAILABLE_SECONDS;
  return typeof minutes === 'number' ? minutes * 60 : null;
}

const BY_STATUS = new Map<number, ErrorCode>([
  [400, 'validation_failed'],
  [401, 'invalid_key'],
  [403, 'forbidden'],
  [415, 'unsupported_media_type'],
  [429, 'rate_limited'],
  [503, 'upstream_unavailable'],
]);

const TOO_LONG_LOCKED = 'Another change of the same record takes too long; try again shortly.';

const TROUBLES: Readonly<Record<DatabaseTrouble, string>> = {
  unreachable: 'The database is not available; try again shortly.',
  busy: 'The database is busy with other requests; try again shortly.',
  lock_timeout: TOO_LONG_LOCKED,
  deadlock: TOO_LONG_LOCKED,
  statement_timeout: 'The request took too long and was stopped; narrow it or try again shortly.',
};

function apiErrorOf(thrown: unknown, request: FastifyRequest): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const trouble = thrownTrouble(thrown);
  if (trouble) return new ApiError('upstream_unavailable', TROUBLES[trouble]);
  const status = statusOf(thrown);
  if (status === ERROR_STATUS.not_found) return unroutedError(request);
  const code =
    BY_STATUS.get(status) ?? (status >= 400 && status < 500 ? 'validation_failed' : 'internal_error');
  return new ApiError(code, messageFor(code, thrown));
}

function statusOf(thrown: unknown): number {
  if (thrown instanceof HttpException) return thrown.getStatus();
  const { statusCode, name } = (thrown ?? {}) as { statusCode?: number; name?: string };
  return name === 'FastifyError' && statusCode ? statusCode : ERROR_STATUS.internal_error;
}

function isBadUrl(thrown: unknown): boolean {
  return (thrown as { code?: string } | null)?.code === 'FST_ERR_BAD_URL';
}

function messageFor(code: ErrorCode, thrown: unknown): string {
  if (code === 'internal_error')
    return 'Something went wrong on our side; quote the request_id when you report it.';
  if (code === 'unsupported_media_type')
    return 'The request body must be sent with Content-Type: application/json.';
  if (isBadUrl(thrown)) return 'The path is not percent-encoded UTF-8; encode it again.';
  return thrown instanceof Error ? thrown.message : 'The request was refused.';
}
