import { ownValue } from '@plaudit/contracts';

/** What became of a mail. `unknown`: the server had the mail, and its answer is missing. */
export type MailOutcome =
  | { kind: 'sent'; providerId: string | null }
  | { kind: 'refused'; code: string; msg: string; suppress: boolean; optOut?: boolean }
  | { kind: 'retry'; code: string; msg: string; connection: boolean }
  | { kind: 'unknown'; code: string; msg: string };

/** The fields of nodemailer's errors that decide. */
export interface SmtpError {
  message: string;
  code?: string;
  /** The command that failed, or a word for the phase. */
  command?: string;
  /** The last answer of the server. */
  response?: string;
  responseCode?: number;
}

const MAX_MSG = 300;
/** More of an answer is not looked at. */
const MAX_READ = 2_000;
const AUTHENTICATION_CODES = [530, 534, 535, 538];
const UNREACHABLE_CODES: Readonly<Record<string, string>> = {
  EAUTH: 'smtp_auth',
  ENOAUTH: 'smtp_auth',
  ETLS: 'smtp_tls',
  EREQUIRETLS: 'smtp_tls',
};
/** A mailbox that does not exist (5.1.x), except for what concerns the sender's address. */
const NO_SUCH_MAILBOX = /^5\.1\.(?!7$|8$)\d+$/;
const NO_SUCH_MAILBOX_CODES = [550, 551, 553];

/**
 * Returns the outcome of a conversation that ended with an error. `dataAccepted` says whether the server had asked for the mail: from
 * then on it may have taken it, unless it says that it did not.
 */
export function failedOutcome(error: SmtpError, dataAccepted: boolean): MailOutcome {
  const { command = '', responseCode: reply = 0 } = error;
  const msg = messageOf(error);
  if (command === 'RCPT TO' && isRefusal(reply)) return recipientRefused(error, msg);
  if (command === 'MAIL FROM' && isRefusal(reply)) return senderRefused(reply, msg);
  if (command === 'API' && error.code === 'EENVELOPE')
    return { kind: 'refused', code: 'invalid_recipient', msg, suppress: false };
  if (dataAccepted) return afterData(error, msg);
  if (command === 'DATA' && isRefusal(reply)) return afterData(error, msg);
  return unreachable(error, msg);
}

function isRefusal(reply: number): boolean {
  return reply >= 400 && reply < 600;
}

function recipientRefused(error: SmtpError, msg: string): MailOutcome {
  const { responseCode: reply = 0 } = error;
  if (reply < 500) return { kind: 'retry', code: 'smtp_deferred', msg, connection: false };
  const detail = enhancedCode(error);
  const gone = detail === null ? NO_SUCH_MAILBOX_CODES.includes(reply) : NO_SUCH_MAILBOX.test(detail);
  if (gone) return { kind: 'refused', code: 'hard_bounce', msg, suppress: true };
  return { kind: 'refused', code: refusalCode(detail), msg, suppress: false };
}

/** The recipient is not the reason, so another attempt may succeed once the operator has changed something. */
function senderRefused(reply: number, msg: string): MailOutcome {
  if (AUTHENTICATION_CODES.includes(reply))
    return { kind: 'retry', code: 'smtp_auth', msg, connection: true };
  const code = reply < 500 ? 'smtp_deferred' : 'smtp_sender_refused';
  return { kind: 'retry', code, msg, connection: false };
}

/** A refusal of the content says nothing about the person, so it never suppresses. */
function afterData(error: SmtpError, msg: string): MailOutcome {
  const { responseCode: reply = 0 } = error;
  if (!isRefusal(reply)) return { kind: 'unknown', code: 'smtp_no_answer', msg };
  if (reply < 500) return { kind: 'retry', code: 'smtp_deferred', msg, connection: false };
  return { kind: 'refused', code: refusalCode(enhancedCode(error)), msg, suppress: false };
}

function unreachable(error: SmtpError, msg: string): MailOutcome {
  const code = ownValue(UNREACHABLE_CODES, error.code ?? '') ?? 'smtp_unreachable';
  return { kind: 'retry', code, msg, connection: true };
}

function refusalCode(detail: string | null): string {
  if (detail === '5.2.2') return 'mailbox_full';
  return detail?.startsWith('5.7.') ? 'rejected_by_policy' : 'rejected';
}

/** Returns the enhanced status code (RFC 3463) of the server's answer, such as 5.1.1. */
function enhancedCode({ response = '' }: SmtpError): string | null {
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?!\S)/.exec(response)?.[1] ?? null;
}

/** Removes addresses, because the text is stored and would outlive the erasure of the person. */
function messageOf({ response, message }: SmtpError): string {
  return (response ?? message)
    .slice(0, MAX_READ)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '[address]')
    .trim()
    .slice(0, MAX_MSG);
}
