import { freePort as anyFreePort } from '@plaudit/embedded';

/** More than jest has workers anywhere. */
const SHARES = 16;

/**
 * A free port that no other worker of the run is given: while a server of one spec is down, on purpose, nobody else's
 * server takes its place.
 */
export async function freePort(): Promise<number> {
  const share = Number(process.env.JEST_WORKER_ID ?? 0) % SHARES;
  for (;;) {
    const port = await anyFreePort();
    if (port % SHARES === share) return port;
  }
}
