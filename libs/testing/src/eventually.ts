import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';

export interface EventuallyOptions {
  /** Default 30 s: generous, because it is only ever spent by a test that fails. */
  timeoutMs?: number;
  intervalMs?: number;
}

/**
 * Samples until the sample satisfies, and returns it. A sample that throws counts as not yet satisfied. The failure
 * says what was awaited and what was seen last.
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
