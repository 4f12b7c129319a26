import { PlauditError } from '@plaudit/client';
import { humanWords } from './human-words';

/** What a person should know about an error of a request. */
export interface ShownError {
  /** What happened and what to do, with the id of the request if the server is at fault. Null if no response arrived. */
  msg: string | null;
  code: string | null;
  /** The name of the field that is wrong. */
  field: string | null;
  /** Null if `msg` has it. */
  requestId: string | null;
  /** Seconds until another attempt may succeed, if the server says so. */
  retryAfter: number | null;
}

const NO_RESPONSE: ShownError = { msg: null, code: null, field: null, requestId: null, retryAfter: null };

/** The sentences of the dashboard about errors. */
export interface ErrorSentences {
  /** False if the messages of the API are in the language of the person. */
  isTranslation: boolean;
  /** Returns the sentence about a code, or null if there is none. */
  of(code: string): string | null;
}

let sentences: ErrorSentences = { isTranslation: false, of: (): string | null => null };

/** Sets the sentences in the language of the person. */
export function speakOfErrorsWith(own: ErrorSentences): void {
  sentences = own;
}

export function shownError(error: unknown): ShownError {
  if (!(error instanceof PlauditError)) return NO_RESPONSE;
  const { code, field = null, requestId, retryAfter, status } = error;
  const msg = sentenceOf(error);
  return status < 500 || !requestId
    ? { msg, code, field, requestId, retryAfter }
    : { msg: `${msg} (${requestId})`, code, field, requestId: null, retryAfter };
}

function sentenceOf({ code, message, field, status }: PlauditError): string {
  return wordsFor(code, message, field) ?? sentences.of(kindOf(status)) ?? message;
}

/** The message of the API says more than ours, so it is shown if it is in the language of the person and has words for people. */
function wordsFor(code: string, msg: string, field: string | null = null): string | null {
  const words = code === 'unknown' || code === 'internal_error' ? null : humanWords(msg, field);
  const own = sentences.of(code);
  return sentences.isTranslation ? (own ?? words) : (words ?? own);
}

/** What the API said about an item of a bulk. */
export interface ItemFault {
  code: string;
  field: string | null;
  msg: string;
}

/** Returns what is wrong with an item as a person should see it. */
export function shownFault({ code, field, msg }: ItemFault): string {
  return wordsFor(code, msg, field) ?? sentences.of('not_accepted') ?? msg;
}

/** Returns a message without a code that the API sent as data, as a person should see it. */
export function shownMessage(msg: string): string {
  return humanWords(msg) ?? sentences.of('not_accepted') ?? msg;
}

function kindOf(status: number): string {
  if (status === 409) return 'conflict';
  return status >= 500 ? 'fault' : 'not_accepted';
}

/** Returns true for an error that another attempt may not have: no response, or a server in trouble. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof PlauditError) || error.status >= 500 || error.status === 429;
}

/** Returns true if the page shows a state that has changed at the server. */
export function isConflict(error: unknown): boolean {
  return error instanceof PlauditError && error.status === 409;
}

/** Returns true if what was asked for does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof PlauditError && error.status === 404;
}
