import { createHmac } from 'node:crypto';
import { type HookRequest, isSame, jsonOf, recordOf, textAt } from '../hook-request';
import { eventsIn, type MailHook, MAX_AGE_S } from './mail-hook';
import { failureVerdict, mailReports, type MailReport, type ReportVerdict } from './mail-report';

/** Mailgun signs a time and a random token, and not the event itself. */
export function mailgunHook(key: string): MailHook {
  return {
    verify: (request, at) => isSigned(request, key, at),
    reports: (request) =>
      eventsIn(jsonOf(request)).flatMap((body) => reportsOf(recordOf(body)['event-data'])),
  };
}

function isSigned(request: HookRequest, key: string, at: Date): boolean {
  const { signature } = recordOf(jsonOf(request));
  const time = textAt(signature, 'timestamp') ?? '';
  const token = textAt(signature, 'token') ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(at.getTime() / 1_000 - Number(time)) > MAX_AGE_S) return false;
  const expected = createHmac('sha256', key)
    .update(time + token)
    .digest('hex');
  return isSame(textAt(signature, 'signature') ?? '', expected);
}

function reportsOf(event: unknown): MailReport[] {
  return mailReports({
    verdict: verdictOfEvent(event),
    messageId: textAt(event, 'message', 'headers', 'message-id'),
    requestId: textAt(event, 'message', 'headers', 'x-entity-ref-id'),
    recipient: textAt(event, 'recipient'),
    code:
      textAt(event, 'delivery-status', 'enhanced-code') ??
      textAt(event, 'delivery-status', 'code') ??
      textAt(event, 'reason'),
    eventId: textAt(event, 'id'),
  });
}

/**
 * The server's reply is `message`, or `description` if Mailgun gives its own words. A mail that Mailgun did not send because of one of
 * its lists (`suppress-bounce`) has no reply, so it says nothing about the address.
 */
function verdictOfEvent(event: unknown): ReportVerdict | null {
  const name = textAt(event, 'event');
  if (name === 'complained') return 'complaint';
  if (name !== 'failed') return null;
  if (textAt(event, 'severity') !== 'permanent') return 'later';
  const reason = textAt(event, 'reason') ?? '';
  if (reason.startsWith('suppress-')) return 'unknown';
  const status = textAt(event, 'delivery-status', 'enhanced-code');
  const texts = ['message', 'description'].map((field) => textAt(event, 'delivery-status', field));
  const text = texts.filter((one) => one !== null).join('\n');
  return failureVerdict({ text, status }, reason === 'espblock' ? 'policy' : 'unknown');
}
