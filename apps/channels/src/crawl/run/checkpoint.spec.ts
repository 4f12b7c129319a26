import {
  advance,
  type Checkpoint,
  type PageTally,
  type ProgressRules,
  resume,
  shouldStop,
  skip,
} from './checkpoint';

const rules: ProgressRules = {
  mode: 'incremental',
  partitions: ['gb', 'de'],
  maxPages: 10,
  newestFirst: true,
  lookBack: new Date('2026-09-01T00:00:00Z'),
};
const recent = new Date('2026-09-10T00:00:00Z');
const old = new Date('2026-08-01T00:00:00Z');
const known: PageTally = { known: 50, fresh: 0, changed: 0, repeated: false, oldest: recent };
const fresh: PageTally = { ...known, known: 49, fresh: 1 };
const at: Checkpoint = { partition: 'gb', cursor: 3, previous: 2, pages: 2, knownPages: 0 };
const page = {
  at,
  next: 4,
  tally: fresh,
  resumed: false,
  unread: false,
  notices: [],
  visited: new Set([null, 2, 3]),
};

describe('shouldStop', () => {
  it.each([
    ['continues after a page with a new review', fresh, 5, rules, false],
    ['continues after a page with a changed review', { ...known, changed: 1 }, 5, rules, false],
    ['continues after one known page within the look-back', known, 0, rules, false],
    ['stops after a second consecutive known page', known, 1, rules, true],
    ['stops after one known page beyond the look-back', { ...known, oldest: old }, 0, rules, true],
    ['continues after an empty page', { ...known, known: 0, oldest: null }, 1, rules, false],
    [
      'never stops a first crawl',
      { ...known, oldest: old },
      5,
      { ...rules, mode: 'backfill' as const },
      false,
    ],
    [
      'never stops a source that is not sorted by date',
      { ...known, oldest: old },
      5,
      { ...rules, newestFirst: false },
      false,
    ],
  ])('%s', (_name, tally, knownPages, given, stops) => {
    expect(shouldStop(tally, knownPages, given)).toBe(stops);
  });
});

describe('advance', () => {
  it('continues with the next page', () => {
    expect(advance(page, rules)).toEqual({
      partition: 'gb',
      cursor: 4,
      previous: 3,
      pages: 3,
      knownPages: 0,
    });
  });

  it('counts consecutive known pages and resets the count on a page with something new', () => {
    expect(advance({ ...page, tally: known }, rules).knownPages).toBe(1);
    expect(advance({ ...page, at: { ...at, knownPages: 1 } }, rules).knownPages).toBe(0);
  });

  const next: Checkpoint = { partition: 'de', cursor: null, previous: null, pages: 0, knownPages: 0 };
  it.each([
    ['has ended', { ...page, next: null }],
    ['repeats a cursor', { ...page, next: 2 }],
  ])('continues with the next partition if the current one %s', (_name, given) => {
    expect(advance(given, rules)).toEqual(next);
  });

  it.each([
    ['has reached the maximum number of pages', { ...page, at: { ...at, pages: 9 } }],
    ['repeats a page', { ...page, tally: { ...known, repeated: true } }],
    ['repeats a page and its cursor', { ...page, next: 2, tally: { ...known, repeated: true } }],
    ['shows only known reviews', { ...page, at: { ...at, knownPages: 1 }, tally: known }],
    ['has ended after an earlier one was cut', { ...page, next: null, at: { ...at, cut: true as const } }],
  ])('continues with the next partition and notes the cut if the current one %s', (_name, given) => {
    expect(advance(given, rules)).toEqual({ ...next, cut: true });
  });

  it('keeps on the next page that an earlier partition was cut', () => {
    expect(advance({ ...page, at: { ...at, cut: true } }, rules)).toMatchObject({ cursor: 4, cut: true });
  });

  it('remembers to the end that a row could not be read, and that a partition has not changed', () => {
    const unread = advance({ ...page, unread: true }, rules);
    expect(unread).toMatchObject({ cursor: 4, unread: true });
    const skipped = skip(unread, rules.partitions);
    expect(skipped).toEqual({ ...next, cut: true, unchanged: true, unread: true });
    const last = advance({ ...page, at: { ...skipped, pages: 1 }, next: null }, rules);
    expect(last).toMatchObject({ partition: null, cut: true, unchanged: true, unread: true });
  });

  it('adds up what could not be understood of its pages, and counts a page that is read again once', () => {
    const one = { code: 'unreadable_dates' as const, count: 1, total: null, example: 'soon' };
    const first = advance({ ...page, notices: [one] }, rules);
    const second = advance({ ...page, at: first, next: 5, notices: [{ ...one, example: 'later' }] }, rules);
    expect(second.notices).toEqual([{ ...one, count: 2 }]);
    const again = resume(second, rules.partitions, 'number');
    expect(advance({ ...page, at: again, next: 5, resumed: true, notices: [one] }, rules)).toEqual(second);
  });

  it('does not treat the first page after a resume as repeated', () => {
    const again = { ...page, resumed: true, tally: { ...fresh, repeated: true } };
    expect(advance(again, rules)).toMatchObject({ partition: 'gb', cursor: 4 });
  });

  it('continues with the profile after the last partition', () => {
    expect(advance({ ...page, at: { ...at, partition: 'de' }, next: null }, rules).partition).toBeNull();
  });
});

describe('resume', () => {
  it('starts at the first partition without a checkpoint', () => {
    expect(resume(null, ['gb', 'de'], 'number')).toMatchObject({ partition: 'gb', cursor: null });
  });

  it('reads the last stored page again if pages are addressed by number, and counts it once', () => {
    expect(resume(at, ['gb', 'de'], 'number')).toMatchObject({ cursor: 2, pages: 1 });
  });

  it('continues right after the last stored page if pages are addressed by cursor', () => {
    expect(resume(at, ['gb', 'de'], 'cursor')).toBe(at);
  });

  it('starts over if the partition no longer exists', () => {
    expect(resume(at, ['us'], 'cursor')).toMatchObject({ partition: 'us', cursor: null, pages: 0 });
  });

  it('continues with the profile if all pages are stored', () => {
    const done = { ...at, partition: null };
    expect(resume(done, ['gb'], 'number')).toBe(done);
  });
});
