import { freePort as anyFreePort } from '@plaudit/embedded';

/** More than any run has workers. */
const SHARES = 16;
/** The ports of this spec file. Their servers may not listen yet. */
const given = new Set<number>();

/**
 * Returns a free port that no other worker of the run gets, and no other caller in this spec file. While a spec keeps its server
 * down on purpose, no other spec can take the port.
 */
export async function freePort(): Promise<number> {
  const share = Number(process.env.JEST_WORKER_ID ?? 0) % SHARES;
  for (;;) {
    const port = await anyFreePort();
    if (port % SHARES !== share || given.has(port)) continue;
    given.add(port);
    return port;
  }
}
