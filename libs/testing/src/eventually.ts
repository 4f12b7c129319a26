import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';

export interface EventuallyOptions {
  /** Default: 30 s. Only a test that fails waits this long. */
  timeoutMs?: number;
  intervalMs?: number;
}

/**
 * Calls `sample` until its value is `satisfied`, and returns that value. A sample that throws is not satisfied. Throws
 * after the timeout; the message has what was `awaited` and the last value or error.
 */
export async function eventually<T>(
  sample: () => T | Promise<T>,
  satisfied: (value: T) => boolean,
  awaited: string,
  { timeoutMs = 30_000, intervalMs = 20 }: EventuallyOptions = {},
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    let seen: string;
    try {
      const value = await sample();
      if (satisfied(value)) return value;
      seen = inspect(value, { depth: 6 });
    } catch (error) {
      seen = inspect(error);
    }
    if (Date.now() >= deadline) {
      throw new Error(`Waited ${timeoutMs} ms for ${awaited}. Last seen: ${seen}`);
    }
    await delay(intervalMs);
  }
}
