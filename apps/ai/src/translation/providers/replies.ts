import { ownValue } from '@plaudit/contracts';
import type { TranslationOutcome, TranslatorReply } from './translator';

const SITE_OVERLOADED = 529;
const MAX_RETRY_AFTER_MS = 86_400_000;

/** Returns what the status alone says, or null for 2xx, whose body decides. `label` is the translator's name in sentences. */
export function outcomeOfStatus(label: string, reply: TranslatorReply): TranslationOutcome | null {
  const { status } = reply;
  if (status >= 200 && status < 300) return null;
  if (status === 429 || status === SITE_OVERLOADED) {
    return {
      kind: 'busy',
      msg: `${label} asks to send fewer requests (status ${status}).`,
      retryAfterMs: retryAfterMs(reply),
    };
  }
  if (status >= 500 || status === 408) {
    const msg = `${label} failed (status ${status}).`;
    return { kind: 'busy', msg, retryAfterMs: retryAfterMs(reply) };
  }
  const rejection = rejectionOf(label, status);
  if (rejection !== null) return { kind: 'rejected', msg: rejection };
  return { kind: 'refused', msg: `${label} did not accept the request (status ${status}).` };
}

function rejectionOf(label: string, status: number): string | null {
  if (status === 401 || status === 403) return `${label} did not accept the key (status ${status}).`;
  if (status === 404) return `${label} was not found at this address (status 404).`;
  if (status >= 300 && status < 400) return `${label} redirects to another address (status ${status}).`;
  return null;
}

/**
 * Returns the outcome of a 2xx with these texts, one for each text of the request. An answer with another number of texts, or
 * with something else among them, is not used at all: nobody can tell which translation belongs to which text.
 */
export function translatedTexts(label: string, texts: readonly unknown[], count: number): TranslationOutcome {
  if (texts.length === count && texts.every((text) => typeof text === 'string')) {
    return { kind: 'translated', texts };
  }
  return { kind: 'unusable', msg: `${label} sent an answer that does not fit the request.` };
}

/** Returns the body as JSON, or null if it is none. */
export function jsonIn(reply: TranslatorReply): unknown {
  try {
    return JSON.parse(reply.text()) as unknown;
  } catch {
    return null;
  }
}

/** Returns a field of an object, or undefined for anything that has no fields. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? ownValue(value as Record<string, unknown>, name)
    : undefined;
}

/** Returns the field of each element, or an empty list if `value` is no list. */
export function fieldOfEach(value: unknown, name: string): unknown[] {
  return Array.isArray(value) ? value.map((element) => fieldOf(element, name)) : [];
}

/** Reads seconds, and a date in relation to the date of the reply, because the clocks of both sides may differ. */
function retryAfterMs(reply: TranslatorReply): number | null {
  const text = reply.header('retry-after') ?? '';
  const ms = /^\d{1,6}$/.test(text)
    ? Number(text) * 1_000
    : timeOf(text) - timeOf(reply.header('date') ?? '');
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS);
}

/** Returns the milliseconds of a date as HTTP writes it, or NaN for anything else. */
function timeOf(text: string): number {
  return /^[A-Z][a-z]{2}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
}
