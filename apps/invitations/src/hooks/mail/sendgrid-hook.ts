import { createPublicKey, createVerify, type KeyObject } from 'node:crypto';
import { headerOf, type HookRequest, jsonOf, textAt } from '../hook-request';
import { eventsIn, type MailHook, MAX_AGE_S } from './mail-hook';
import { failureVerdict, mailReports, type MailReport, type ReportVerdict } from './mail-report';

/** SendGrid signs the time and the body with ECDSA. */
export function sendgridHook(publicKey: string): MailHook {
  const key = keyOf(publicKey);
  return {
    verify: (request, at) => key !== null && isSigned(request, key, at),
    reports: (request) => eventsIn(jsonOf(request)).flatMap(reportsOf),
  };
}

/** Returns what is wrong with SENDGRID_WEBHOOK_PUBLIC_KEY. */
export function sendgridProblems(publicKey: string | undefined): string[] {
  if (publicKey === undefined || keyOf(publicKey)) return [];
  return ["SENDGRID_WEBHOOK_PUBLIC_KEY must be the verification key of SendGrid's event webhook, in base64"];
}

/** Returns null for text that is no public key of ECDSA. */
function keyOf(publicKey: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ec' ? key : null;
  } catch {
    return null;
  }
}

function isSigned(request: HookRequest, key: KeyObject, at: Date): boolean {
  const time = headerOf(request, 'x-twilio-email-event-webhook-timestamp');
  if (!/^\d{1,12}$/.test(time) || Math.abs(at.getTime() / 1_000 - Number(time)) > MAX_AGE_S) return false;
  const signature = Buffer.from(headerOf(request, 'x-twilio-email-event-webhook-signature'), 'base64');
  try {
    return createVerify('sha256').update(time).update(request.body).verify(key, signature);
  } catch {
    return false;
  }
}

function reportsOf(event: object): MailReport[] {
  return mailReports({
    verdict: verdictOfEvent(event),
    messageId: textAt(event, 'smtp-id'),
    requestId: textAt(event, 'invitation_request_id'),
    recipient: textAt(event, 'email'),
    code: textAt(event, 'status') ?? textAt(event, 'type'),
    eventId: textAt(event, 'sg_event_id'),
  });
}

/**
 * SendGrid's classes of bounces that say more than a reply without words. A mail that it dropped, because the address bounced before or
 * for another reason, has no reply of a server, so it says nothing about the address.
 */
const CLASSES: ReadonlyMap<string, ReportVerdict> = new Map([
  ['Invalid Address', 'gone'],
  ['Reputation', 'policy'],
  ['Content', 'policy'],
  ['Frequency or Volume Too High', 'policy'],
]);

function verdictOfEvent(event: object): ReportVerdict | null {
  switch (textAt(event, 'event')) {
    case 'bounce':
      return failureVerdict(
        { text: textAt(event, 'reason') ?? '', status: textAt(event, 'status') },
        CLASSES.get(textAt(event, 'bounce_classification') ?? ''),
      );
    case 'dropped':
      return 'unknown';
    case 'deferred':
      return 'later';
    case 'spamreport':
      return 'complaint';
    default:
      return null;
  }
}
