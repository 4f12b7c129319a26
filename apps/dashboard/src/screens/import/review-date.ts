/** Which number of a date such as 03/08/2024 is the day. */
export type DateOrder = 'day_first' | 'month_first';

export type DateProblem =
  'unreadable' | 'no_such_month' | 'no_such_day' | 'no_such_time' | 'future' | 'too_old';

export type ReadDate =
  | {
      kind: 'date';
      at: Date;
      hasTime: boolean;
      /** The text in the form that means the same everywhere. */ iso: string;
    }
  | { kind: 'problem'; problem: DateProblem };

// Offsets from UTC are at most 14 hours.
const YEAR_FIRST =
  /^(\d{4})([/-])(\d{1,2})\2(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s*(Z|UTC|GMT|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/i;
const YEAR_LAST = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const EARLIEST = Date.UTC(1900, 0, 1);
const DAY_MS = 86_400_000;

interface Parts {
  year: number;
  month: number;
  day: number;
  /** Hour, minute and second. Null for a date alone. */
  time: readonly [number, number, number] | null;
  offset: string | undefined;
}

/**
 * Reads a date as the API does: 2024-08-03, 2024/08/03, 03.08.2024, 03/08/2024 or 03-08-2024, with an optional time, also in UTC. Unlike the
 * API, the month may come first. A number above 12 is the day in either order.
 */
export function readReviewDate(text: string, order: DateOrder, now: Date): ReadDate {
  const parts = partsOf(text.trim(), order);
  if (!parts) return problem('unreadable');
  const { year, month, day, time, offset } = parts;
  if (month < 1 || month > 12) return problem('no_such_month');
  if (day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return problem('no_such_day');
  const [hour, minute, second] = time ?? [0, 0, 0];
  if (hour > 23 || minute > 59 || second > 59) return problem('no_such_time');
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  const at = new Date(local - offsetMs(offset));
  if (at.getTime() < EARLIEST) return problem('too_old');
  if (at.getTime() > now.getTime() + DAY_MS) return problem('future');
  const iso = at.toISOString();
  // Spreadsheets and the API write midnight behind a day without a time.
  const hasTime = time !== null && (offset !== undefined || time.some((part) => part > 0));
  return { kind: 'date', at, hasTime, iso: hasTime ? iso : iso.slice(0, 10) };
}

/** What the dates of a column show of their order. One shows it if one of its first two numbers is above 12. */
export interface OrderEvidence {
  order: DateOrder;
  /** A date that shows it. Null if no date does. */
  example: string | null;
  /** True if some dates show one order and some the other. */
  isMixed: boolean;
  /** True if a date ends with its year, so that the order says what it means. */
  isNeeded: boolean;
}

/** Finds the order that most dates of a column show. Without evidence the day comes first, as in the API. */
export function dateOrderOf(texts: Iterable<string>): OrderEvidence {
  const examples: Record<DateOrder, string[]> = { day_first: [], month_first: [] };
  let isNeeded = false;
  for (const text of texts) {
    const date = YEAR_LAST.exec(text.trim());
    if (!date) continue;
    isNeeded = true;
    const [, first, , second] = date;
    const isFirstDay = Number(first) > 12;
    if (isFirstDay === Number(second) > 12) continue;
    examples[isFirstDay ? 'day_first' : 'month_first'].push(text.trim());
  }
  const { day_first: days, month_first: months } = examples;
  const order = months.length > days.length ? 'month_first' : 'day_first';
  return {
    order,
    example: examples[order][0] ?? null,
    isMixed: days.length > 0 && months.length > 0,
    isNeeded,
  };
}

function partsOf(text: string, order: DateOrder): Parts | null {
  const early = YEAR_FIRST.exec(text);
  if (early) {
    const [, year, , month, day, hour, minute, second, offset] = early;
    return { ...numbers(year, month, day), time: timeOf(hour, minute, second), offset };
  }
  const late = YEAR_LAST.exec(text);
  if (!late) return null;
  const [, first, , second, year, hour, minute, seconds] = late;
  const isDayFirst =
    order === 'day_first' ? !(Number(second) > 12 && Number(first) <= 12) : Number(first) > 12;
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  return { ...numbers(year, month, day), time: timeOf(hour, minute, seconds), offset: undefined };
}

function numbers(year = '', month = '', day = ''): Pick<Parts, 'year' | 'month' | 'day'> {
  return { year: Number(year), month: Number(month), day: Number(day) };
}

function timeOf(hour: string | undefined, minute = '0', second = '0'): Parts['time'] {
  return hour === undefined ? null : [Number(hour), Number(minute), Number(second)];
}

function offsetMs(offset: string | undefined): number {
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(offset ?? '');
  if (!match) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return (match[1] === '-' ? -1 : 1) * minutes * 60_000;
}

function problem(name: DateProblem): ReadDate {
  return { kind: 'problem', problem: name };
}
