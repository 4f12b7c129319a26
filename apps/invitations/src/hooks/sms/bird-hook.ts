import { fieldsOf, headerOf, type HookRequest, isSame, sha256 } from '../hook-request';
import { claimsOf } from '../json-web-token';
import type { SmsHook } from './sms-hook';
import { answers, type SmsReport, statuses, type SmsStatus } from './sms-report';

const ALGORITHMS = ['HS256', 'HS384', 'HS512'];
/** Clocks differ by this much at most. */
const LEEWAY_S = 5;
/** A token is valid for a minute. One that claims to be valid for longer is refused. */
const MAX_VALIDITY_S = 300;

const KINDS: ReadonlyMap<string, SmsStatus['kind']> = new Map([
  ['delivered', 'delivered'],
  ['delivery_failed', 'failed'],
  ['expired', 'failed'],
]);

/** The person opted out: `statusErrorCode`, which not every report has, and `statusReason`. */
const OPTED_OUT = '103';
const OPTED_OUT_REASON = /^opted[ _]out$/i;

/** Bird sends reports as GET with a query, and inbound messages as POST. Its token has the hashes of address and body. */
export function birdHook(key: string): SmsHook {
  return {
    verify: (request, at) => isSigned(request, key, at),
    reports: (request) => reportsOf(fieldsOf(request)),
  };
}

function isSigned(request: HookRequest, key: string, at: Date): boolean {
  const claims = claimsOf(headerOf(request, 'messagebird-signature-jwt'), key, ALGORITHMS);
  if (!claims || claims['iss'] !== 'MessageBird' || !isCurrent(claims, at.getTime() / 1_000)) return false;
  const { url_hash: urlHash, payload_hash: bodyHash } = claims;
  if (typeof urlHash !== 'string' || !isSame(urlHash.toLowerCase(), sha256(request.url))) return false;
  if (request.body.length === 0) return true;
  return typeof bodyHash === 'string' && isSame(bodyHash.toLowerCase(), sha256(request.body));
}

function isCurrent({ nbf, exp }: Record<string, unknown>, now: number): boolean {
  if (typeof exp !== 'number' || exp < now - LEEWAY_S || exp > now + MAX_VALIDITY_S) return false;
  return nbf === undefined || (typeof nbf === 'number' && nbf <= now + LEEWAY_S);
}

function reportsOf(fields: Record<string, string>): SmsReport[] {
  const { status } = fields;
  if (status === undefined) {
    const text = fields['body'] ?? fields['message'] ?? fields['payload'] ?? null;
    return answers(fields['originator'] ?? fields['sender'] ?? null, text);
  }
  const code = fields['statusErrorCode'] ?? null;
  const isOptedOut = code === OPTED_OUT || OPTED_OUT_REASON.test(fields['statusReason'] ?? '');
  return statuses(isOptedOut ? 'opted_out' : KINDS.get(status), {
    providerId: fields['id'] ?? null,
    ref: fields['reference'] ?? null,
    code,
  });
}
