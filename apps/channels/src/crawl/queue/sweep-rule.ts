import type { Capabilities } from '../../platforms/platform';

/**
 * A channel is crawled in mode `backfill`, which reads the whole history, until that succeeds once. Then `incremental` reads
 * the news, and `sweep` reads everything again.
 */
export type CrawlMode = 'backfill' | 'incremental' | 'sweep';

const DAY_MS = 86_400_000;
/** A crawl that begins a day after this check reads everything, so that a week lies between two complete crawls. */
const SWEEP_AFTER_MS = 6 * DAY_MS;
/** A page that was read completely this long ago is read again even if the platform says that it has not changed. */
const READ_AGAIN_AFTER_MS = 7 * DAY_MS;

/** What is known of a channel when a crawl has ended. */
export interface SweepState {
  /** When a crawl last read everything that the platform lists, up to its maximum of pages. Null if none did. */
  sweptOn: Date | null;
  /** True if complete crawls have missed a review, but not yet often enough to believe that it is gone. */
  hasDoubts: boolean;
}

/** Returns true if a new or edited review of the platform is on its first pages, so that incremental crawls may end early. */
export function stopsEarly({ order }: Pick<Capabilities, 'order'>): boolean {
  return order === 'newest' || order === 'updated';
}

/** Returns when a crawl last read everything, after one that has ended now. Only an incremental one may have ended early. */
export function sweptAfter(
  { mode, swept_on: sweptOn }: { mode: CrawlMode; swept_on: Date | null },
  isComplete: boolean,
  now: Date,
): Date | null {
  return isComplete || mode !== 'incremental' ? now : sweptOn;
}

/**
 * Returns the mode of the next crawl. A crawl that stops at known reviews cannot notice that older ones were edited or
 * removed, so one in seven days reads everything. If it misses a review, the next ones do so too, until the review is found
 * or gone.
 */
export function nextCrawlMode(caps: Capabilities, { sweptOn, hasDoubts }: SweepState, now: Date): CrawlMode {
  if (!stopsEarly(caps)) return 'incremental';
  const isDue = sweptOn === null || now.getTime() - sweptOn.getTime() >= SWEEP_AFTER_MS;
  return isDue || hasDoubts ? 'sweep' : 'incremental';
}

/** Returns true if a crawl may leave out pages that the platform says have not changed. */
export function maySkipUnchanged(sweptOn: Date | null, now: Date): boolean {
  return sweptOn !== null && now.getTime() - sweptOn.getTime() < READ_AGAIN_AFTER_MS;
}

/** The reviews of a channel after a complete crawl. */
export interface Found {
  /** Reviews that are stored and not gone, with those that the crawl missed. */
  known: number;
  missed: number;
  /** How many the platform counts. Null if it does not say. */
  official: number | null;
}

const MAX_PLAUSIBLE = 3;
const MAX_PLAUSIBLE_SHARE = 0.1;

/**
 * Returns true if a crawl that has read every page has read every review, so that one that it missed may be gone. A page may show some
 * of its reviews only.
 */
export function readsAll(
  fullHistory: Capabilities['fullHistory'],
  { known, missed, official }: Found,
): boolean {
  if (fullHistory !== 'counted') return fullHistory;
  return official !== null && known - missed >= official;
}

/**
 * Returns false if the platform still counts the reviews that it did not show, and these are many. It then hides them for
 * another reason, such as a limit of its pages, and has not removed them.
 */
export function isPlausibleLoss({ known, missed, official }: Found): boolean {
  const isSmall = missed <= Math.max(MAX_PLAUSIBLE, known * MAX_PLAUSIBLE_SHARE);
  return isSmall || official === null || official < known;
}
