import { useMemo } from 'react';
import { usePreferences } from '../app/preferences';
import { DateFormats } from './date-formats';

export { apiDate } from './date-formats';

/** Writes numbers, dates and lists in one language and time zone. */
export class Formats extends DateFormats {
  private readonly numbers: Intl.NumberFormat;
  private readonly compacts: Intl.NumberFormat;
  private readonly words: Intl.ListFormat;

  constructor(language: string, timeZone: string | undefined) {
    super(language, timeZone);
    this.numbers = new Intl.NumberFormat(language);
    this.compacts = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
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

export function useFormats(): Formats {
  const { language, timeZone } = usePreferences();
  return useMemo(() => new Formats(language, timeZone), [language, timeZone]);
}
