import { hasSecret, jsonOf, recordOf, textAt } from '../hook-request';
import { eventsIn, type MailHook } from './mail-hook';
import { failureVerdict, mailReports, type MailReport, type ReportVerdict } from './mail-report';

/** What Postmark's types say where the reply of the server does not tell it. */
const TYPES: ReadonlyMap<string, ReportVerdict> = new Map([
  ['HardBounce', 'gone'],
  ['BadEmailAddress', 'gone'],
  ['SpamNotification', 'policy'],
  ['VirusNotification', 'policy'],
  ['Blocked', 'policy'],
  ['DMARCPolicy', 'policy'],
  ['SMTPApiError', 'operator'],
]);
/** Types that say nothing final about the mail. */
const LATER: ReadonlySet<string> = new Set([
  'Transient',
  'SoftBounce',
  'DnsError',
  'AutoResponder',
  'AddressChange',
  'ChallengeVerification',
  'OpenRelayTest',
  'Subscribe',
  'Unknown',
]);

export function postmarkHook(secret: string): MailHook {
  return {
    verify: (request) => hasSecret(request, secret),
    reports: (request) => eventsIn(jsonOf(request)).flatMap(reportsOf),
  };
}

function reportsOf(event: object): MailReport[] {
  const { Metadata: metadata } = recordOf(event);
  return mailReports({
    verdict: verdictOfEvent(event),
    messageId: textAt(metadata, 'message-id'),
    requestId: textAt(metadata, 'request-id'),
    recipient: textAt(event, 'Email'),
    code: textAt(event, 'Type'),
    eventId: textAt(event, 'ID'),
  });
}

/** `Description` explains the type with examples such as "unknown user", so only `Details` is read. */
function verdictOfEvent(event: object): ReportVerdict | null {
  const record = textAt(event, 'RecordType');
  if (record === 'SpamComplaint') return 'complaint';
  if (record !== 'Bounce') return null;
  const type = textAt(event, 'Type') ?? '';
  if (type === 'SpamComplaint') return 'complaint';
  if (LATER.has(type)) return 'later';
  return failureVerdict({ text: textAt(event, 'Details') ?? '' }, TYPES.get(type));
}
