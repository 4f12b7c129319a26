import { foldedDate } from './date-text';

// Languages whose month names Intl spells as web pages do. Node contains the data of all of them.
const LANGUAGES = [
  ...['en', 'en-GB', 'de', 'de-AT', 'fr', 'es', 'pt', 'it', 'nl', 'sv', 'da', 'nb', 'fi', 'pl', 'cs', 'ru'],
  ...['uk', 'tr', 'hu', 'ro', 'el', 'bg', 'sr', 'sk', 'sl', 'et', 'lv', 'lt', 'ca', 'ar', 'he', 'id', 'hi'],
  'th',
];

/** What people write and Intl does not know. */
const MORE = { sept: 9, sett: 9, setiembre: 9, fev: 2, jan: 1, aou: 8, feber: 2, mrz: 3 };

/** Short forms that are words of other languages: "Pro", "LED", "dub". Czech pages write these months with numbers. */
const NO_MONTHS = new Set(['pro', 'led', 'dub', 'sub', 'sri']);

/** Returns the names of a month in one language: long and short, alone and as inflected in a date. */
function namesOf(language: string): string[][] {
  const formats = (['long', 'short'] as const).flatMap((month) => [
    new Intl.DateTimeFormat(language, { month, timeZone: 'UTC', calendar: 'gregory' }),
    new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC', calendar: 'gregory' }),
  ]);
  return Array.from({ length: 12 }, (_, month) => {
    const date = new Date(Date.UTC(2026, month, 1));
    return formats.map((format) => {
      const parts = format.formatToParts(date);
      const place = parts.findIndex(({ type }) => type === 'month');
      // Hebrew writes "in" and the month as one word.
      return (/\p{L}*$/u.exec(parts[place - 1]?.value ?? '')?.[0] ?? '') + (parts[place]?.value ?? '');
    });
  });
}

/**
 * Maps month names in all {@link LANGUAGES} to 1..12. If two languages disagree, the first language counts. Croatian is left
 * out, because it calls October by the Polish and Czech name of November.
 */
function monthNames(): Map<string, number> {
  const names = new Map<string, number>(Object.entries(MORE));
  for (const language of LANGUAGES) {
    for (const [index, forms] of namesOf(language).entries()) {
      for (const form of forms) {
        const name = foldedDate(form).replace(/[.']+$/, '');
        const isUsable = /^\p{L}[\p{L}\p{M}.]{2,}$/u.test(name) && !NO_MONTHS.has(name);
        if (isUsable && !names.has(name)) names.set(name, index + 1);
      }
    }
  }
  return names;
}

let months: Map<string, number> | undefined;

/** Returns the month of a whole name or a known abbreviation in {@link foldedDate} form, or null for any other word. */
export function monthOf(word: string): number | null {
  months ??= monthNames();
  return months.get(word) ?? null;
}
