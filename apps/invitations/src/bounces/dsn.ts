import { createHash } from 'node:crypto';
import { mailReports, messageIdIn, type MailReport } from '../hooks/mail/mail-report';
import { fieldBlocks, type Fields } from './header-fields';
import { type MimeMail, type MimePart, readMime } from './mime-parts';

/** Longer mails are cut. A bounce returns the headers of our mail, which come early. */
export const MAX_DSN_BYTES = 1024 * 1024;
const MAX_RECIPIENTS = 20;

const TEXT_PART = /^text\/plain$/;
const STATUS_PART = /^message\/(global-)?delivery-status$/;
const COMPLAINT_PART = /^message\/feedback-report$/;
const RETURNED_PART = /^(message\/(global|rfc822|(global|rfc822)-headers)|text\/rfc822-headers)$/;

/** Other types report a failed signature, or that the mail was no spam. */
const COMPLAINTS: ReadonlySet<string> = new Set(['abuse', 'fraud', 'opt-out']);

const DAEMON = /mailer-daemon|postmaster|mail delivery (sub)?system|mdaemon/i;

/**
 * Reads a mail that a server sent back: a delivery status notification (RFC 3464), a complaint (RFC 5965), or the text of a server
 * that writes neither. Returns nothing for any other mail. The reports name our Message-ID, which strangers cannot know.
 */
export function readDsn(raw: Buffer): MailReport[] {
  const mail = readMime(raw.subarray(0, MAX_DSN_BYTES));
  const messageId = returnedMessageId(mail);
  if (messageId === null) return [];
  const known = { messageId, eventId: createHash('sha256').update(raw).digest('hex').slice(0, 32) };
  const complaint = textOf(mail, COMPLAINT_PART);
  if (complaint !== null) return complaintIn(complaint, known);
  const status = textOf(mail, STATUS_PART);
  return status === null ? textReport(mail, known) : statusesIn(status, known);
}

interface Known {
  messageId: string;
  eventId: string;
}

function complaintIn(text: string, known: Known): MailReport[] {
  const [fields] = fieldBlocks(text);
  const type = fields?.get('feedback-type')?.toLowerCase() ?? '';
  if (!COMPLAINTS.has(type)) return [];
  return mailReports({ ...known, kind: 'complaint', recipient: addressIn(fields?.get('original-rcpt-to')) });
}

/** The first block is about the mail, and each of the others about one recipient. */
function statusesIn(text: string, known: Known): MailReport[] {
  return fieldBlocks(text)
    .filter((fields) => fields.has('final-recipient') || fields.has('action'))
    .slice(0, MAX_RECIPIENTS)
    .flatMap((fields) => {
      const status = statusOf(fields);
      return mailReports({
        ...known,
        kind: kindOf(fields.get('action')?.toLowerCase() ?? '', status, fields.get('diagnostic-code') ?? ''),
        recipient: addressIn(fields.get('original-recipient') ?? fields.get('final-recipient')),
        code: status,
      });
    });
}

/** A status that ends in .0.0 says nothing, so the one that the other server sent is better. */
function statusOf(fields: Fields): string | null {
  const status = enhancedIn(fields.get('status') ?? '');
  const diagnostic = enhancedIn(fields.get('diagnostic-code') ?? '');
  return status === null || status.endsWith('.0.0') ? (diagnostic ?? status) : status;
}

function kindOf(action: string, status: string | null, diagnostic: string): MailReport['kind'] | null {
  if (action === 'delayed') return 'soft';
  if (action !== 'failed') return null;
  return permanent(status, diagnostic);
}

/**
 * Returns `hard` if the address does not exist: a status 5.1.x, or a reply 550, 551 or 553 without one. Any other failure ends only
 * this mail.
 */
function permanent(status: string | null, text: string): 'hard' | 'failed' {
  if (status !== null && !status.endsWith('.0.0')) return isUnknownAddress(status) ? 'hard' : 'failed';
  return /\b55[013]\b/.test(text) ? 'hard' : 'failed';
}

/** 5.1.7 and 5.1.8 are about the address of the sender. */
function isUnknownAddress(status: string): boolean {
  return status.startsWith('5.1.') && status !== '5.1.7' && status !== '5.1.8';
}

/** Reads the bounce of a server that writes only text for people. */
function textReport(mail: MimeMail, known: Known): MailReport[] {
  if (!isFromServer(mail)) return [];
  const [text = ''] = (textOf(mail, TEXT_PART) ?? '').split(/^[ \t>]*Message-ID:/im, 1);
  const status = enhancedIn(text);
  const code = status ?? /\b[45]\d\d(?=[ -])/.exec(text)?.[0] ?? null;
  if (code === null) return [];
  const kind = code.startsWith('4') ? 'soft' : permanent(status, text);
  const failed = mail.headers.get('x-failed-recipients')?.split(',')[0];
  return mailReports({ ...known, kind, recipient: addressIn(failed), code: status });
}

/** A person's automatic reply may quote a status, too. */
function isFromServer({ headers }: MimeMail): boolean {
  if (/auto-replied/i.test(headers.get('auto-submitted') ?? '')) return false;
  return headers.has('x-failed-recipients') || DAEMON.test(headers.get('from') ?? '');
}

/** Exchange names our mail in In-Reply-To if it returns no headers. */
function returnedMessageId(mail: MimeMail): string | null {
  const returned = mail.parts.filter(({ type }) => RETURNED_PART.test(type));
  for (const { text } of returned) {
    const found = messageIdIn(fieldBlocks(text)[0]?.get('message-id') ?? null);
    if (found !== null) return found;
  }
  const inText = /^[ \t>]*Message-ID:[ \t]*(<[^<>\s]{3,400}>)/im.exec(textOf(mail, TEXT_PART) ?? '')?.[1];
  return messageIdIn(inText ?? null) ?? messageIdIn(mail.headers.get('in-reply-to') ?? null);
}

function textOf({ parts }: MimeMail, type: RegExp): string | null {
  return parts.find((part: MimePart) => type.test(part.type))?.text ?? null;
}

function enhancedIn(text: string): string | null {
  return /(?:^|[^\d.])([45]\.\d{1,3}\.\d{1,3})(?!\.?\d)/.exec(text)?.[1] ?? null;
}

/** Reads `rfc822; bob@example.com`. */
function addressIn(field: string | undefined): string | null {
  return /([^\s<>;"]{1,64}@[^\s<>;"]{1,255})/.exec(field ?? '')?.[1] ?? null;
}
