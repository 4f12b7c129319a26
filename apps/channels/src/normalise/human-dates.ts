import type { DateOrder } from '@plaudit/runtime/content';
import { pageDate, type ParsedDate } from './calendar';
import { type Clock, takeColonTime, wordedTime } from './clock-times';
import { foldedDate } from './date-text';
import { findNamedDate } from './named-dates';
import { findNumericDate, type FoundDay } from './numeric-dates';
import { textsOfReview } from './other-events';
import { parseRelative } from './relative-dates';

/** Words beside a date whose year has two digits. Another word may mean that the numbers are no date. */
const DATE_WORDS =
  /^(?:on|at|um|le|el|il|am|den|les|posted|reviewed|review|written|edited|published|updated|date|mon|tue|wed|thu|fri|sat|sun|\p{L}{1,2})$/u;

/** Returns true if nothing but a time stands beside a date that could as well be a version or a score. */
function isAlone(rest: string): boolean {
  const words = rest.match(/[\p{L}\p{M}]+/gu) ?? [];
  return (
    words.every((word) => DATE_WORDS.test(word)) &&
    !/\d/.test(rest.replace(/\d{1,2}[.:h]\d\d(?:[.:]\d\d)?/, ''))
  );
}

/** Finds the date of a text in {@link foldedDate} form. Returns null if the text has none, or two different ones. */
function findDay(text: string, now: Date, order: DateOrder | undefined): FoundDay | null {
  const numeric = findNumericDate(text, now, { order, isShort: false });
  const named = findNamedDate(text, now);
  if (numeric && named && numeric.day.join() !== named.day.join()) return null;
  if (numeric ?? named) return numeric ?? named;
  const short = findNumericDate(text, now, { order, isShort: true });
  return short && isAlone(short.rest) ? short : null;
}

function dateOf({ day, isMonth }: FoundDay, clock: Clock | null): ParsedDate | null {
  const midnight = pageDate(day);
  // The day as the page shows it, because nobody knows what UTC day it is.
  if (!clock || clock.offset === null)
    return midnight && { date: midnight, precision: isMonth ? 'month' : 'day' };
  const local = pageDate(day, clock.time);
  if (!local || isMonth) return null;
  return { date: new Date(local.getTime() - (clock.offset ?? 0) * 60_000), precision: 'second' };
}

/**
 * Reads a date in words or numbers, absolute or relative to `now`, with or without a time. Returns null for any other text. The
 * text is in the form of `plainDate`.
 */
export function parseHumanDate(text: string, now: Date, order: DateOrder | undefined): ParsedDate | null {
  for (const part of textsOfReview(text)) {
    const parsed = parsePart(part, now, order);
    if (parsed) return parsed;
  }
  return null;
}

function parsePart(text: string, now: Date, order: DateOrder | undefined): ParsedDate | null {
  const timed = takeColonTime(text);
  if (!timed) return null;
  const folded = foldedDate(timed.rest);
  const found = findDay(folded, now, order);
  if (found) return dateOf(found, timed.clock ?? wordedTime(found.rest));
  return parseRelative(folded, now, timed.clock);
}
