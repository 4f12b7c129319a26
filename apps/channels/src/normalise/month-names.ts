import { foldedDate } from './date-text';

// Languages whose month names Intl spells as web pages do. Node contains the data of all of them.
const LANGUAGES =
  'en en-GB de de-AT fr fr-CA es pt it nl sv da nb nn fi pl cs ru uk tr hu ro el bg sr sr-Latn sk sl et lv lt ca ar ar-DZ ar-LB ar-MA he id hi hr th'.split(
    ' ',
  );

/** What people write and Intl does not know. */
const MORE =
  'sept 9 sett 9 setiembre 9 fev 2 jan 1 aou 8 feber 2 mrz 3 кві 4 тра 5 чер 6 сер 8 вер 9 жов 10 лис 11 гру 12 ное 11 saus 1 яну 1 фев 2 noi 11 agt 8 studenog 11 सितम्बर 9 नवम्बर 11 दिसम्बर 12 अप्रै 4 יונ 6 יול 7 σεπτ 9 ' +
  'janvari 1 marta 3 aprili 4 maija 5 junija 6 julija 7 septembri 9 oktobri 10 novembri 11 decembri 12';

/** The blank in the Arabic names of months that are two words. */
export const TWO_WORDS = /(?<=كانون|تشرين) (?=ا)/g;

/** Short forms in Czech that are words of other languages. A Czech date has a dot after its day: "10. led 2015". */
const CZECH = new Set(['pro', 'led', 'dub']);

/** Croatian names of months that are other months in Polish and Czech. A Croatian date has dots: "3. listopada 2025." */
const CROATIAN = new Map([
  ['listopad', 10],
  ['listopada', 10],
  ['lis', 10],
  ['lip', 6],
  ['srp', 7],
]);
/** Of those, the ones that Czech does not have. Polish has them, and writes no dot after the day. */
const NOT_CZECH = new Set(['listopada', 'lip']);

/** Returns the names of a month in one language: long and short, alone and as inflected in a date. */
function namesOf(language: string): string[][] {
  const common = { timeZone: 'UTC', calendar: 'gregory' } as const;
  const shapes = [
    { month: 'long', day: 'numeric' },
    { month: 'long', year: 'numeric' },
    { month: 'short', day: 'numeric' },
    { month: 'short' },
  ] as const;
  const formats = shapes.map((shape) => new Intl.DateTimeFormat(language, { ...common, ...shape }));
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

/** Maps month names in all {@link LANGUAGES} to 1..12. If two languages disagree, the first language counts. */
function monthNames(): Map<string, number> {
  const more = [...MORE.matchAll(/(\S+) (\d+)/g)].map(
    ([, name = '', month]) => [name, Number(month)] as const,
  );
  const spelled = LANGUAGES.flatMap((language) =>
    namesOf(language).flatMap((forms, index) => forms.map((form) => [form, index + 1] as const)),
  );
  const names = new Map<string, number>(more);
  for (const [form, month] of spelled) {
    const name = foldedDate(form)
      .replace(/[.'॰]+$/, '')
      .replace(TWO_WORDS, '');
    const isUsable = /^\p{L}[\p{L}\p{M}.]+$/u.test(name) && !/^\p{Script=Latin}{2}$/u.test(name);
    if (isUsable && !names.has(name)) names.set(name, month);
  }
  return names;
}

let months: Map<string, number> | undefined;

/** Which parts of a date have a dot behind them. The day is null if there is none. */
export interface Dots {
  day: boolean | null;
  month: boolean;
  year: boolean;
}

/** Returns the month of a name that Croatian shares with its neighbours. Null if nothing tells the language. */
function sharedMonth(word: string, croatian: number, { day, month, year }: Dots): number | null {
  const isCroatian = day === true && (year || NOT_CZECH.has(word));
  if (isCroatian) return croatian;
  const isUnclear = year ? day === null : day === true && (month || word === 'listopad');
  return isUnclear ? null : (months?.get(word) ?? null);
}

/** Returns the month of a whole name or a known abbreviation in {@link foldedDate} form, or null for any other word. */
export function monthOf(word: string, dots: Dots): number | null {
  months ??= monthNames();
  const croatian = CROATIAN.get(word);
  if (croatian !== undefined) return sharedMonth(word, croatian, dots);
  if (CZECH.has(word) && dots.day !== true) return null;
  return months.get(word) ?? (dots.day !== null && dots.month ? monthOfBeginning(word) : null);
}

/** Returns the month that an abbreviation such as "juill." and "берез." begins, or null if there is none or several. */
function monthOfBeginning(word: string): number | null {
  const found = new Set<number>();
  if (word.length > 3) for (const [name, month] of months ?? []) if (name.startsWith(word)) found.add(month);
  const [month = null] = found;
  return found.size === 1 ? month : null;
}
