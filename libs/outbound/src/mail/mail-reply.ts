import { PROVIDER_REPLIES } from './provider-replies';
import { GAVE_UP, type ReplyMeaning, REPLY_PHRASES } from './reply-phrases';
import { codesIn, innerReply, readableReply, replyCodeIn, withoutCodes } from './reply-text';

/**
 * What a mail server means. `gone`: the mailbox does not exist. `full`: its quota is used up. `policy`: this mail or this sender is
 * refused, or the mail could not be delivered in time. `operator`: our relay, its login or our sender address is wrong. `later`:
 * another attempt may succeed.
 */
export const MAIL_VERDICTS = ['gone', 'full', 'policy', 'operator', 'later'] as const;
export type MailVerdict = (typeof MAIL_VERDICTS)[number];

/** What an operator has to mend, as error codes. */
export type OperatorFault = 'smtp_auth' | 'smtp_relay_refused' | 'smtp_sender_refused';

export interface MailReply {
  /** The whole reply with all its lines, or the diagnostic text of a report. Only the first 4 KiB are read. */
  text: string;
  /** The status of a delivery report (RFC 3463), if there is one beside the text. */
  status?: string | null;
  /** The command that was answered, if it is known. */
  command?: 'connect' | 'auth' | 'mail' | 'rcpt' | 'data';
  /** True for a report of a server that makes no further attempt, such as one with `Action: failed`. */
  final?: boolean;
}

/** What a reply says, and if it blames the operator, for what. */
export interface ReadReply {
  verdict: MailVerdict | null;
  fault: OperatorFault | null;
}

/** More of a status is not read. */
const MAX_STATUS = 20;

const FAULTS: ReadonlyMap<ReplyMeaning, OperatorFault> = new Map([
  ['auth', 'smtp_auth'],
  ['relay', 'smtp_relay_refused'],
  ['sender', 'smtp_sender_refused'],
]);

/** Returns what a reply means, or null if it does not say. Never throws; the time is linear in the first 4 KiB. */
export function verdictOf(reply: MailReply): MailVerdict | null {
  return readReply(reply).verdict;
}

/** Returns what a reply means, together with the fault of the operator. */
export function readReply(reply: MailReply): ReadReply {
  const text = readableReply(reply.text);
  const { command = commandIn(text) } = reply;
  const status = reply.status?.slice(0, MAX_STATUS);
  const known: Known = { whole: text, status, command };
  const inner = innerReply(text);
  const found = meaningOf(inner ?? text, known) ?? (inner === null ? null : outerMeaning(inner, known));
  const gaveUp = GAVE_UP.some((phrase) => phrase.test(text));
  const isFinal = gaveUp || reply.final === true;
  const meaning = inTime(
    found ?? (gaveUp ? 'undelivered' : null),
    isTemporary(inner ?? text, known),
    isFinal,
  );
  const fault = meaning === null ? undefined : FAULTS.get(meaning);
  if (fault !== undefined) return { verdict: 'operator', fault };
  return { verdict: MAIL_VERDICTS.find((verdict) => verdict === meaning) ?? null, fault: null };
}

/** The server wants a login or TLS first (RFC 4954, RFC 3207). */
const AUTHENTICATION_CODES: ReadonlySet<string> = new Set(['530', '534', '535', '538']);

/** What is known of a reply beside the part that is read. */
interface Known extends Pick<MailReply, 'status' | 'command'> {
  whole: string;
}

/** What stands around a reply that was not understood is a guess about it, so it does not make an address unknown. */
function outerMeaning(inner: string, known: Known): ReplyMeaning | null {
  const outer = meaningOf(known.whole, known);
  return outer === 'gone' && /[a-z]{3}/.test(withoutCodes(inner)) ? null : outer;
}

/** The texts decide. A code decides where the text says nothing, because many servers send one that does not fit. */
function meaningOf(text: string, known: Known): ReplyMeaning | null {
  const { command, status } = known;
  if (AUTHENTICATION_CODES.has(replyCodeIn(text) ?? '')) return 'auth';
  const meaning = textMeaning(text, known) ?? codeMeaning(text, status);
  if (command === 'mail' && meaning === 'gone') return 'sender';
  if (command === 'mail' && meaning === 'full') return 'undelivered';
  return command === 'connect' && meaning === 'gone' ? 'policy' : meaning;
}

function textMeaning(text: string, { whole, command }: Known): ReplyMeaning | null {
  const provider = PROVIDER_REPLIES.find(
    ({ says, host, at }) => says.test(text) && (!host || host.test(whole)) && (!at || at === command),
  );
  if (provider) return provider.means;
  const phrase = withoutCodes(text);
  return REPLY_PHRASES.find(({ says }) => says.some((one) => one.test(phrase)))?.means ?? null;
}

/** Phrases with which servers name the command whose answer they report: Postfix, Exim, qmail, DragonFly and Yahoo. */
const COMMANDS: readonly [RegExp, MailReply['command']][] = [
  [/in reply to (?:end of )?data|after end of data|final data|failed after i sent/, 'data'],
  [/in reply to mail from|after mail from|like our mail from|but sender was rejected|\[mail_from\]/, 'mail'],
  [/in reply to rcpt|after rcpt to|like our rcpt|not like recipient|\[rcpt_to\]/, 'rcpt'],
  [
    /after (?:ehlo|helo)|after initial connection|refused to talk to me|but greeting failed|but my name was rejected/,
    'connect',
  ],
];

function commandIn(text: string): MailReply['command'] {
  return COMMANDS.find(([phrase]) => phrase.test(text))?.[1];
}

/** A status that ends in .0.0 says nothing. The code of the reply is closer to the source than that of the report. */
function codeMeaning(text: string, status: string | null | undefined): ReplyMeaning | null {
  for (const code of [...codesIn(text), ...codesIn(status ?? '')]) {
    const meaning = meaningOfCode(code);
    if (meaning !== null) return meaning;
  }
  return null;
}

/** Meanings of enhanced status codes (RFC 3463 and its registry) without their class. */
const CODE_MEANINGS: readonly [RegExp, ReplyMeaning][] = [
  [/^1\.(1|2|3|6|10)$/, 'gone'],
  [/^1\.(7|8)$/, 'sender'],
  [/^2\.1$/, 'gone'],
  [/^2\.2$/, 'full'],
  [/^2\.3$/, 'policy'],
  [/^3\.[1-5]$/, 'policy'],
  [/^4\.\d+$/, 'undelivered'],
  [/^6\.\d+$/, 'policy'],
  [/^7\.8$/, 'auth'],
  [/^7\.\d+$/, 'policy'],
];

function meaningOfCode(code: string): ReplyMeaning | null {
  const detail = code.slice(2);
  return CODE_MEANINGS.find(([pattern]) => pattern.test(detail))?.[1] ?? null;
}

/** A report's status says whether the failure is final. Without one the reply does. */
function isTemporary(text: string, { status }: Known): boolean {
  const [first = replyCodeIn(text) ?? codesIn(text)[0]] = codesIn(status ?? '');
  return first?.startsWith('4') ?? false;
}

/** A mail with a temporary refusal is sent again. If the server has given up, the mail has failed, and its address may exist. */
function inTime(meaning: ReplyMeaning | null, temporary: boolean, final: boolean): ReplyMeaning | null {
  if (meaning !== null && (meaning === 'full' || FAULTS.has(meaning))) return meaning;
  if (temporary && !final) return 'later';
  if (meaning === 'later') return final ? 'policy' : 'later';
  if (meaning === 'undelivered' || meaning === 'paused') return 'policy';
  return meaning ?? (temporary ? 'policy' : null);
}
