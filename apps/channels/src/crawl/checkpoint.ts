import type { Cursor } from '../platforms/platform';

/** Where a crawl goes on. Stored with the page that it follows. */
export interface Checkpoint {
  /** Store or country; null once every partition is read and only the profile is left. */
  partition: string | null;
  /** Of the page to read next; null for the first of the partition. */
  cursor: Cursor | null;
  /** Of the page that was stored last; null when that was the first, or none of this partition was. */
  previous: Cursor | null;
  /** Pages of this partition stored so far. */
  pages: number;
  /** Pages in a row that held nothing new. */
  knownPages: number;
}

/** What a stored page was found to consist of. */
export interface PageTally {
  /** Met before and unchanged. */
  known: number;
  fresh: number;
  changed: number;
  /** Every review of the page was already met in this very crawl. */
  repeated: boolean;
  oldest: Date | null;
}

export interface ProgressRules {
  mode: 'backfill' | 'incremental';
  partitions: readonly string[];
  maxPages: number;
  newestFirst: boolean;
  /** Reviews posted before this need not be looked at again. */
  lookBack: Date;
}

/** Stop reading a newest-first source: nothing new on a page beyond the look-back, or on two pages in a row. */
export function shouldStop(tally: PageTally, knownPages: number, rules: ProgressRules): boolean {
  if (rules.mode !== 'incremental' || !rules.newestFirst) return false;
  // One known row says nothing: pinned rows and equal dates mix in. The whole page must be known.
  const allKnown = tally.known > 0 && tally.fresh === 0 && tally.changed === 0;
  if (!allKnown) return false;
  const beyondLookBack = tally.oldest !== null && tally.oldest < rules.lookBack;
  return beyondLookBack || knownPages + 1 >= 2;
}

function startOf(partition: string | null): Checkpoint {
  return { partition, cursor: null, previous: null, pages: 0, knownPages: 0 };
}

/** Where a crawl begins, or goes on after its worker died or its slice was over. */
export function resume(
  checkpoint: Checkpoint | null,
  partitions: readonly string[],
  paging: 'number' | 'cursor',
): Checkpoint {
  if (checkpoint === null) return startOf(partitions[0] ?? null);
  if (checkpoint.partition === null) return checkpoint;
  // The partition is gone when the customer changed the countries meanwhile: what was read is known, so start over.
  if (!partitions.includes(checkpoint.partition)) return startOf(partitions[0] ?? null);
  // New reviews push others onto the next page: a page number is only safe one page earlier.
  if (paging !== 'number' || checkpoint.pages === 0) return checkpoint;
  return { ...checkpoint, cursor: checkpoint.previous, pages: checkpoint.pages - 1 };
}

interface StoredPage {
  /** The checkpoint that the page was read at. */
  at: Checkpoint;
  next: Cursor | null;
  tally: PageTally;
  /** True for the first page after a resume, which may well have been read before. */
  resumed: boolean;
  /** Cursors used in this partition so far. */
  visited: ReadonlySet<Cursor | null>;
}

/** Where to go after a page: on, to the next partition, or to the profile. Guards against sources that run in circles. */
export function advance(page: StoredPage, rules: ProgressRules): Checkpoint {
  const { at, next, tally } = page;
  const nothingNew = tally.known > 0 && tally.fresh === 0 && tally.changed === 0;
  const ended =
    next === null ||
    page.visited.has(next) ||
    at.pages + 1 >= rules.maxPages ||
    (tally.repeated && !page.resumed) ||
    shouldStop(tally, at.knownPages, rules);
  if (ended) return startOf(rules.partitions[rules.partitions.indexOf(at.partition ?? '') + 1] ?? null);
  return {
    partition: at.partition,
    cursor: next,
    previous: at.cursor,
    pages: at.pages + 1,
    knownPages: nothingNew ? at.knownPages + 1 : 0,
  };
}
