/** Thrown by a handler whose event can never be handled. The event becomes a dead letter at once, without retries. */
export class PermanentError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PermanentError';
  }
}

export interface RetryPolicy {
  /** Pause of a parked event before each further attempt. The last one repeats. */
  delaysMs: readonly number[];
  /** Pause before a delivery is repeated that says nothing about its event. */
  putBackMs: number;
  /** An event whose handlers failed this often becomes a dead letter. */
  maxAttempts: number;
  /**
   * An event of a kind that this build does not know is put back after these pauses. After the last one it is parked,
   * and for some minutes the others of its kind are parked at once.
   */
  unknownDelaysMs: readonly number[];
  /**
   * A message that was delivered more often than this without a result was in flight when processes died or connections
   * broke. It is handled alone.
   */
  suspectAfter: number;
  /** An event that ended the process this often while it was handled alone becomes a dead letter. */
  maxCrashes: number;
  /** Events of one durable that wait for another attempt. Beyond this the events stay in NATS, which presses back. */
  maxParked: number;
  /** Events of one durable whose kind this build does not know. They cost no attempts, so there may be more of them. */
  maxUnknown: number;
}

export const DEFAULT_RETRIES: RetryPolicy = {
  delaysMs: [1_000, 5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000],
  putBackMs: 1_000,
  maxAttempts: 8,
  unknownDelaysMs: [1_000, 5_000, 30_000],
  suspectAfter: 5,
  maxCrashes: 3,
  maxParked: 10_000,
  maxUnknown: 100_000,
};

/** Returns the pause before the next attempt, after attempt number `attempt` failed. */
export function retryDelay({ delaysMs }: Pick<RetryPolicy, 'delaysMs'>, attempt: number): number {
  return delaysMs[Math.min(attempt, delaysMs.length) - 1] ?? 0;
}
