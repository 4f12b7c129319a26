import type { Database } from '../database';
import type { Tx } from '../transaction';

/** Batches that a request works on before its response, so that a change of few rows is complete with it. */
const MAX_BATCHES_AT_ONCE = 2;

/**
 * Works on the first batches of a change that concerns many rows, such as a new name that each of them has a copy of. Each is a
 * transaction of its own. A chore works on the others.
 */
export async function firstBatches(database: Database, batch: (tx: Tx) => Promise<boolean>): Promise<void> {
  for (let batches = 0; batches < MAX_BATCHES_AT_ONCE; batches += 1) {
    // It finds nothing if another replica ended an earlier change meanwhile. The next batch finds what follows.
    await database.transaction(batch);
  }
}
