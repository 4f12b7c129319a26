import fc from 'fast-check';
import { before, type ParsedDate } from './calendar';
import { parseDate } from './dates';

const NOW = new Date('2026-11-28T12:34:56Z');
const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;
/** Thai and Hindi are read as well, with more gaps: a Thai year of two digits is one of the Buddhist era. */
const LANGUAGES =
  'en en-GB de fr es pt it nl sv da nb fi pl cs ru uk tr zh zh-Hant ja ko hu ro el bg sr hr sk sl et lv lt ca ar he id vi'.split(
    ' ',
  );

interface Written {
  language: string;
  text: string;
  /** Null for a date to come. */
  date: Date | null;
}

const language = fc.constantFrom(...LANGUAGES);
const instant = fc
  .integer({ min: Date.UTC(2000, 0, 1) / 1_000, max: Date.UTC(2026, 10, 27) / 1_000 })
  .map((seconds) => new Date(seconds * 1_000));
const style = fc.constantFrom('full' as const, 'long' as const, 'medium' as const, 'short' as const);
const maybe = <const Value>(...values: Value[]) => fc.constantFrom(undefined, ...values);

/** Returns the date without the parts that are not written. */
function cut(date: Date, shown: 'second' | 'minute' | 'day'): Date {
  const length = { second: 19, minute: 16, day: 10 }[shown];
  return new Date(
    `${date.toISOString().slice(0, length)}${'T00:00:00Z'.slice(length === 10 ? 0 : length - 10)}`,
  );
}

const inStyles = fc
  .tuple(language, instant, style, maybe('short', 'medium', 'long'))
  .map(([language, date, dateStyle, timeStyle]): Written => {
    const format = new Intl.DateTimeFormat(language, { dateStyle, timeStyle, timeZone: 'UTC' });
    const shown = timeStyle === undefined ? 'day' : timeStyle === 'short' ? 'minute' : 'second';
    return { language, text: format.format(date), date: cut(date, shown) };
  });

const inParts = fc
  .tuple(
    language,
    instant,
    fc.constantFrom('long' as const, 'short' as const),
    maybe('long', 'short'),
    fc.boolean(),
  )
  .map(([language, date, month, weekday, hour12]): Written => {
    const day = { weekday, day: 'numeric', month, year: 'numeric' } as const;
    const time = {
      hour: 'numeric',
      minute: '2-digit',
      ...(hour12 ? { hour12 } : { hourCycle: 'h23' as const }),
    } as const;
    const format = new Intl.DateTimeFormat(language, { ...day, ...time, timeZone: 'UTC' });
    return { language, text: format.format(date), date: cut(date, 'minute') };
  });

const relative = fc
  .tuple(
    language,
    fc.constantFrom('long' as const, 'short' as const, 'narrow' as const),
    fc.constantFrom('always' as const, 'auto' as const),
    fc.constantFrom(...UNITS),
    fc.tuple(fc.integer({ min: 1, max: 23 }), fc.boolean()),
  )
  .map(([language, style, numeric, unit, [count, isPast]]): Written => {
    const format = new Intl.RelativeTimeFormat(language, { style, numeric });
    const text = format.format(isPast ? -count : count, unit);
    return { language, text, date: isPast ? before(NOW, count, unit) : null };
  });

function isRight({ date }: Written, parsed: ParsedDate | null): boolean | null {
  if (parsed === null) return date === null ? true : null;
  return parsed.date.getTime() === date?.getTime();
}

/** Reads many written dates back. Returns how many were right, unread and wrong, and the wrong ones. */
function readBack(written: fc.Arbitrary<Written>, runs: number) {
  const samples = fc.sample(written, runs);
  const wrong: string[] = [];
  const unread: string[] = [];
  for (const sample of samples) {
    const parsed = parseDate(sample.text, NOW, sample.language === 'en' ? 'mdy' : 'dmy');
    const right = isRight(sample, parsed);
    const line = `${sample.language}: ${sample.text} -> ${parsed?.date.toISOString() ?? 'null'}`;
    if (right === null) unread.push(line);
    if (right === false) wrong.push(line);
  }
  return { wrong, unread, share: 1 - (wrong.length + unread.length) / samples.length };
}

describe('parseDate for what Intl writes in every language', () => {
  it.each([
    ['dates in four styles, with and without a time', inStyles],
    ['dates with and without a weekday, on a clock of 12 or 24 hours', inParts],
    ['relative dates', relative],
  ])('reads 99 %% of %s, and none as another one', (_kind, written) => {
    const { wrong, unread, share } = readBack(written, 1_200);
    expect(wrong).toEqual([]);
    expect({ unread: share >= 0.99 ? [] : unread }).toEqual({ unread: [] });
  });
});
