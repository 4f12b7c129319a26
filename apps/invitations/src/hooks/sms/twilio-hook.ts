import { createHmac } from 'node:crypto';
import { fieldsOf, headerOf, type HookRequest, isSame, sha256 } from '../hook-request';
import type { SmsHook } from './sms-hook';
import { answers, type SmsReport, statuses, type SmsStatus } from './sms-report';

/** The person sent STOP to this sender. */
const OPTED_OUT = '21610';

const KINDS: ReadonlyMap<string, SmsStatus['kind']> = new Map([
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'failed'],
  ['failed', 'failed'],
]);

/** Twilio signs the address and the fields, without a time. A repeated notification changes nothing. */
export function twilioHook(token: string): SmsHook {
  return {
    verify: (request) => isSigned(request, token),
    reports: (request) => reportsOf(fieldsOf(request)),
  };
}

/** A JSON body is not part of the signature. Its hash in the address is. */
function isSigned(request: HookRequest, token: string): boolean {
  const bodyHash = new URL(request.url).searchParams.get('bodySHA256');
  if (bodyHash !== null && !isSame(bodyHash.toLowerCase(), sha256(request.body))) return false;
  const fields = bodyHash === null ? [...new URLSearchParams(request.body.toString('utf8'))] : [];
  const sorted = fields.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const signed = request.url + sorted.map(([name, value]) => name + value).join('');
  const expected = createHmac('sha1', token).update(signed).digest('base64');
  return isSame(headerOf(request, 'x-twilio-signature'), expected);
}

function reportsOf(fields: Record<string, string>): SmsReport[] {
  const status = fields['MessageStatus'];
  if (status === undefined) {
    // Advanced opt-out has words of the operator's own, and says what they mean.
    const meant = fields['OptOutType'] ?? fields['Body'] ?? null;
    return answers(fields['From'] ?? null, meant);
  }
  const code = fields['ErrorCode'] ?? null;
  return statuses(code === OPTED_OUT ? 'opted_out' : KINDS.get(status), {
    providerId: fields['MessageSid'] ?? fields['SmsSid'] ?? null,
    ref: fields['ref'] ?? null,
    code,
  });
}
