import { setTimeout as pause } from 'node:timers/promises';
import { isCertificateRefused, isDatabaseUnavailable } from './unavailable';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** Receives one line when the wait begins, and one when it is over. */
export interface WaitLines {
  warn(line: object): void;
  log(line: object): void;
}

/**
 * Returns the result of `connect`. Repeats it for as long as Postgres is away, starts, or accepts no more connections.
 * Throws every other error of it at once, such as a wrong password, a missing database or a refused certificate: waiting
 * repairs none of them.
 */
export async function untilReachable<T>(connect: () => Promise<T>, lines: WaitLines): Promise<T> {
  let waitingSince: number | null = null;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      const connected = await connect();
      if (waitingSince !== null)
        lines.log({ message: 'Reached the database', seconds: secondsSince(waitingSince) });
      return connected;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || isCertificateRefused(error)) throw error;
      if (waitingSince === null)
        lines.warn({
          message: 'Could not reach the database; trying again until it answers',
          error: reasonOf(error),
        });
      waitingSince ??= performance.now();
    }
    await pause(pauseMs);
  }
}

function secondsSince(begin: number): number {
  return Math.round((performance.now() - begin) / 1_000);
}

/** A host with several addresses fails with an error that has no message of its own. */
function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}
