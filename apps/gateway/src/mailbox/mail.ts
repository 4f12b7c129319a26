import { CAUGHT_MAIL_ID } from '@plaudit/contracts';
import PostalMime, { type Address, type Email } from 'postal-mime';

/** A line of the list of mails. */
export interface MailLine {
  id: string;
  sentOn: Date;
  from: string;
  to: string;
  subject: string;
  /** The sub account whose invitation it is; null if the mail does not say so clearly. */
  subAccountId: number | null;
  /** The account to which a user is invited with it; null for any other mail. */
  accountId: number | null;
}

export interface Mail extends MailLine {
  html: string | null;
  text: string | null;
}

/** `{profile}:{sub account}:invite:{host}`, which the sender of invitations writes. */
const FEEDBACK_ID = /^\d{1,16}:(\d{1,16}):invite:/;
/** `{account}:{user}:access:{host}`, which the sender of mails to new users writes. */
const ACCESS_ID = /^(\d{1,16}):\d{1,16}:access:/;
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 128 * 1024 };

/** Returns true for the id of a mail. */
export function isMailId(id: string): boolean {
  return CAUGHT_MAIL_ID.test(id);
}

/** Reads a mail, or only its headers. Returns null if it is not one. */
export async function readMail(id: string, raw: Buffer): Promise<Mail | null> {
  // The mail catcher received the mail as soon as it was sent, and no sender can forge this time.
  const sentMs = CAUGHT_MAIL_ID.exec(id)?.[1];
  const email = await PostalMime.parse(raw, LIMITS).catch(() => null);
  if (!email || sentMs === undefined) return null;
  const { from, to = [], subject, html, text } = email;
  return {
    id,
    sentOn: new Date(Number(sentMs)),
    from: from ? nameOf(from) : '',
    to: to.map(nameOf).join(', '),
    subject: subject?.trim() || '(no subject)',
    subAccountId: ownerOf(email, FEEDBACK_ID),
    accountId: ownerOf(email, ACCESS_ID),
    html: html ?? null,
    text: text ?? null,
  };
}

/** A mail with several of these headers belongs to nobody. */
function ownerOf({ headers }: Email, form: RegExp): number | null {
  const [first, ...others] = headers.filter(({ key }) => key === 'feedback-id');
  const id = others.length === 0 ? form.exec(first?.value ?? '')?.[1] : undefined;
  return id === undefined ? null : Number(id);
}

function nameOf({ name, address }: Address): string {
  if (!address) return name;
  return name ? `${name} <${address}>` : address;
}
