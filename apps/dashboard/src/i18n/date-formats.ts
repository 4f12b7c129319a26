import { isDated, postedDay, type PostedDate } from '@plaudit/contracts/posted-day';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When a review was posted, in the forms that a page shows. */
export interface PostedTexts {
  /** Its age, or the day of an older one. */
  age: string;
  /** The day or the month. */
  day: string;
  /** Everything that is known. */
  exact: string;
  /** The value of `datetime`. */
  machine: string;
}

/** Writes dates in one language and time zone. */
export class DateFormats {
  private readonly days: DayFormats;
  private readonly calendarDays: DayFormats;
  private readonly isoDays: Intl.DateTimeFormat;
  private readonly times: Intl.DateTimeFormat;
  private readonly moments: Intl.DateTimeFormat;
  private readonly ages: Intl.RelativeTimeFormat;

  constructor(
    protected readonly language: string,
    timeZone: string | undefined,
  ) {
    this.days = dayFormats(language, timeZone);
    this.calendarDays = dayFormats(language, 'UTC');
    // Sweden writes dates as ISO 8601 does.
    this.isoDays = new Intl.DateTimeFormat('sv-SE', { timeZone });
    this.times = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', timeZone });
    this.moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
    // The narrow form is `2m ago` in English, but `vor 2 m` in German and `-2 min` in French.
    const style = language.startsWith('en') ? 'narrow' : 'short';
    this.ages = new Intl.RelativeTimeFormat(language, { style, numeric: 'auto' });
  }

  /** Returns 19 Nov, with the year if it is not that of `now`. */
  day(date: Date, now = new Date()): string {
    const isThisYear = yearOf(this.isoDay(date)) === yearOf(this.isoDay(now));
    return this.days[isThisYear ? 'short' : 'withYear'].format(date);
  }

  /** Returns a calendar day (`YYYY-MM-DD`) like {@link day}. It is the same in every time zone. */
  calendarDay(day: string, now = new Date()): string {
    const isThisYear = yearOf(day) === yearOf(this.isoDay(now));
    return this.calendarDays[isThisYear ? 'short' : 'withYear'].format(startOf(day));
  }

  /** Returns the day of a moment in the time zone, `YYYY-MM-DD`. */
  isoDay(date: Date): string {
    return this.isoDays.format(date);
  }

  /** Returns the texts of a date of a review or reply. Returns null if the date is not known. A date without a time is never converted. */
  posted(date: PostedDate, now = new Date()): PostedTexts | null {
    if (!isDated(date)) return null;
    const day = postedDay(date);
    if (day === null) {
      const at = apiDate(date.posted_on);
      return {
        age: this.age(at, now),
        day: this.day(at, now),
        exact: this.moment(at),
        machine: at.toISOString(),
      };
    }
    if (date.posted_precision === 'month') {
      const month = this.month(startOf(day), 'long');
      return { age: month, day: month, exact: month, machine: day.slice(0, 7) };
    }
    return {
      age: this.calendarAge(day, now),
      day: this.calendarDay(day, now),
      exact: this.calendarDays.exact.format(startOf(day)),
      machine: day,
    };
  }

  /** Returns "today" and "yesterday" as the calendar of the time zone has them, and any other day. */
  private calendarAge(day: string, now: Date): string {
    const days = (startOf(day).getTime() - startOf(this.isoDay(now)).getTime()) / DAY;
    return days === 0 || days === -1 ? this.ages.format(days, 'day') : this.calendarDay(day, now);
  }

  time(date: Date): string {
    return this.times.format(date);
  }

  /** Returns date and time. */
  moment(date: Date): string {
    return this.moments.format(date);
  }

  month(date: Date, style: 'short' | 'long' = 'short'): string {
    return new Intl.DateTimeFormat(this.language, {
      month: style,
      year: 'numeric',
      timeZone: 'UTC',
    }).format(date);
  }

  /** Returns the age of a moment in the last or next day, and the day of any other. */
  age(date: Date, now = new Date()): string {
    const ms = date.getTime() - now.getTime();
    const size = Math.abs(ms);
    if (size >= DAY) return this.day(date, now);
    if (size >= HOUR) return this.ages.format(Math.trunc(ms / HOUR), 'hour');
    if (size < MINUTE) return this.ages.format(0, 'second');
    return this.ages.format(Math.trunc(ms / MINUTE), 'minute');
  }

  /** Returns the age of a moment, that of the last minute in seconds. */
  freshness(date: Date, now = new Date()): string {
    const seconds = Math.trunc((date.getTime() - now.getTime()) / 1_000);
    return Math.abs(seconds) < 60 ? this.ages.format(Math.min(seconds, 0), 'second') : this.age(date, now);
  }
}

/** The formats of days, which are written without the year if it is the present one. */
type DayFormats = Record<'short' | 'withYear' | 'exact', Intl.DateTimeFormat>;

function dayFormats(language: string, timeZone: string | undefined): DayFormats {
  return {
    short: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone }),
    withYear: new Intl.DateTimeFormat(language, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone,
    }),
    exact: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone }),
  };
}

function yearOf(day: string): string {
  return day.slice(0, 4);
}

/** Returns midnight in UTC of a calendar day. */
function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** Reads a time of the API, `YYYY-MM-DD HH:MM:SS` in UTC or ISO 8601. */
export function apiDate(text: string): Date {
  return new Date(/[TZ]/.test(text) ? text : `${text.replace(' ', 'T')}Z`);
}
