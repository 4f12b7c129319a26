import type { InputShare } from '../tasks/question';
import type { LlmFailure, LlmFailureReason } from '../llm-failure';
import { CORRECTIONS } from '../prompts/system-prompts';

export const MAX_TRIES = 2;

/** A server that asks for a longer wait gets no second try. */
const MAX_RETRY_AFTER_MS = 5_000;
/** The wait before a second try if the server names none. */
const PAUSE_MS = 250;

/** The same request can succeed: the fault lies with the server or the network. */
const PASSING: ReadonlySet<LlmFailureReason> = new Set(['network', 'rate_limited', 'server_error']);
/** A smaller request can succeed. */
const TOO_MUCH: ReadonlySet<LlmFailureReason> = new Set([
  'timeout',
  'too_long',
  'refused',
  'empty',
  'truncated',
]);

export interface NextTry {
  waitMs: number;
  input: InputShare;
  correction: string | null;
}

/** Returns how a failed request is tried again, or null if it is not. */
export function nextTry({ reason, retryAfterMs }: LlmFailure): NextTry | null {
  const correction = CORRECTIONS[reason] ?? null;
  if (TOO_MUCH.has(reason)) return { waitMs: 0, input: 'half', correction };
  if (correction !== null) return { waitMs: 0, input: 'whole', correction };
  if (!PASSING.has(reason) || (retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS) return null;
  return { waitMs: retryAfterMs ?? PAUSE_MS, input: 'whole', correction: null };
}
