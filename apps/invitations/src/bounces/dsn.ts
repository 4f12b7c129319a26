import { createHash } from 'node:crypto';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { mailReports, messageIdIn, type MailReport } from '../hooks/mail/mail-report';
import { fieldBlocks, type Fields } from './header-fields';

/** Longer mails are cut. A bounce returns the headers of our mail, which come early. */
export const MAX_DSN_BYTES = 1024 * 1024;
const MAX_PARTS = 20;
const MAX_PART_BYTES = 64 * 1024;
const MAX_TEXT = 64 * 1024;
const MAX_RECIPIENTS = 20;

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
export async function readDsn(raw: Buffer): Promise<MailReport[]> {
  const mail = await parsed(raw.subarray(0, MAX_DSN_BYTES));
  if (!mail) return [];
  const parts = mail.attachments.slice(0, MAX_PARTS);
  const complaint = parts.find(({ mimeType }) => COMPLAINT_PART.test(mimeType));
  const status = parts.find(({ mimeType }) => STATUS_PART.test(mimeType));
  const messageId = returnedMessageId(mail, parts);
  if (messageId === null) return [];
  const known = { messageId, eventId: createHash('sha256').update(raw).digest('hex').slice(0, 32) };
  if (complaint) return complaintIn(textOf(complaint), known);
  if (status) return statusesIn(textOf(status), known);
  return textReport(mail, known);
}

interface Known {
  messageId: string;
  eventId: string;
}

async function parsed(raw: Buffer): Promise<Email | null> {
  try {
    return await PostalMime.parse(raw, {
      forceRfc822Attachments: true,
      maxRfc822NestingDepth: 0,
      maxNestingDepth: 8,
      maxHeadersSize: MAX_PART_BYTES,
    });
  } catch {
    return null;
  }
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
function textReport(mail: Email, known: Known): MailReport[] {
  if (!isFromServer(mail)) return [];
  const [text = ''] = (mail.text ?? '').slice(0, MAX_TEXT).split(/^[ \t>]*Message-ID:/im, 1);
  const status = enhancedIn(text);
  const code = status ?? /\b[45]\d\d(?=[ -])/.exec(text)?.[0] ?? null;
  if (code === null) return [];
  const kind = code.startsWith('4') ? 'soft' : permanent(status, text);
  const failed = headerIn(mail, 'x-failed-recipients')?.split(',')[0];
  return mailReports({ ...known, kind, recipient: addressIn(failed), code: status });
}

/** A person's automatic reply may quote a status, too. */
function isFromServer(mail: Email): boolean {
  if (/auto-replied/i.test(headerIn(mail, 'auto-submitted') ?? '')) return false;
  const from = `${mail.from?.name ?? ''} ${mail.from?.address ?? ''}`;
  return headerIn(mail, 'x-failed-recipients') !== null || DAEMON.test(from);
}

/** Exchange names our mail in In-Reply-To if it returns no headers. */
function returnedMessageId(mail: Email, parts: readonly Attachment[]): string | null {
  const returned = parts.filter(({ mimeType }) => RETURNED_PART.test(mimeType));
  for (const part of returned) {
    const found = messageIdIn(fieldBlocks(textOf(part))[0]?.get('message-id') ?? null);
    if (found !== null) return found;
  }
  const text = (mail.text ?? '').slice(0, MAX_TEXT);
  const inText = /^[ \t>]*Message-ID:\s*(<[^<>\s]{3,400}>)/im.exec(text)?.[1] ?? null;
  return messageIdIn(inText) ?? messageIdIn(mail.inReplyTo ?? null);
}

function enhancedIn(text: string): string | null {
  return /(?:^|[^\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/.exec(text.slice(0, MAX_TEXT))?.[1] ?? null;
}

/** Reads `rfc822; bob@example.com`. */
function addressIn(field: string | undefined): string | null {
  return /([^\s<>;"]{1,64}@[^\s<>;"]{1,255})/.exec(field ?? '')?.[1] ?? null;
}

function headerIn(mail: Email, name: string): string | null {
  return mail.headers.find(({ key }) => key === name)?.value ?? null;
}

function textOf({ content }: Attachment): string {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array);
  return bytes.subarray(0, MAX_PART_BYTES).toString('utf8');
}
