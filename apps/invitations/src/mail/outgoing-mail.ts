import { domainOf, type Mailbox, type MailMessage } from '@plaudit/outbound/mail';
import { readPersonName, truncate } from '@plaudit/runtime';
import type { ReturnPath } from './return-path';

/** A mail to exactly one person. */
export interface OutgoingMail {
  /** The id of the request. */
  id: number;
  settingsId: number;
  subAccountId: number;
  /** Without angle brackets. The same for every attempt. */
  messageId: string;
  /** When the mail was rendered. The same for every attempt. */
  date: Date;
  from: Mailbox;
  to: { name: string | null; address: string };
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  /** Address of the one-click unsubscription. Its last part is the token. */
  unsubscribeUrl: string;
}

/** What all mails of an installation have in common. */
export interface MailSender {
  /** Gets the reports of mails that bounce, if there is no return path. */
  bounceAddress: string;
  returnPath: ReturnPath | null;
  unsubscribeAddress: string | null;
  /** The host of the product, in Feedback-ID. */
  host: string;
  /** The host of the mail server. */
  serverHost: string;
}

const MAX_NAME = 120;
const MAX_SUBJECT = 250;

/** The headers that DKIM signs. nodemailer leaves List-Unsubscribe-Post out by default, which RFC 8058 wants signed. */
export const SIGNED_HEADERS = [
  'From',
  'To',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'MIME-Version',
  'Content-Type',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'Feedback-ID',
].join(':');

/** Returns a new Message-ID, without angle brackets. `random` has six bytes. */
export function messageIdOf(requestId: number, random: Buffer, from: string): string {
  return `inv.${requestId}.${random.toString('base64url').toLowerCase().replace(/[-_]/g, '0')}@${domainOf(from)}`;
}

/**
 * Returns a mail as nodemailer takes it. The same mail always gives the same bytes. The envelope is explicit, so that no header can
 * add a recipient.
 */
export function messageOptions(mail: OutgoingMail, sender: MailSender): MailMessage {
  const { messageId, from, to, replyTo } = mail;
  return {
    envelope: { from: sender.returnPath?.addressFor(messageId) ?? sender.bounceAddress, to: [to.address] },
    from: { name: line(from.name, MAX_NAME), address: from.address },
    to: { name: readPersonName(to.name)?.full ?? '', address: to.address },
    ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
    subject: line(mail.subject, MAX_SUBJECT),
    text: mail.text,
    html: mail.html,
    encoding: 'quoted-printable',
    date: mail.date,
    messageId: `<${messageId}>`,
    baseBoundary: messageId.replace(/[^a-z0-9.]/gi, '-'),
    headers: headersOf(mail, sender),
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function headersOf(mail: OutgoingMail, sender: MailSender): MailMessage['headers'] {
  const { unsubscribeUrl, settingsId, subAccountId, id } = mail;
  const token = unsubscribeUrl.slice(unsubscribeUrl.lastIndexOf('/') + 1);
  const uris = [
    unsubscribeUrl,
    ...(sender.unsubscribeAddress ? [`mailto:${sender.unsubscribeAddress}?subject=${token}`] : []),
  ];
  const value = (text: string): { prepared: true; value: string } => ({
    prepared: true,
    value: text.replace(/[^\x20-\x7e]/g, ''),
  });
  return {
    'List-Unsubscribe': value(uris.map((uri) => `<${uri.replace(/[<>\s]/g, '')}>`).join(', ')),
    'List-Unsubscribe-Post': value('List-Unsubscribe=One-Click'),
    'Feedback-ID': value(`${settingsId}:${subAccountId}:invite:${sender.host}`),
    'Auto-Submitted': value('auto-generated'),
    'X-Auto-Response-Suppress': value('OOF, AutoReply'),
    'X-Entity-Ref-ID': value(String(id)),
    ...Object.fromEntries(
      Object.entries(reportHeaders(sender.serverHost, id)).map(([name, text]) => [name, value(text)]),
    ),
  };
}

/**
 * Returns the headers with which a mail service names the request in its reports of bounces, where it replaces the Message-ID. The
 * hooks read what these services make of them.
 */
function reportHeaders(serverHost: string, id: number): Record<string, string> {
  if (isBelow(serverHost, 'postmarkapp.com')) return { 'X-PM-Metadata-request-id': String(id) };
  if (isBelow(serverHost, 'sendgrid.net'))
    return { 'X-SMTPAPI': JSON.stringify({ unique_args: { invitation_request_id: String(id) } }) };
  return {};
}

function isBelow(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** Returns text for a header: one line without control characters. */
function line(text: string, limit: number): string {
  const oneLine = text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return truncate(oneLine, limit);
}
