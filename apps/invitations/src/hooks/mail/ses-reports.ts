import { ownValue } from '@plaudit/contracts';
import { malformed, parseJson, recordOf, textAt } from '../hook-request';
import { MAX_EVENTS } from './mail-hook';
import { failureVerdict, mailReports, type MailReport, type ReportVerdict } from './mail-report';

/** Reads what Amazon SES published to a topic. Throws 400 for text that is no JSON. */
export function sesReports(message: string): MailReport[] {
  const body = recordOf(parseJson(message));
  const type = textAt(body, 'notificationType') ?? textAt(body, 'eventType');
  if (type === 'Bounce') return reportsOf(body, 'bounce', 'bouncedRecipients');
  if (type === 'Complaint') return reportsOf(body, 'complaint', 'complainedRecipients');
  if (type === 'DeliveryDelay') return reportsOf(body, 'deliveryDelay', 'delayedRecipients');
  return [];
}

function reportsOf(body: Record<string, unknown>, name: string, list: string): MailReport[] {
  const event = recordOf(ownValue(body, name));
  const listed = ownValue(event, list);
  const recipients: unknown[] = Array.isArray(listed) ? listed : [];
  if (recipients.length === 0 || recipients.length > MAX_EVENTS) throw malformed(`without ${list}`);
  // Amazon replaces the Message-ID and keeps the original in the headers.
  const original = {
    messageId: headerIn(body, 'message-id') ?? textAt(body, 'mail', 'commonHeaders', 'messageId'),
    requestId: headerIn(body, 'x-entity-ref-id'),
    eventId: textAt(event, 'feedbackId') ?? textAt(event, 'timestamp'),
  };
  return recipients.flatMap((recipient) =>
    mailReports({
      ...original,
      verdict: verdictOfRecipient(name, event, recipient),
      recipient: textAt(recipient, 'emailAddress'),
      code: textAt(recipient, 'status') ?? textAt(event, 'bounceSubType'),
    }),
  );
}

/** Subtypes of bounces for which Amazon did not ask the mail server, because the address is on a list of Amazon or of the account. */
const LISTED: ReadonlySet<string> = new Set(['Suppressed', 'OnAccountSuppressionList']);

function verdictOfRecipient(name: string, event: object, recipient: unknown): ReportVerdict {
  if (name === 'complaint') return 'complaint';
  if (textAt(event, 'bounceType') !== 'Permanent') return 'later';
  const subtype = textAt(event, 'bounceSubType') ?? '';
  if (LISTED.has(subtype)) return 'unknown';
  const reply = { text: textAt(recipient, 'diagnosticCode') ?? '', status: textAt(recipient, 'status') };
  return failureVerdict(reply, subtype === 'NoEmail' ? 'gone' : 'unknown');
}

/** Headers are part of a notification only if the operator includes the original headers. */
function headerIn(body: Record<string, unknown>, name: string): string | null {
  const { headers } = recordOf(body['mail']);
  if (!Array.isArray(headers)) return null;
  const found = (headers as unknown[]).find((header) => textAt(header, 'name')?.toLowerCase() === name);
  return textAt(found, 'value');
}
