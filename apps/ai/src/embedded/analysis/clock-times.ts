import type { Clock } from '../lexicon/clock';

/** A clock time in a sentence. */
interface ClockTime {
  /** Index of the word behind it. */
  end: number;
  /** Index of its first word. */
  begin: number;
  /** Minutes after noon or midnight: people rarely say which. */
  minutes: number;
}

/** Being seen somewhat later than agreed is on time. */
const MIN_DELAY_MINUTES = 15;
/** A longer time is a day's visit: "we had a table at seven and left at twelve". */
const MAX_DELAY_MINUTES = 240;
const HALF_DAY = 720;

/** Returns true if the words name a time, and later that a customer was seen at a time that is a while after it. */
export function isSeenLate(sentence: readonly string[], clock: Clock): boolean {
  const words = withoutHourMarks(sentence);
  const [agreed, ...later] = clockTimes(words, clock);
  if (agreed === undefined) return false;
  return later.some(({ begin, minutes }) => {
    const between = words.slice(agreed.end, begin);
    const delay = (minutes - agreed.minutes + HALF_DAY) % HALF_DAY;
    const isSeen = between.some((_word, at) => clock.seen.longestAt(between, at) !== null);
    return isSeen && delay >= MIN_DELAY_MINUTES && delay <= MAX_DELAY_MINUTES;
  });
}

function clockTimes(words: readonly string[], clock: Clock): ClockTime[] {
  const times: ClockTime[] = [];
  for (let begin = 0; begin < words.length; begin++) {
    const preposition = clock.at.longestAt(words, begin);
    const time = preposition && timeAt(words, begin + preposition.length, clock);
    if (!time) continue;
    times.push({ ...time, begin });
    begin = time.end - 1;
  }
  return times;
}

/** Reads "half past nine", "nueve y media" and "9 30". */
function timeAt(words: readonly string[], at: number, clock: Clock): Omit<ClockTime, 'begin'> | null {
  const before = clock.minutes.longestAt(words, at);
  const hourAt = at + (before?.length ?? 0);
  const hour = hourOf(words[hourAt] ?? '', clock);
  if (hour === null) return null;
  const behind = minutesAt(words, hourAt + 1, clock);
  const minutes = before?.value ?? behind.minutes;
  return { end: hourAt + 1 + behind.length, minutes: (hour * 60 + minutes + HALF_DAY) % HALF_DAY };
}

function hourOf(word: string, clock: Clock): number | null {
  if (/^\d{1,2}$/.test(word)) return Number(word) <= 24 ? Number(word) : null;
  return clock.hours.get(word) ?? null;
}

function minutesAt(words: readonly string[], at: number, clock: Clock): { minutes: number; length: number } {
  const word = words[at] ?? '';
  if (/^[0-5]\d$/.test(word)) return { minutes: Number(word), length: 1 };
  const named = clock.minutes.longestAt(words, at);
  return { minutes: named?.value ?? 0, length: named?.length ?? 0 };
}

/** `9h30` is one word. */
function withoutHourMarks(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const [, hour, minutes] = /^(\d{1,2})h(\d{2})?$/.exec(word) ?? [];
    return hour === undefined ? word : minutes === undefined ? hour : [hour, minutes];
  });
}
