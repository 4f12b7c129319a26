import { type OutboundError, type OutboundErrorCode } from '@plaudit/outbound';
import { LlmFailure, type LlmFailureReason } from '../llm-failure';

/** A response that is no success. */
export interface ServerRefusal {
  status: number;
  /** The beginning of the body, for our decisions only. It may repeat what was sent. */
  problem: string;
  retryAfterMs?: number;
}

const TOO_LONG =
  /context.{0,3}length|context.{0,3}window|maximum.{0,20}tokens|too many.{0,10}tokens|too long|too large/i;

/** What the failures say about a status. The status itself is added. */
const BY_STATUS: Readonly<Record<number, readonly [LlmFailureReason, string]>> = {
  401: ['unauthorised', 'The server did not accept the API key'],
  403: ['unauthorised', 'The server does not permit this API key to use the model'],
  404: ['not_found', 'The server does not know this address or this model'],
  408: ['server_error', 'The server did not answer in time'],
  409: ['server_error', 'The server was busy with a conflicting request'],
  413: ['too_long', 'The request was too large for the server'],
  429: ['rate_limited', 'The server asks to send fewer requests'],
};

/** Returns why a response is a failure. */
export function failureOfStatus({ status, problem, retryAfterMs }: ServerRefusal): LlmFailure {
  const [reason, sentence] = BY_STATUS[status] ?? kindOf(status, problem);
  return new LlmFailure(reason, `${sentence} (status ${status}).`, { status, retryAfterMs });
}

function kindOf(status: number, problem: string): readonly [LlmFailureReason, string] {
  if (status >= 500) return ['server_error', 'The server failed'];
  if (status >= 300 && status < 400) {
    return ['redirected', 'The server redirects to another address, which is not followed'];
  }
  if (TOO_LONG.test(problem)) return ['too_long', 'The request was too long for the model'];
  return ['bad_request', 'The server refused the request'];
}

const BY_CODE: Readonly<Partial<Record<OutboundErrorCode, LlmFailureReason>>> = {
  timeout: 'timeout',
  blocked_address: 'blocked',
  response_malformed: 'malformed',
  headers_too_large: 'malformed',
  too_large: 'malformed',
};

/** Returns why no response came. */
export function failureOfConnection(error: OutboundError): LlmFailure {
  return new LlmFailure(BY_CODE[error.code] ?? 'network', error.message, { cause: error });
}

const OF_THE_SERVER: ReadonlySet<LlmFailureReason> = new Set([
  'timeout',
  'network',
  'redirected',
  'unauthorised',
  'not_found',
  'rate_limited',
  'server_error',
]);

/** Returns true if the failure speaks against the server. A poor answer says nothing about the next one. */
export function isFailureOfServer({ reason }: LlmFailure): boolean {
  return OF_THE_SERVER.has(reason);
}
