/** What went wrong between us and a model, or is wrong with its answer. */
export const LLM_FAILURE_REASONS = [
  'timeout',
  'network',
  'blocked',
  'redirected',
  'unauthorised',
  'not_found',
  'rate_limited',
  'bad_request',
  'too_long',
  'server_error',
  'busy',
  'circuit_open',
  'nothing_to_send',
  'refused',
  'empty',
  'truncated',
  'malformed',
  'ungrounded',
  'unsafe',
  'leaked_prompt',
  'copied',
  'wrong_language',
  'wrong_numbers',
  'invented',
] as const;
export type LlmFailureReason = (typeof LLM_FAILURE_REASONS)[number];

export interface LlmFailureDetails {
  /** The HTTP status, if there was one. */
  status?: number;
  /** What the server asked us to wait, if it did. */
  retryAfterMs?: number;
  cause?: unknown;
}

/**
 * A model gave no usable answer. `message` is one sentence that a customer may see. It contains nothing that the server or a
 * review said.
 */
export class LlmFailure extends Error {
  readonly status: number | null;
  readonly retryAfterMs: number | null;

  constructor(
    readonly reason: LlmFailureReason,
    message: string,
    { status, retryAfterMs, cause }: LlmFailureDetails = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'LlmFailure';
    this.status = status ?? null;
    this.retryAfterMs = retryAfterMs ?? null;
  }
}
