export interface Failure<Item> {
  item: Item;
  /** What the server said. */
  msg: string;
}

export interface BatchOutcome<Item> {
  done: Item[];
  failed: Failure<Item>[];
  /** True if the run ended before its last item. */
  stopped: boolean;
}

interface RunOptions {
  /** Ends the run after the request that is on its way. */
  signal: AbortSignal;
  onProgress: (finished: number) => void;
  /** Turns what a request threw into words. */
  reasonOf: (error: unknown) => string;
}

/** The largest batch. Larger ones would keep the progress and the stop button waiting. */
export const BATCH_SIZE = 100;
/** A server that fails this often in a row is in trouble. More requests would not help. */
const MAX_FAILURES_IN_A_ROW = 2;

/** Cuts a list, or a stream of items, into batches. */
export async function* batchesOf<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  size = BATCH_SIZE,
): AsyncGenerator<Item[], void> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/**
 * Sends batch after batch. `send` returns the items that were refused. A batch whose request throws has failed as a whole, and
 * the run goes on, until two in a row have failed.
 */
export async function runBatches<Item>(
  batches: AsyncIterable<Item[]>,
  send: (batch: Item[]) => Promise<Failure<Item>[]>,
  { signal, onProgress, reasonOf }: RunOptions,
): Promise<BatchOutcome<Item>> {
  const outcome: BatchOutcome<Item> = { done: [], failed: [], stopped: false };
  let failuresInARow = 0;
  try {
    for await (const batch of batches) {
      if (signal.aborted || failuresInARow >= MAX_FAILURES_IN_A_ROW) return { ...outcome, stopped: true };
      const { failed, threw } = await attempt(batch, send, reasonOf);
      failuresInARow = threw ? failuresInARow + 1 : 0;
      const refused = new Set(failed.map(({ item }) => item));
      outcome.done.push(...batch.filter((item) => !refused.has(item)));
      outcome.failed.push(...failed);
      onProgress(outcome.done.length + outcome.failed.length);
    }
  } catch {
    // The next page of the list did not arrive. What was sent before stays done.
    return { ...outcome, stopped: true };
  }
  return outcome;
}

async function attempt<Item>(
  batch: Item[],
  send: (batch: Item[]) => Promise<Failure<Item>[]>,
  reasonOf: (error: unknown) => string,
): Promise<{ failed: Failure<Item>[]; threw: boolean }> {
  try {
    return { failed: await send(batch), threw: false };
  } catch (error) {
    const msg = reasonOf(error);
    return { failed: batch.map((item) => ({ item, msg })), threw: true };
  }
}
