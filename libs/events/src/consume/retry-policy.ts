/** Thrown by a handler whose event can never be handled. The event becomes a dead letter at once, without retries. */
export class PermanentError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PermanentError';
  }
}

export interface RetryPolicy {
  /** Delay before each further delivery. The last one repeats. */
  delaysMs: readonly number[];
  /** A message that is delivered more often than this becomes a dead letter. */
  maxDeliveries: number;
}

/** The delays are short, because a message that waits for its retry takes one of the 256 places of its durable. */
export const DEFAULT_RETRIES: RetryPolicy = { delaysMs: [1_000, 5_000, 30_000, 120_000], maxDeliveries: 8 };

/** Returns the delay before the next delivery, after delivery number `delivered` failed. */
export function retryDelay(policy: RetryPolicy, delivered: number): number {
  const { delaysMs } = policy;
  return delaysMs[Math.min(delivered, delaysMs.length) - 1] ?? 0;
}
