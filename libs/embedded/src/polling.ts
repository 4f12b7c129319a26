import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 15;

/** Samples until `satisfied` returns true. Returns false if that does not happen within `timeoutMs`. */
export async function within(
  timeoutMs: number,
  satisfied: () => boolean | Promise<boolean>,
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    if (await satisfied()) return true;
    if (Date.now() >= deadline) return false;
    await delay(POLL_MS);
  }
}
