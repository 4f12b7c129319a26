import type { Batch } from '../../../csv/batch-runner';
import { type ImportRow, inputOf, type SendOptions } from './import-rows';

/** The most rows of one POST /reviews/add_bulk. */
const MAX_ROWS = 500;
/** A request may have 2 MiB. The rest is for what stands around the reviews. */
const MAX_BYTES = 1_800_000;

/** Splits rows into batches that one request can carry. `run` is part of their keys and unique for each import. */
export function splitRows(rows: readonly ImportRow[], options: SendOptions, run: string): Batch<ImportRow>[] {
  const encoder = new TextEncoder();
  const groups: ImportRow[][] = [];
  let bytes = Infinity;
  for (const row of rows) {
    const size = encoder.encode(JSON.stringify(inputOf(row, options))).length + 1;
    const group = groups.at(-1);
    if (group && group.length < MAX_ROWS && bytes + size <= MAX_BYTES) {
      group.push(row);
      bytes += size;
    } else {
      groups.push([row]);
      bytes = size;
    }
  }
  return groups.map((items, at) => ({ key: `${run}-${at + 1}`, items }));
}
