import { hasSecret, jsonOf, textAt } from '../hook-request';
import { eventsIn, type MailHook } from './mail-hook';
import { failureVerdict, mailReports, type MailReport, type ReportVerdict } from './mail-report';

/** Events after which Brevo gives the mail up, and what they say where the reply of the server does not tell it. */
const FAILURES: ReadonlyMap<string, ReportVerdict> = new Map([
  ['hard_bounce', 'unknown'],
  ['invalid_email', 'gone'],
  ['blocked', 'unknown'],
  ['error', 'unknown'],
]);
const OTHERS: ReadonlyMap<string, ReportVerdict> = new Map([
  ['soft_bounce', 'later'],
  ['deferred', 'later'],
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
    verdict: verdictOfEvent(event, name),
    messageId,
    recipient: textAt(event, 'email'),
    code: name,
    eventId: time === '' ? null : `${name} ${time}`,
  });
}

/** Brevo blocks an address after a bounce, and then does not ask the server again: such an event says nothing about the address. */
function verdictOfEvent(event: object, name: string): ReportVerdict | null {
  const own = FAILURES.get(name);
  if (own === undefined) return OTHERS.get(name) ?? null;
  if (name === 'blocked') return own;
  return failureVerdict({ text: textAt(event, 'reason') ?? '' }, own);
}
