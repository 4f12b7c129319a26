import { type MailVerdict, verdictOf } from '@plaudit/outbound/mail';
import { plainText } from '@plaudit/runtime';
import { failureVerdict, type ReportVerdict } from '../hooks/mail/mail-report';
import type { MimeMail } from './mime-parts';

/** What a server writes for people: the text of a bounce without the mail that it returns. */
export interface Notice {
  text: string;
  /** True if the server will try again. */
  isDelay: boolean;
  /** True if the notice returns headers of our mail. */
  returnsMail: boolean;
  /** The addresses of X-Failed-Recipients. */
  failed: string[];
  /** The address that the bounce was sent to, which is that of the sender. */
  sender: string | null;
}

const MAX_TEXT = 32 * 1024;
const MAX_HTML = 2 * MAX_TEXT;
const MAX_REPLIES = 50;

const DELAY =
  /\b(delayed|warning only|warning message|not (yet )?been delivered yet|(still being|will be) retried|will (keep|continue) (on )?(to )?try|temporary failure report)\b/i;
const DELAY_SUBJECT = /\b(delay(ed)?|warning)\b/i;

/** Returns true for the content type of a part that holds our mail or its headers. */
export function isReturned(type: string): boolean {
  return (
    /^(message\/(global|rfc822|partial)|text\/rfc822-header)/.test(type) &&
    type !== 'message/global-delivery-status'
  );
}

export function noticeOf(mail: MimeMail): Notice {
  const own = mail.parts.filter(({ type }) => !isReturned(type));
  const textOf = (wanted: string): string =>
    own.flatMap(({ type, text }) => (type === wanted ? [text] : [])).join('\n\n');
  const plain = textOf('text/plain').slice(0, MAX_TEXT);
  const joined = plain.trim() === '' ? plainText(textOf('text/html').slice(0, MAX_HTML)) : plain;
  const text = withoutReturnedMail(joined);
  const subject = mail.headers.get('subject') ?? '';
  return {
    text,
    isDelay: DELAY_SUBJECT.test(subject) || DELAY.test(text),
    returnsMail: own.length < mail.parts.length || text.length < joined.length,
    failed: (mail.headers.get('x-failed-recipients') ?? '').split(',').flatMap((one) => addressIn(one) ?? []),
    sender: addressIn(mail.headers.get('to') ?? ''),
  };
}

/** A field of a header, or a line that continues one. */
const HEADER_LINE = /^([A-Za-z][\w-]{1,60}:|[ \t]+\S)/;

const MESSAGE_ID = /^[ \t>]{0,40}Message-ID:/i;
/** Servers announce the copy in these words. */
const COPY_LINE =
  /^\s*(?:-{2,}.{0,40}(?:original message|copy of|message follows|returned message|unsent message)|original message (?:follows|headers))/i;

/** Cuts the text before the copy of our mail: at the line that announces it, or at the header that has a Message-ID. */
function withoutReturnedMail(text: string): string {
  const lines = text.split('\n');
  let start = lines.findIndex((line) => COPY_LINE.test(line) || MESSAGE_ID.test(line));
  if (start === -1) return text;
  while (start > 0 && HEADER_LINE.test(lines[start - 1] ?? '')) start -= 1;
  return lines.slice(0, start).join('\n');
}

/** A person has an address. */
const DAEMON = /mailer[-_ ]?daemon|mail delivery (sub)?system|mdaemon|<\s*>/i;
const POSTMASTER = /post_?master/i;
/** Some servers replace the empty return path by an address of their own. */
const NO_SENDER = /^(<?>?$|<?mailer-daemon\b)/i;
/** Of a program that answers for a person. */
const AUTOMATIC_SUBJECT =
  /^\s*(auto(matic|-)? ?(reply|response)|out of (the )?office|automatische antwort|abwesenheit|r[eé]ponse automatique|respuesta autom[aá]tica|resposta autom[aá]tica|risposta automatica|absence|fuera de (la )?oficina|fora do escrit[oó]rio|fuori (sede|ufficio))/i;
/** Of a program that delivers a mail only if the sender confirms it. */
const CHALLENGE_SUBJECT =
  /\b(please|must) confirm|confirm(ation)? (required|your (message|e?-?mail))|\bverif(y|ication)\b/i;
/** A person who answers. */
const ANSWER = /^\s*(re|aw|sv|antw|odp|res|rv|r):/i;

/**
 * Returns true if a server wrote the mail, and false for a person or an automatic reply. Both may quote a reply of a server, and both
 * may write from the address of a postmaster.
 */
export function isFromServer({ headers }: MimeMail, notice: Notice): boolean {
  if (isReport(headers) || notice.failed.length > 0) return true;
  const isBounce = NO_SENDER.test(headers.get('return-path')?.trim() ?? 'unknown');
  const writer = writerOf(headers, isBounce);
  if (writer === 'daemon') return isBounce || !isAutomaticReply(headers) || saysReason(notice);
  if (isAutomaticReply(headers)) return writer === 'postmaster' && isBounce && returnsReason(headers, notice);
  if (writer !== 'postmaster') return isBounce && isNotice(notice);
  if (isBounce) return true;
  return headers.has('return-path') ? replyIn(notice.text) !== null : isNotice(notice);
}

/** A postmaster who answers a mail is a person. Servers that name our mail in In-Reply-To have an empty return path. */
function writerOf(headers: MimeMail['headers'], isBounce: boolean): 'daemon' | 'postmaster' | null {
  const from = headers.get('from') ?? '';
  if (DAEMON.test(from)) return 'daemon';
  const isAnswer = ANSWER.test(headers.get('subject') ?? '') || (headers.has('in-reply-to') && !isBounce);
  return POSTMASTER.test(from) && !isAnswer ? 'postmaster' : null;
}

/** Returns true for what only a server writes: a reply, or a reason together with the headers of our mail. */
function isNotice(notice: Notice): boolean {
  return replyIn(notice.text) !== null || (notice.returnsMail && saysReason(notice));
}

/** Some servers mark their bounces as automatic replies. These do not return our mail together with a reply of a server. */
function returnsReason(headers: MimeMail['headers'], notice: Notice): boolean {
  return notice.returnsMail && replyIn(notice.text) !== null && !isAutomaticSubject(headers);
}

/** The other kinds of reports say that a person has read a mail, or count mails. */
function isReport(headers: MimeMail['headers']): boolean {
  const type = headers.get('content-type') ?? '';
  return /^multipart\/report/i.test(type) && !/report-type\s*=\s*"?(?!delivery-status)\w/i.test(type);
}

function isAutomaticReply(headers: MimeMail['headers']): boolean {
  return (
    /^auto-(replied|generated|notified)/i.test(headers.get('auto-submitted') ?? '') ||
    /^(auto_?reply|bulk|junk|list)\b/i.test(headers.get('precedence') ?? '') ||
    isAutomaticSubject(headers) ||
    ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-auto-response-suppress'].some((name) =>
      headers.has(name),
    )
  );
}

function isAutomaticSubject(headers: MimeMail['headers']): boolean {
  const subject = headers.get('subject') ?? '';
  return AUTOMATIC_SUBJECT.test(subject) || CHALLENGE_SUBJECT.test(subject);
}

function saysReason(notice: Notice): boolean {
  return notice.isDelay || replyIn(notice.text) !== null || verdictOf({ text: notice.text }) !== null;
}

/** A reply of a mail server: at the start of a line, or after a mark or `said`. */
const REPLY = /(?:^|[:>"'([]|said)[ \t>]{0,8}[45]\d\d[ -]+(?:#?[45]\.\d{1,3}\.\d|[A-Za-z<"'(])/im;
const ENHANCED = /(?:^|[^\d.])([45]\.\d{1,3}\.\d{1,3})(?!\.?\d)/;

/** Returns the first paragraph that has a reply which tells its reason, or null. */
function replyIn(text: string): string | null {
  const replies = text.split(/\n[ \t>]*\n/).filter((paragraph) => REPLY.test(paragraph));
  return replies.slice(0, MAX_REPLIES).find((paragraph) => verdictOf({ text: paragraph }) !== null) ?? null;
}

/**
 * Returns what the notice says of a recipient. Replies decide before other words, and the lines about the recipient before others, which
 * count only if the notice names no second recipient.
 */
export function verdictIn(notice: Notice, recipient: string | null): ReportVerdict {
  const own = recipient === null ? '' : linesAbout(notice.text, recipient);
  const all = recipient === null || recipientsIn(notice).length < 2 ? notice.text : own;
  for (const text of [replyIn(own), replyIn(all), own, all]) {
    const verdict = text === null ? 'unknown' : failureVerdict({ text });
    if (verdict !== 'unknown') return verdict;
  }
  return 'unknown';
}

/**
 * Returns what the reply in the lines about the recipient says, or null if there is none. It also has the host and the command, which
 * the fields of a report lack.
 */
export function replyVerdictIn({ text }: Notice, recipient: string | null): MailVerdict | null {
  const reply = recipient === null ? null : replyIn(linesAbout(text, recipient));
  return reply === null ? null : verdictOf({ text: reply, final: true });
}

/** A line that begins with an address, which may follow a reply code or a label. */
const RECIPIENT_LINE =
  /^[\s>*"'<[(-]{0,20}(?:(?:[45]\d\d(?: [45](?:\.\d{1,3}){2})?|recipient(?: address)?:|to:) {1,10})?[<"]?([^\s<>;:"'(),[\]]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,10})/i;

/** Returns the addresses that the mail did not reach. */
export function recipientsIn({ text, failed, sender }: Notice): string[] {
  if (failed.length > 0) return failed;
  const found = text.split('\n').flatMap((line) => RECIPIENT_LINE.exec(line)?.[1]?.toLowerCase() ?? []);
  return [...new Set(found)].filter((address) => address !== sender?.toLowerCase());
}

/**
 * Returns the lines that name the recipient, each with those after it up to the next recipient. If the line has a reason itself, only
 * indented lines continue it.
 */
function linesAbout(text: string, recipient: string): string {
  const name = recipient.toLowerCase();
  let [isAbout, hasReason] = [false, false];
  const lines = text.split('\n').filter((line) => {
    const found = RECIPIENT_LINE.exec(line);
    if (found) {
      isAbout = found[1]?.toLowerCase() === name;
      hasReason = /[a-z]{3}/i.test(line.slice(found[0].length));
      return isAbout;
    }
    return (isAbout && (!hasReason || /^[ \t]/.test(line))) || line.toLowerCase().includes(name);
  });
  return lines.join('\n');
}

/** Returns the enhanced status code (RFC 3463) in the text, such as 5.1.1. */
export function enhancedCodeIn(text: string): string | null {
  return ENHANCED.exec(text)?.[1] ?? null;
}

/** Returns the first address in a text such as `rfc822; bob@example.com`. */
export function addressIn(text: string): string | null {
  return /([^\s<>;"]{1,64}@[^\s<>;"]{1,255})/.exec(text)?.[1] ?? null;
}
