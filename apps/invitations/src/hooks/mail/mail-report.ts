import type { MailReply, MailVerdict } from '@plaudit/outbound/mail';
import { verdictOf } from '@plaudit/outbound/mail';
import type { Feedback } from '../feedback/feedback';
import { requestIdIn } from '../hook-request';

/**
 * What a report says. `later`: the mail is not delivered yet. `unknown`: it could not be delivered, for a reason that the report does
 * not tell. `complaint`: the person called it spam. The others are those of replies of mail servers.
 */
export type ReportVerdict = MailVerdict | 'unknown' | 'complaint';

/** What a mail service or a mail server reports of a mail. */
export interface MailReport {
  verdict: ReportVerdict;
  /** The Message-ID without angle brackets. */
  messageId: string | null;
  /** The tag of the return path that the report was sent to. */
  tag: string | null;
  /** The header X-Entity-Ref-ID, if the service repeats headers. */
  requestId: number | null;
  recipient: string | null;
  /** A status such as 5.1.1, or the service's own word. */
  code: string | null;
  /** The event's id at the service. */
  eventId: string | null;
}

export interface GivenReport {
  /** Null for an event of no interest. */
  verdict: ReportVerdict | null;
  messageId?: string | null;
  tag?: string | null;
  requestId?: string | null;
  recipient?: string | null;
  code?: string | null;
  eventId?: string | null;
}

/** Returns the report, or nothing for an event of no interest. */
export function mailReports(given: GivenReport): MailReport[] {
  if (given.verdict === null) return [];
  return [
    {
      verdict: given.verdict,
      messageId: messageIdIn(given.messageId ?? null),
      tag: given.tag ?? null,
      requestId: requestIdIn(given.requestId ?? null),
      recipient: given.recipient?.trim() || null,
      code: codeIn(given.code ?? null),
      eventId: given.eventId?.replace(/[^ -~]/g, '').slice(0, 200) || null,
    },
  ];
}

/** Returns what a report of a mail says that was given up: what the server replied, or `otherwise` if that does not tell the reason. */
export function failureVerdict(reply: MailReply, otherwise: ReportVerdict = 'unknown'): ReportVerdict {
  return verdictOf({ ...reply, final: true }) ?? otherwise;
}

/** Returns a Message-ID without its angle brackets, or null for text that is none. */
export function messageIdIn(text: string | null): string | null {
  return /^\s*<?([^\s<>@\p{Cc}]{1,200}@[^\s<>@\p{Cc}]{1,255})>?\s*$/u.exec(text ?? '')?.[1] ?? null;
}

/** Returns a code without anything that could identify a person. */
function codeIn(text: string | null): string | null {
  return text !== null && /^[A-Za-z0-9][A-Za-z0-9 _.-]{0,49}$/.test(text) ? text : null;
}

interface Meaning {
  kind: Feedback['kind'];
  code: string;
  sentence: string;
}

const MEANINGS: Readonly<Record<ReportVerdict, Meaning>> = {
  gone: { kind: 'hard', code: 'hard_bounce', sentence: 'The address does not exist' },
  full: { kind: 'failed', code: 'mailbox_full', sentence: 'The mailbox is full' },
  policy: {
    kind: 'failed',
    code: 'rejected_by_policy',
    sentence: 'The mail was refused, or could not be delivered in time',
  },
  operator: {
    kind: 'failed',
    code: 'smtp_operator',
    sentence: 'A mail server does not accept the sender, or wants a login',
  },
  unknown: { kind: 'failed', code: 'bounced', sentence: 'The mail could not be delivered' },
  later: { kind: 'soft', code: 'soft_bounce', sentence: 'The mail could not be delivered yet' },
  complaint: { kind: 'complaint', code: 'complaint', sentence: 'The person reported the mail as spam' },
};

/** Returns what a report means for its message. */
export function feedbackOf({ verdict, code: detail, eventId }: MailReport): Feedback {
  const { kind, code, sentence } = MEANINGS[verdict];
  const reason = detail === null || verdict === 'complaint' ? '' : ` (${detail})`;
  return { kind, source: 'bounce', code, msg: `${sentence}${reason}.`, eventId };
}
