import {
  advance,
  type Checkpoint,
  type PageTally,
  type ProgressRules,
  resume,
  shouldStop,
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
const page = { at, next: 4, tally: fresh, resumed: false, visited: new Set([null, 2, 3]) };

describe('the stop rule', () => {
  it.each([
    ['a page with something new', fresh, 5, rules, false],
    ['a page with something changed', { ...known, changed: 1 }, 5, rules, false],
    ['a known page that is recent', known, 0, rules, false],
    ['a second known page in a row', known, 1, rules, true],
    ['a known page beyond the look-back', { ...known, oldest: old }, 0, rules, true],
    ['an empty page', { ...known, known: 0, oldest: null }, 1, rules, false],
    ['a first crawl', { ...known, oldest: old }, 5, { ...rules, mode: 'backfill' as const }, false],
    ['a source without order', { ...known, oldest: old }, 5, { ...rules, newestFirst: false }, false],
  ])('%s', (_name, tally, knownPages, given, stops) => {
    expect(shouldStop(tally, knownPages, given)).toBe(stops);
  });
});

describe('after a page', () => {
  it('the crawl goes on to the next one', () => {
    expect(advance(page, rules)).toEqual({
      partition: 'gb',
      cursor: 4,
      previous: 3,
      pages: 3,
      knownPages: 0,
    });
  });

  it('known pages are counted until something new interrupts them', () => {
    expect(advance({ ...page, tally: known }, rules).knownPages).toBe(1);
    expect(advance({ ...page, at: { ...at, knownPages: 1 } }, rules).knownPages).toBe(0);
  });

  const next: Checkpoint = { partition: 'de', cursor: null, previous: null, pages: 0, knownPages: 0 };
  it.each([
    ['ends', { ...page, next: null }],
    ['runs in a circle of cursors', { ...page, next: 2 }],
    ['has as many pages as are read at most', { ...page, at: { ...at, pages: 9 } }],
    ['shows the same page again', { ...page, tally: { ...known, repeated: true } }],
    ['shows what is known', { ...page, at: { ...at, knownPages: 1 }, tally: known }],
  ])('of a partition that %s the next partition follows', (_name, given) => {
    expect(advance(given, rules)).toEqual(next);
  });

  it('that was read again after a resume repetition means nothing', () => {
    const again = { ...page, resumed: true, tally: { ...fresh, repeated: true } };
    expect(advance(again, rules)).toMatchObject({ partition: 'gb', cursor: 4 });
  });

  it('of the last partition only the profile is left', () => {
    expect(advance({ ...page, at: { ...at, partition: 'de' }, next: null }, rules).partition).toBeNull();
  });
});

describe('a resume', () => {
  it('begins at the first partition when there is no checkpoint', () => {
    expect(resume(null, ['gb', 'de'], 'number')).toMatchObject({ partition: 'gb', cursor: null });
  });

  it('reads the last stored page of a page-number source again, and does not count it twice', () => {
    expect(resume(at, ['gb', 'de'], 'number')).toMatchObject({ cursor: 2, pages: 1 });
  });

  it('goes on exactly behind the last page of a cursor source', () => {
    expect(resume(at, ['gb', 'de'], 'cursor')).toBe(at);
  });

  it('begins anew when the partition is gone', () => {
    expect(resume(at, ['us'], 'cursor')).toMatchObject({ partition: 'us', cursor: null, pages: 0 });
  });

  it('goes straight to the profile when all pages are stored', () => {
    const done = { ...at, partition: null };
    expect(resume(done, ['gb'], 'number')).toBe(done);
  });
});
