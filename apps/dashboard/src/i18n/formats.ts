import { useMemo } from 'react';
import { usePreferences } from '../app/preferences';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Writes numbers, dates and lists in one language and time zone. */
export class Formats {
  private readonly numbers: Intl.NumberFormat;
  private readonly compacts: Intl.NumberFormat;
  private readonly days: Intl.DateTimeFormat;
  private readonly daysOfYear: Intl.DateTimeFormat;
  private readonly times: Intl.DateTimeFormat;
  private readonly moments: Intl.DateTimeFormat;
  private readonly ages: Intl.RelativeTimeFormat;
  private readonly words: Intl.ListFormat;

  constructor(
    private readonly language: string,
    timeZone: string | undefined,
  ) {
    this.numbers = new Intl.NumberFormat(language);
    this.compacts = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
    this.days = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone });
    this.daysOfYear = new Intl.DateTimeFormat(language, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone,
    });
    this.times = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', timeZone });
    this.moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
    this.ages = new Intl.RelativeTimeFormat(language, { style: 'narrow', numeric: 'auto' });
    this.words = new Intl.ListFormat(language, { type: 'conjunction' });
  }

  number(value: number, digits?: number): string {
    if (digits === undefined) return this.numbers.format(value);
    return new Intl.NumberFormat(this.language, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value);
  }

  /** 12,400 becomes 12.4K. */
  compact(value: number): string {
    return this.compacts.format(value);
  }

  /** `share` is between 0 and 1. */
  percent(share: number, digits = 0): string {
    return new Intl.NumberFormat(this.language, {
      style: 'percent',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(share);
  }

  /** Returns 19 Nov, with the year if it is not that of `now`. */
  day(date: Date, now = new Date()): string {
    return (date.getFullYear() === now.getFullYear() ? this.days : this.daysOfYear).format(date);
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

  list(words: readonly string[]): string {
    return this.words.format(words);
  }

  /** Returns the name of a language such as `fr`, or its code if it has none. */
  languageName(code: string): string {
    try {
      return new Intl.DisplayNames(this.language, { type: 'language' }).of(code) ?? code;
    } catch {
      return code;
    }
  }

  countryName(code: string): string {
    try {
      return new Intl.DisplayNames(this.language, { type: 'region' }).of(code.toUpperCase()) ?? code;
    } catch {
      return code;
    }
  }
}

/** Reads a time of the API, `YYYY-MM-DD HH:MM:SS` in UTC or ISO 8601. */
export function apiDate(text: string): Date {
  return new Date(/[TZ]/.test(text) ? text : `${text.replace(' ', 'T')}Z`);
}

export function useFormats(): Formats {
  const { language, timeZone } = usePreferences();
  return useMemo(() => new Formats(language, timeZone), [language, timeZone]);
}
