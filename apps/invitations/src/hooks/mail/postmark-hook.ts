import { hasSecret, jsonOf, recordOf, textAt } from '../hook-request';
import { eventsIn, type MailHook } from './mail-hook';
import { mailReports, type MailReport } from './mail-report';

/** Types of bounces after which the address gets no more mail. */
const HARD: ReadonlySet<string> = new Set(['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated']);
/** Types of bounces that say nothing final about the mail. */
const SOFT: ReadonlySet<string> = new Set([
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
    kind: kindOf(event),
    messageId: textAt(metadata, 'message-id'),
    requestId: textAt(metadata, 'request-id'),
    recipient: textAt(event, 'Email'),
    code: textAt(event, 'Type'),
    eventId: textAt(event, 'ID'),
  });
}

function kindOf(event: object): MailReport['kind'] | null {
  const record = textAt(event, 'RecordType');
  const type = textAt(event, 'Type') ?? '';
  if (record === 'SpamComplaint' || type === 'SpamComplaint') return 'complaint';
  if (record !== 'Bounce') return null;
  if (HARD.has(type)) return 'hard';
  return SOFT.has(type) ? 'soft' : 'failed';
}
