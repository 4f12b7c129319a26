/** How a crawl gets on. */
export interface Pace {
  perMinute: number;
  /** Null if the platform does not say how many reviews there are. */
  minutesLeft: number | null;
}

/** A rate over a shorter time says nothing, in ms. */
const MIN_ELAPSED_MS = 10_000;
const MINUTE_MS = 60_000;

/** Returns the rate of a crawl and the time that is left at this rate. Returns null while too little is known. */
export function paceOf(
  { found, total, startedOn }: { found: number; total: number | null; startedOn: Date | null },
  now: Date,
): Pace | null {
  const elapsed = startedOn ? now.getTime() - startedOn.getTime() : 0;
  if (found <= 0 || elapsed < MIN_ELAPSED_MS) return null;
  const perMinute = (found / elapsed) * MINUTE_MS;
  const left = total === null ? null : Math.max(0, total - found);
  return {
    perMinute: Math.max(1, Math.round(perMinute)),
    minutesLeft: left === null ? null : Math.max(1, Math.ceil(left / perMinute)),
  };
}

interface LiveProgress {
  stage: string;
  page: number;
  found: number;
  total: number | null;
}

/** Returns what is known of a crawl from the channel and from the newest live event. The larger numbers are newer. */
export function newestProgress(
  stored: { pages: number; found: number },
  officialTotal: number | null,
  live: LiveProgress | undefined,
): { page: number; found: number; total: number | null } {
  if (live?.stage !== 'reading') return { page: stored.pages, found: stored.found, total: officialTotal };
  return {
    page: Math.max(stored.pages, live.page),
    found: Math.max(stored.found, live.found),
    total: live.total ?? officialTotal,
  };
}
