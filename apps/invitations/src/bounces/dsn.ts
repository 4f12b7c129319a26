import { createHash } from 'node:crypto';
import { type MailVerdict, verdictOf } from '@plaudit/outbound/mail';
import {
  type GivenReport,
  mailReports,
  messageIdIn,
  type MailReport,
  type ReportVerdict,
} from '../hooks/mail/mail-report';
import type { ReturnPath } from '../mail/return-path';
import { fieldBlocks, type Fields } from './header-fields';
import { type MimeMail, readMime } from './mime-parts';
import {
  addressIn,
  enhancedCodeIn,
  isFromServer,
  isReturned,
  type Notice,
  noticeOf,
  recipientsIn,
  replyVerdictIn,
  verdictIn,
} from './notice';

/** Longer mails are cut. A bounce returns the headers of our mail, which come early. */
export const MAX_DSN_BYTES = 1024 * 1024;
const MAX_RECIPIENTS = 20;

const MESSAGE_ID_LINE = /^[ \t>]{0,40}(?:X-Original-)?Message-ID:\s{0,10}(<?[^<>\s]{3,400}>?)/im;
const STATUS_PART = /^message\/(global-)?delivery-status$/;
const RECIPIENT_FIELDS: readonly string[] = ['original-recipient', 'final-recipient'];
const FINAL_RECIPIENT = /^Final-Recipient:/im;
const COMPLAINT_PART = /^message\/feedback-report$/;
/** A complaint of Microsoft, which has no report part. It returns the mail with the address of the person in a field of its own. */
const MICROSOFT_COMPLAINT = /^complaint about message from /i;
const COMPLAINT_RECIPIENT = 'x-hmxmroriginalrecipient';

/** Other types report a failed signature, or that the mail was no spam. */
const COMPLAINTS: ReadonlySet<string> = new Set(['abuse', 'fraud', 'opt-out']);

/** Which mail a report is about. */
type Known = Pick<GivenReport, 'messageId' | 'tag' | 'eventId'>;

/**
 * Reads a mail that a server sent back: a delivery status notification (RFC 3464), a complaint (RFC 5965), or the text of a server
 * that writes neither. Returns nothing for any other mail. The reports name our Message-ID or the tag of our return path, which
 * strangers cannot know.
 */
export function readDsn(raw: Buffer, returnPath: ReturnPath | null = null): MailReport[] {
  const mail = readMime(raw.subarray(0, MAX_DSN_BYTES));
  const known = {
    messageId: messageIdOf(mail),
    tag: returnPath && tagOf(mail, returnPath),
    eventId: createHash('sha256').update(raw).digest('hex').slice(0, 32),
  };
  if (known.messageId === null && known.tag === null) return [];
  const complaint = textOf(mail, COMPLAINT_PART);
  if (complaint !== null) return complaintIn(complaint, known);
  if (MICROSOFT_COMPLAINT.test(mail.headers.get('subject') ?? '')) return microsoftComplaint(mail, known);
  const notice = noticeOf(mail);
  const report = textOf(mail, STATUS_PART);
  if (report === null && !isFromServer(mail, notice)) return [];
  const statuses = statusesIn(report ?? writtenReport(mail));
  if (statuses.length === 0) return textReports(notice, known);
  return statuses.flatMap((fields) => statusReport(fields, notice, known));
}

function complaintIn(text: string, known: Known): MailReport[] {
  const [fields] = fieldBlocks(text);
  const type = fields?.get('feedback-type')?.toLowerCase() ?? '';
  if (!COMPLAINTS.has(type)) return [];
  return mailReports({
    ...known,
    verdict: 'complaint',
    recipient: addressIn(fields?.get('original-rcpt-to') ?? ''),
  });
}

function microsoftComplaint({ parts }: MimeMail, known: Known): MailReport[] {
  const returned = parts.find(({ type }) => isReturned(type));
  const recipient = fieldBlocks(returned?.text ?? '')[0]?.get(COMPLAINT_RECIPIENT);
  return mailReports({
    ...known,
    verdict: recipient === undefined ? null : 'complaint',
    recipient: addressIn(recipient ?? ''),
  });
}

/** Some servers write the fields of a report into the text. */
function writtenReport({ parts }: MimeMail): string {
  return parts.find(({ type, text }) => type === 'text/plain' && FINAL_RECIPIENT.test(text))?.text ?? '';
}

/** Returns the blocks about recipients. */
function statusesIn(report: string): Fields[] {
  return fieldBlocks(report, RECIPIENT_FIELDS)
    .filter((fields) => fields.has('final-recipient') || fields.has('action'))
    .slice(0, MAX_RECIPIENTS);
}

function statusReport(fields: Fields, notice: Notice, known: Known): MailReport[] {
  const recipient = addressIn(fields.get('original-recipient') ?? fields.get('final-recipient') ?? '');
  return mailReports({
    ...known,
    verdict: statusVerdict(fields, notice, recipient),
    recipient,
    code: statusOf(fields),
  });
}

/** Fields that tell the reason, the best one first. */
const DIAGNOSTICS = ['diagnostic-code', 'x-supplementary-info', 'status'];
/** What PowerMTA writes where the reply does not tell the reason. */
const CATEGORY = 'x-powermta-bouncecategory';
const CATEGORIES: ReadonlyMap<string, MailVerdict> = new Map([
  ['bad-mailbox', 'gone'],
  ['inactive-mailbox', 'gone'],
  ['bad-domain', 'gone'],
  ['quota-issues', 'full'],
  ['relaying-issues', 'operator'],
  ['invalid-sender', 'operator'],
]);

/** The kind of server that a reason begins with, such as `smtp;` or `X-Outbound-Mail-Relay;`. */
const DIAGNOSTIC_TYPE = /^\s*[\w-]{1,60}\s*;/;
const DELIVERIES: ReadonlySet<string> = new Set(['delivered', 'relayed', 'expanded']);

/** Returns null for the report of a delivery. */
function statusVerdict(fields: Fields, notice: Notice, recipient: string | null): ReportVerdict | null {
  const action = /^[a-z]+/i.exec(fields.get('action') ?? '')?.[0].toLowerCase() ?? '';
  if (action === 'delayed') return 'later';
  const isOver = action === 'failed' || action === 'expired' || /^[45]/.test(fields.get('status') ?? '');
  if (!isOver || DELIVERIES.has(action)) return null;
  const verdict = diagnosticVerdict(fields);
  if (verdict === null) return verdictIn(notice, recipient);
  return verdict === 'gone' ? (replyVerdictIn(notice, recipient) ?? verdict) : verdict;
}

function diagnosticVerdict(fields: Fields): MailVerdict | null {
  const status = enhancedCodeIn(fields.get('status') ?? '');
  const texts = DIAGNOSTICS.flatMap((name) => fields.get(name)?.replace(DIAGNOSTIC_TYPE, '') ?? []);
  for (const text of texts) {
    const verdict = verdictOf({ text, status, final: true });
    if (verdict !== null) return verdict;
  }
  return CATEGORIES.get(fields.get(CATEGORY)?.toLowerCase() ?? '') ?? null;
}

/** A status that ends in .0.0 says nothing, so the one that the other server sent is better. */
function statusOf(fields: Fields): string | null {
  const status = enhancedCodeIn(fields.get('status') ?? '');
  const diagnostic = enhancedCodeIn(fields.get('diagnostic-code') ?? '');
  return status === null || status.endsWith('.0.0') ? (diagnostic ?? status) : status;
}

/** Reads the bounce of a server that writes only text for people. */
function textReports(notice: Notice, known: Known): MailReport[] {
  const recipients = recipientsIn(notice).slice(0, MAX_RECIPIENTS);
  return (recipients.length === 0 ? [null] : recipients).flatMap((recipient) =>
    mailReports({
      ...known,
      verdict: notice.isDelay ? 'later' : verdictIn(notice, recipient),
      recipient,
      code: enhancedCodeIn(notice.text),
    }),
  );
}

/**
 * Returns the Message-ID of the mail that was returned. It stands in the returned headers, in the text, or in a field of a server that
 * returns no headers.
 */
function messageIdOf({ headers, parts }: MimeMail): string | null {
  const returned = parts.filter(({ type }) => isReturned(type));
  const places = [
    ...returned.map(({ text }) => fieldBlocks(text)[0]?.get('message-id')),
    ...parts.map(({ text }) => MESSAGE_ID_LINE.exec(text)?.[1]),
    headers.get('in-reply-to'),
    headers.get('references')?.split(/\s+/).at(-1),
  ];
  return places.map((place) => messageIdIn(place ?? null)).find((id) => id !== null) ?? null;
}

/** The address that the bounce was sent to stands in one of many headers, and in reports as that of the sender. */
function tagOf(mail: MimeMail, returnPath: ReturnPath): string | null {
  for (const text of [mail.head, ...mail.parts.map((part) => part.text)]) {
    const tag = returnPath.tagIn(text);
    if (tag !== null) return tag;
  }
  return null;
}

function textOf({ parts }: MimeMail, type: RegExp): string | null {
  return parts.find((part) => type.test(part.type))?.text ?? null;
}
