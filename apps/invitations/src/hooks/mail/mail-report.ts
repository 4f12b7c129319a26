import { requestIdIn } from '../hook-request';
import type { Feedback } from '../feedback/feedback';

/** What a mail service or a mail server reports of a mail. */
export interface MailReport {
  kind: 'hard' | 'failed' | 'soft' | 'complaint';
  /** The Message-ID without angle brackets. */
  messageId: string | null;
  /** The header X-Entity-Ref-ID, if the service repeats headers. */
  requestId: number | null;
  recipient: string | null;
  /** A status such as 5.1.1, or the service's own word. */
  code: string | null;
  /** The event's id at the service. */
  eventId: string | null;
}

export interface GivenReport {
  kind: MailReport['kind'] | undefined | null;
  messageId?: string | null;
  requestId?: string | null;
  recipient?: string | null;
  code?: string | null;
  eventId?: string | null;
}

/** Returns the report, or nothing for an event of no interest. */
export function mailReports(given: GivenReport): MailReport[] {
  if (!given.kind) return [];
  return [
    {
      kind: given.kind,
      messageId: messageIdIn(given.messageId ?? null),
      requestId: requestIdIn(given.requestId ?? null),
      recipient: given.recipient?.trim() || null,
      code: codeIn(given.code ?? null),
      eventId: given.eventId?.replace(/[^ -~]/g, '').slice(0, 200) || null,
    },
  ];
}

/**
 * Returns the kind of a permanent failure with this enhanced status. A full mailbox (5.2.2), a policy (5.7.x) and a fault of the
 * sender's address (5.1.7, 5.1.8) end the mail and leave the address as it is.
 */
export function permanentKind(status: string | null): 'hard' | 'failed' {
  return /^5\.(1\.[78]|2\.2|7\.\d{1,3})$/.test(status ?? '') ? 'failed' : 'hard';
}

/** Returns a Message-ID without its angle brackets, or null for text that is none. */
export function messageIdIn(text: string | null): string | null {
  return /^\s*<?([^\s<>@\p{Cc}]{1,200}@[^\s<>@\p{Cc}]{1,255})>?\s*$/u.exec(text ?? '')?.[1] ?? null;
}

/** Returns a code without anything that could identify a person. */
function codeIn(text: string | null): string | null {
  return text !== null && /^[A-Za-z0-9][A-Za-z0-9 _.-]{0,49}$/.test(text) ? text : null;
}

const SENTENCES: Readonly<Record<MailReport['kind'], string>> = {
  hard: 'The address does not exist',
  failed: 'The mail could not be delivered',
  soft: 'The mail could not be delivered yet',
  complaint: 'The person reported the mail as spam',
};

const CODES: Readonly<Record<MailReport['kind'], string>> = {
  hard: 'hard_bounce',
  failed: 'bounced',
  soft: 'soft_bounce',
  complaint: 'complaint',
};

/** Returns what a report means for its message. */
export function feedbackOf({ kind, code, eventId }: MailReport): Feedback {
  const reason = code === null || kind === 'complaint' ? '' : ` (${code})`;
  return { kind, source: 'bounce', code: CODES[kind], msg: `${SENTENCES[kind]}${reason}.`, eventId };
}
