/** Items that are sent together. `key` names the batch, so that a repeat of it can be recognised. */
export interface Batch<Item> {
  key: string;
  items: readonly Item[];
}

export interface BatchProgress {
  /** Items whose batch ended, with or without success. */
  done: number;
  total: number;
}

export interface BatchRun<Item, Answer> {
  answers: { batch: Batch<Item>; answer: Answer }[];
  /** Batches whose request failed. It is not known whether they took effect. */
  failed: { batch: Batch<Item>; error: unknown }[];
  /** Batches that were not sent, because the run was stopped or too much failed. */
  unsent: Batch<Item>[];
  stopped: boolean;
}

/** After so many failures in a row the rest would fail, too. */
const MAX_FAILURES_IN_A_ROW = 2;

/** Splits items into batches, in order. `run` is part of their keys and unique for each import. */
export function splitBatches<Item>(items: readonly Item[], size: number, run: string): Batch<Item>[] {
  const batches: Batch<Item>[] = [];
  for (let from = 0; from < items.length; from += size) {
    batches.push({ key: `${run}-${batches.length + 1}`, items: items.slice(from, from + size) });
  }
  return batches;
}

/**
 * Sends batches one after the other. A batch that fails does not end the run, but two in a row do. `signal` stops the run after
 * the batch that is under way, because nobody would know what became of it. `onProgress` is called after each batch.
 */
export async function runBatches<Item, Answer>(
  batches: readonly Batch<Item>[],
  send: (batch: Batch<Item>) => Promise<Answer>,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (progress: BatchProgress) => void } = {},
): Promise<BatchRun<Item, Answer>> {
  const total = batches.reduce((sum, { items }) => sum + items.length, 0);
  const run: BatchRun<Item, Answer> = { answers: [], failed: [], unsent: [], stopped: false };
  let done = 0;
  let failures = 0;
  for (const [at, batch] of batches.entries()) {
    if (signal?.aborted || failures >= MAX_FAILURES_IN_A_ROW) {
      run.unsent = batches.slice(at);
      break;
    }
    try {
      run.answers.push({ batch, answer: await send(batch) });
      failures = 0;
    } catch (error) {
      run.failed.push({ batch, error });
      failures += 1;
    }
    done += batch.items.length;
    onProgress?.({ done, total });
  }
  run.stopped = signal?.aborted === true && run.unsent.length > 0;
  return run;
}
