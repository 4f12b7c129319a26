import { hasSecret, jsonOf, textAt } from '../hook-request';
import { eventsIn, type MailHook } from './mail-hook';
import { mailReports, type MailReport } from './mail-report';

const KINDS: ReadonlyMap<string, MailReport['kind']> = new Map([
  ['hard_bounce', 'hard'],
  ['invalid_email', 'hard'],
  ['soft_bounce', 'soft'],
  ['deferred', 'soft'],
  ['blocked', 'failed'],
  ['error', 'failed'],
  ['spam', 'complaint'],
]);

export function brevoHook(secret: string): MailHook {
  return {
    verify: (request) => hasSecret(request, secret),
    reports: (request) => eventsIn(jsonOf(request)).flatMap(reportsOf),
  };
}

/** The id of Brevo's events names the webhook, so the message and the time tell them apart. */
function reportsOf(event: object): MailReport[] {
  const name = textAt(event, 'event') ?? '';
  const messageId = textAt(event, 'message-id');
  const time = textAt(event, 'ts_event') ?? textAt(event, 'ts') ?? '';
  return mailReports({
    kind: KINDS.get(name),
    messageId,
    recipient: textAt(event, 'email'),
    code: name,
    eventId: time === '' ? null : `${name} ${time}`,
  });
}
