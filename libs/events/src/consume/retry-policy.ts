export interface RetryPolicy {
  /** Pause before each further delivery; the last one repeats. */
  delaysMs: readonly number[];
  /** A message delivered more often than this goes to the dead letters. */
  maxDeliveries: number;
}

/** A message that waits out its delay still takes one of the 256 places of its durable, so the delays stay short. */
export const DEFAULT_RETRIES: RetryPolicy = { delaysMs: [1_000, 5_000, 30_000, 120_000], maxDeliveries: 8 };

/** How long to wait after the `delivered`-th delivery failed. */
export function retryDelay(policy: RetryPolicy, delivered: number): number {
  const { delaysMs } = policy;
  return delaysMs[Math.min(delivered, delaysMs.length) - 1] ?? 0;
}
