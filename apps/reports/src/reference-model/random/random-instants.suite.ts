import { wireDate } from '@plaudit/contracts';
import fc from 'fast-check';

export const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];
/** Noon of days on which a clock of the {@link ZONES} changes. */
const CLOCK_CHANGES = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01'];
/**
 * Hours in UTC about whose month summer and winter time disagree: in New York, on Lord Howe and in Berlin. `day` is the day of the
 * month; 0 is the last one of the month before.
 */
const DISPUTED_HOURS = [
  { day: 1, hour: 4 },
  { day: 0, hour: 13 },
  { day: 0, hour: 22 },
];
const HOUR_SECONDS = 3_600;

/** Any instant within two days of the beginning of a month in UTC, so that the zones disagree about the month. */
export function nearMonthStart(year: number, month: number, hours: number): fc.Arbitrary<Date> {
  return fc
    .integer({ min: -hours * HOUR_SECONDS, max: hours * HOUR_SECONDS })
    .map((seconds) => new Date(Date.UTC(year, month, 1) + seconds * 1_000));
}

/** Any instant that belongs to another month if the clock of a zone is not changed. */
function inDisputedHour(year: number, month: number): fc.Arbitrary<Date> {
  return fc
    .tuple(fc.constantFrom(...DISPUTED_HOURS), fc.nat(HOUR_SECONDS - 1))
    .map(([{ day, hour }, second]) => new Date(Date.UTC(year, month, day, hour, 0, second)));
}

/** Instants up to `now`, most of them where mistakes happen: the ends of months and days on which a clock changes. */
export function pastInstants(now: Date): fc.Arbitrary<string> {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const hoursAgo = (max: number) =>
    fc
      .integer({ min: 0, max: max * HOUR_SECONDS })
      .map((seconds) => new Date(now.getTime() - seconds * 1_000));
  return fc
    .oneof(
      fc.integer({ min: 0, max: 14 }).chain((back) => nearMonthStart(year, month - back, 30)),
      fc.integer({ min: 0, max: 11 }).chain((back) => inDisputedHour(year, month - back)),
      fc
        .tuple(
          fc.constantFrom(...CLOCK_CHANGES),
          fc.integer({ min: -30 * HOUR_SECONDS, max: 30 * HOUR_SECONDS }),
        )
        .map(([day, seconds]) => new Date(Date.parse(`${day}T12:00:00Z`) + seconds * 1_000)),
      hoursAgo(72),
      hoursAgo(24 * 800),
    )
    .map((instant) => wireDate(new Date(Math.min(instant.getTime(), now.getTime()))));
}
