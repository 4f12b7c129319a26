import { ownValue } from '@plaudit/contracts';

const DAY_MS = 86_400_000;
/** How many days a channel shows, including today. */
export const SHOWN_DAYS = 14;

/** ok: the first crawl of the day worked. retried: a later one did. failed: none did. */
export type DayOutcome = 'ok' | 'retried' | 'failed';
/** none: no crawl ended on the day. */
export const CHECK_OUTCOMES = ['ok', 'retried', 'failed', 'none'] as const;

export interface DailyCheck {
  /** The UTC day, `YYYY-MM-DD`. */
  date: string;
  outcome: (typeof CHECK_OUTCOMES)[number];
}

/** Returns the last {@link SHOWN_DAYS} days up to `today`, oldest first. `outcomes` has those of days with a crawl. */
export function lastChecks(outcomes: Readonly<Record<string, DayOutcome>>, today: string): DailyCheck[] {
  return Array.from({ length: SHOWN_DAYS }, (_, index) => {
    const time = Date.parse(today) - (SHOWN_DAYS - 1 - index) * DAY_MS;
    const date = new Date(time).toISOString().slice(0, 10);
    return { date, outcome: ownValue(outcomes, date) ?? 'none' };
  });
}
