import {
  headerOf,
  type HookRequest,
  isSame,
  jsonOf,
  malformed,
  recordOf,
  sha256,
  textAt,
} from '../hook-request';
import { claimsOf } from '../json-web-token';
import type { SmsHook } from './sms-hook';
import { answers, type SmsReport, statuses, type SmsStatus } from './sms-report';

const MAX_AGE_S = 300;

const KINDS: ReadonlyMap<string, SmsStatus['kind']> = new Map([
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['rejected', 'failed'],
  ['undeliverable', 'failed'],
  ['failed', 'failed'],
  ['expired', 'failed'],
]);

/** The person opted out: `err-code` of a delivery receipt, and the number of the error of the Messages API. */
const OPTED_OUT: ReadonlySet<string> = new Set(['9', '1240']);

/** Vonage sends a token with the hash of the body, for the Messages API and for the older delivery receipts. */
export function vonageHook(secret: string): SmsHook {
  return {
    verify: (request, at) => isSigned(request, secret, at),
    reports: (request) => reportsOf(jsonOf(request)),
  };
}

function isSigned(request: HookRequest, secret: string, at: Date): boolean {
  const token = /^Bearer ([\w.-]+)$/i.exec(headerOf(request, 'authorization'))?.[1];
  const claims = token === undefined ? null : claimsOf(token, secret);
  if (!claims) return false;
  const { iat, payload_hash: hash } = claims;
  const age = typeof iat === 'number' ? at.getTime() / 1_000 - iat : Infinity;
  return (
    Math.abs(age) <= MAX_AGE_S && typeof hash === 'string' && isSame(hash.toLowerCase(), sha256(request.body))
  );
}

function reportsOf(json: unknown): SmsReport[] {
  const body = recordOf(json);
  if (Object.keys(body).length === 0) throw malformed('not a JSON object');
  const status = textAt(body, 'status');
  if (status === null) {
    const from = textAt(body, 'from') ?? textAt(body, 'from', 'number') ?? textAt(body, 'msisdn');
    return answers(from, textAt(body, 'text') ?? textAt(body, 'message', 'content', 'text'));
  }
  const code = errorOf(body);
  return statuses(code !== null && OPTED_OUT.has(code) ? 'opted_out' : KINDS.get(status), {
    providerId: textAt(body, 'message_uuid') ?? textAt(body, 'messageId'),
    ref: textAt(body, 'client_ref') ?? textAt(body, 'client-ref'),
    code,
  });
}

function errorOf(body: Record<string, unknown>): string | null {
  const receipt = textAt(body, 'err-code');
  if (receipt !== null) return receipt === '0' ? null : receipt;
  const named = textAt(body, 'error', 'title') ?? textAt(body, 'error', 'code');
  if (named !== null && /^\d+$/.test(named)) return named;
  return /[#/](\d+)$/.exec(textAt(body, 'error', 'type') ?? '')?.[1] ?? null;
}
