import { ownValue } from '@plaudit/contracts';
import { type MailReply, type OperatorFault, readReply } from './mail-reply';

/**
 * What became of a mail. `refused`: it gets no further attempt, and `suppress` is true if the mailbox does not exist. `operator`: the
 * server took nothing, because our relay, its login or our sender address is wrong; the mail must wait, and the recipient is not the
 * reason. `unknown`: the server had the mail, and its answer is missing.
 */
export type MailOutcome =
  | { kind: 'sent'; providerId: string | null }
  | { kind: 'refused'; code: string; msg: string; suppress: boolean; optOut?: boolean }
  | { kind: 'operator'; code: OperatorFault; msg: string }
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
const UNREACHABLE_CODES: Readonly<Record<string, string>> = {
  EAUTH: 'smtp_auth',
  ENOAUTH: 'smtp_auth',
  ETLS: 'smtp_tls',
  EREQUIRETLS: 'smtp_tls',
};
/** The server wants a login or TLS first (RFC 4954, RFC 3207). */
const AUTHENTICATION_CODES = [530, 534, 535, 538];

/** Errors about the login for which the server was not asked: it is incomplete, or of a kind that it does not offer. */
const AUTHENTICATION_ERRORS: ReadonlySet<string> = new Set(['EAUTH', 'ENOAUTH']);

const REFUSALS: Readonly<Record<string, string>> = {
  gone: 'hard_bounce',
  full: 'mailbox_full',
  policy: 'rejected_by_policy',
};

/** The names that nodemailer gives commands and phases. */
const COMMANDS: Readonly<Record<string, Command>> = {
  CONN: 'connect',
  EHLO: 'connect',
  HELO: 'connect',
  'MAIL FROM': 'mail',
  'RCPT TO': 'rcpt',
  DATA: 'data',
};

type Command = NonNullable<MailReply['command']>;

/**
 * Returns the outcome of a conversation that ended with an error. `dataAccepted` says whether the server had asked for the mail: from
 * then on it may have taken it, unless it says that it did not.
 */
export function failedOutcome(error: SmtpError, dataAccepted: boolean): MailOutcome {
  const { responseCode: reply = 0 } = error;
  const msg = messageOf(error);
  if (error.command === 'API' && error.code === 'EENVELOPE')
    return { kind: 'refused', code: 'invalid_recipient', msg, suppress: false };
  if (error.command === 'API' && AUTHENTICATION_ERRORS.has(error.code ?? ''))
    return { kind: 'operator', code: 'smtp_auth', msg };
  const command = commandOf(error, dataAccepted);
  const isRefusal = reply >= 400 && reply < 600;
  if (command === null || !isRefusal) return dataAccepted ? unanswered(msg) : unreachable(error, msg);
  if (command === 'rcpt' || command === 'data') return refusal(error, command, msg);
  return senderRefused(error, command, msg);
}

/** Returns null for a phase that has no answer to a command. A server that has asked for the mail can only refuse that. */
function commandOf({ command = '' }: SmtpError, dataAccepted: boolean): Command | null {
  const known = command.startsWith('AUTH') ? 'auth' : (ownValue(COMMANDS, command) ?? null);
  return dataAccepted && known !== 'mail' && known !== 'rcpt' ? 'data' : known;
}

/** The recipient is not known yet, so a refusal concerns every mail. A temporary one ends with the connection. */
function senderRefused(error: SmtpError, command: Command, msg: string): MailOutcome {
  const { responseCode: reply = 0 } = error;
  const code = operatorFault(error, command);
  if (reply >= 500 || AUTHENTICATION_CODES.includes(reply)) return { kind: 'operator', code, msg };
  if (command === 'mail') return deferred('smtp_deferred', msg);
  return unreachable(error, msg);
}

function operatorFault(error: SmtpError, command: Command): OperatorFault {
  const { responseCode: reply = 0, response = '' } = error;
  if (command === 'auth' || AUTHENTICATION_CODES.includes(reply)) return 'smtp_auth';
  if (command === 'connect') return 'smtp_relay_refused';
  return readReply({ text: response, command }).fault ?? 'smtp_sender_refused';
}

/** What a refusal of this recipient or this mail means, is decided by its text and its codes. */
function refusal({ response = '' }: SmtpError, command: Command, msg: string): MailOutcome {
  const { verdict, fault } = readReply({ text: response, command });
  if (fault !== null) return { kind: 'operator', code: fault, msg };
  if (verdict === 'later') return deferred('smtp_deferred', msg);
  if (verdict === 'full' && response.startsWith('4')) return deferred('mailbox_full', msg);
  const code = (verdict === null ? null : ownValue(REFUSALS, verdict)) ?? 'rejected';
  return { kind: 'refused', code, msg, suppress: verdict === 'gone' };
}

function deferred(code: string, msg: string): MailOutcome {
  return { kind: 'retry', code, msg, connection: false };
}

function unanswered(msg: string): MailOutcome {
  return { kind: 'unknown', code: 'smtp_no_answer', msg };
}

function unreachable(error: SmtpError, msg: string): MailOutcome {
  const code = ownValue(UNREACHABLE_CODES, error.code ?? '') ?? 'smtp_unreachable';
  return { kind: 'retry', code, msg, connection: true };
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
