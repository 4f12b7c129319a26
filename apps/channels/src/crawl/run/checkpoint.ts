import type { Cursor, Notice } from '../../platforms/platform';
import { sumOf } from '../pages/notices';
import type { CrawlMode } from '../queue/sweep-rule';

/** Where a crawl continues. Stored in the transaction that stores a page. */
export interface Checkpoint {
  /** Store or country. Null means that every partition is read and only the profile remains. */
  partition: string | null;
  /** Cursor of the next page; null for the first page of the partition. */
  cursor: Cursor | null;
  /** Cursor of the last stored page; null if that was the first page, or if no page of the partition is stored. */
  previous: Cursor | null;
  /** Stored pages of this partition. */
  pages: number;
  /** Consecutive pages without a new or changed review. */
  knownPages: number;
  /** True if the crawl has left out pages that the platform may have. Absent otherwise. */
  cut?: true;
  /** True if a partition was left out because the platform says that it has not changed. Absent otherwise. */
  unchanged?: true;
  /** True if a row could not be read, which may be that of a known review. Absent otherwise. */
  unread?: true;
  /** What could not be understood so far. Absent if everything was. */
  notices?: readonly Notice[];
  /** True if the page at the cursor is stored and read again. Absent otherwise. */
  again?: true;
}

/** How many reviews of a page were known, new and changed. */
export interface PageTally {
  /** Reviews that were read before and have not changed. */
  known: number;
  fresh: number;
  changed: number;
  /** True if every review of the page was read in this crawl already. */
  repeated: boolean;
  /** Null if no date of the page is known. */
  oldest: Date | null;
}

export interface ProgressRules {
  mode: CrawlMode;
  partitions: readonly string[];
  maxPages: number;
  newestFirst: boolean;
  /** Reviews posted before this date are not read again. */
  lookBack: Date;
}

/**
 * Returns true if an incremental crawl of a newest-first source has read enough: a page beyond the look-back, or two
 * consecutive pages, contain nothing new.
 */
export function shouldStop(tally: PageTally, knownPages: number, rules: ProgressRules): boolean {
  if (rules.mode !== 'incremental' || !rules.newestFirst) return false;
  // One known review proves nothing, because sources pin reviews and mix equal dates. The whole page must be known.
  const allKnown = tally.known > 0 && tally.fresh === 0 && tally.changed === 0;
  if (!allKnown) return false;
  const beyondLookBack = tally.oldest !== null && tally.oldest < rules.lookBack;
  return beyondLookBack || knownPages + 1 >= 2;
}

/** What a crawl remembers beyond a partition. */
type Marks = Pick<Checkpoint, 'cut' | 'unchanged' | 'unread' | 'notices'>;

function startOf(partition: string | null, marks: Marks = {}): Checkpoint {
  return { partition, cursor: null, previous: null, pages: 0, knownPages: 0, ...marks };
}

/** Returns the checkpoint after a partition whose first page has not changed since the last crawl. */
export function skip(at: Checkpoint, partitions: readonly string[]): Checkpoint {
  return startOf(following(at, partitions), { ...marksOf(at), cut: true, unchanged: true });
}

function marksOf({ cut, unchanged, unread, notices }: Checkpoint): Marks {
  return {
    ...(cut ? { cut } : {}),
    ...(unchanged ? { unchanged } : {}),
    ...(unread ? { unread } : {}),
    ...(notices ? { notices } : {}),
  };
}

/** A page that is read again was noticed before. */
function marksAfter({ at, unread, notices }: StoredPage): Marks {
  const all = at.again ? (at.notices ?? []) : sumOf([...(at.notices ?? []), ...notices]);
  return { ...marksOf(at), ...(unread ? { unread } : {}), ...(all.length > 0 ? { notices: all } : {}) };
}

function following({ partition }: Checkpoint, partitions: readonly string[]): string | null {
  return partitions[partitions.indexOf(partition ?? '') + 1] ?? null;
}

/** Returns where a crawl starts, or where it continues after its worker died or its slice ended. */
export function resume(
  checkpoint: Checkpoint | null,
  partitions: readonly string[],
  paging: 'number' | 'cursor' | 'none',
): Checkpoint {
  if (checkpoint === null) return startOf(partitions[0] ?? null);
  if (checkpoint.partition === null) return checkpoint;
  // The customer removed the country meanwhile. Starting over is cheap, because reviews already read are known.
  if (!partitions.includes(checkpoint.partition)) return startOf(partitions[0] ?? null);
  // New reviews push older ones to the next page, so a page number is safe only if the previous page is read again.
  if (paging !== 'number' || checkpoint.pages === 0) return checkpoint;
  return { ...checkpoint, cursor: checkpoint.previous, pages: checkpoint.pages - 1, again: true };
}

interface StoredPage {
  /** The checkpoint that the page was read at. */
  at: Checkpoint;
  next: Cursor | null;
  tally: PageTally;
  /** True for the first page after a resume, which may have been read before. */
  resumed: boolean;
  /** True if a row of the page could not be read. */
  unread: boolean;
  /** What could not be understood of the page. */
  notices: readonly Notice[];
  /** Cursors already used in this partition. */
  visited: ReadonlySet<Cursor | null>;
}

/**
 * Returns the checkpoint after a page: the next page, the next partition, or the profile. Ends a partition whose source
 * repeats itself.
 */
export function advance(page: StoredPage, rules: ProgressRules): Checkpoint {
  const { at, next, tally } = page;
  const marks = marksAfter(page);
  const nothingNew = tally.known > 0 && tally.fresh === 0 && tally.changed === 0;
  const isLast = next === null || page.visited.has(next);
  // A source that ignores the number of the page shows the first one again and ends there.
  const isRepeated = tally.repeated && !page.resumed;
  const leavesOut = at.pages + 1 >= rules.maxPages || shouldStop(tally, at.knownPages, rules);
  const isCut = isRepeated || (leavesOut && !isLast);
  if (isLast || isCut) {
    return startOf(following(at, rules.partitions), { ...marks, ...(isCut ? { cut: true } : {}) });
  }
  return {
    ...marks,
    partition: at.partition,
    cursor: next,
    previous: at.cursor,
    pages: at.pages + 1,
    knownPages: nothingNew ? at.knownPages + 1 : 0,
  };
}
