import type { Principal } from '@plaudit/contracts';

/** Who uses up a generation: someone who asked for the text, or the service itself. */
export type Share = 'requested' | 'automatic';

/** Generations per account and UTC day; -1 means no limit. */
export type DailyCap = number;

const NO_LIMIT = -1;
/** The rest is left for people. */
const AUTOMATIC_SHARE = 0.8;
const DAY_MS = 86_400_000;

/** Returns the cap of the installation, or that of the caller's plan if the installation has none. */
export function dailyCapOf(
  { AI_DAILY_CAP }: { AI_DAILY_CAP?: number },
  { limits }: Pick<Principal, 'limits'>,
): DailyCap {
  return AI_DAILY_CAP ?? limits.ai_day;
}

/** Returns how many generations of a day may be used up before one of this share; null if there is no limit. */
export function mostUsed(cap: DailyCap, share: Share): number | null {
  if (cap === NO_LIMIT) return null;
  return share === 'requested' ? cap : Math.floor(cap * AUTOMATIC_SHARE);
}

/** Returns the UTC day of a time as `YYYY-MM-DD`. */
export function utcDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** Returns the whole seconds until the next UTC day, at least 1. */
export function secondsUntilNextDay(now: Date): number {
  return Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000);
}
