import type { Capabilities } from '../../platforms/platform';
import { appStore } from '../../platforms/apps/app-store';
import { isPlausibleLoss, maySkipUnchanged, nextCrawlMode, readsAll, sweptAfter } from './sweep-rule';

const NOW = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000);

const caps = (changes: Partial<Capabilities>): Capabilities => ({
  ...appStore.meta.caps,
  order: 'newest',
  fullHistory: true,
  ...changes,
});

describe('nextCrawlMode', () => {
  it.each([
    ['a platform whose complete crawl is a day old', caps({}), daysAgo(1), false, 'incremental'],
    ['a platform whose complete crawl is six days old', caps({}), daysAgo(6), false, 'sweep'],
    ['a platform that was never read completely', caps({}), null, false, 'sweep'],
    ['a platform ordered by edits', caps({ order: 'updated' }), daysAgo(7), false, 'sweep'],
    ['a missed review', caps({}), daysAgo(0), true, 'sweep'],
    [
      'a platform that is always read completely',
      caps({ order: 'oldest' }),
      daysAgo(30),
      true,
      'incremental',
    ],
    ['a platform without its full history', caps({ fullHistory: false }), daysAgo(6), false, 'sweep'],
  ] as const)('with %s returns the mode %s', (_what, given, sweptOn, hasDoubts, mode) => {
    expect(nextCrawlMode(given, { sweptOn, hasDoubts }, NOW)).toBe(mode);
  });
});

describe('sweptAfter', () => {
  const last = daysAgo(3);

  it.each([
    ['a complete crawl', 'incremental', true, NOW],
    ['an incremental crawl that ended early', 'incremental', false, last],
    ['a weekly crawl that ended at the maximum of pages', 'sweep', false, NOW],
    ['a first crawl that ended at the maximum of pages', 'backfill', false, NOW],
  ] as const)('returns the time of the last complete crawl after %s', (_what, mode, isComplete, expected) => {
    expect(sweptAfter({ mode, swept_on: last }, isComplete, NOW)).toBe(expected);
  });
});

describe('maySkipUnchanged', () => {
  it('returns true for a week after a complete crawl', () => {
    expect(maySkipUnchanged(daysAgo(6.9), NOW)).toBe(true);
    expect(maySkipUnchanged(daysAgo(7), NOW)).toBe(false);
    expect(maySkipUnchanged(null, NOW)).toBe(false);
  });
});

describe('readsAll', () => {
  it.each([
    ['a platform with its full history', true, { known: 9, missed: 4, official: 500 }, true],
    ['a platform without it', false, { known: 9, missed: 0, official: 9 }, false],
    ['a page with as many reviews as it counts', 'counted', { known: 10, missed: 1, official: 9 }, true],
    [
      'a page that shows the newest of its reviews',
      'counted',
      { known: 11, missed: 1, official: 500 },
      false,
    ],
    ['a page that does not count its reviews', 'counted', { known: 11, missed: 1, official: null }, false],
  ] as const)('judges %s', (_what, fullHistory, found, expected) => {
    expect(readsAll(fullHistory, found)).toBe(expected);
  });
});

describe('isPlausibleLoss', () => {
  it.each([
    ['three of four reviews', { known: 4, missed: 3, official: 4 }, true],
    ['a tenth of the reviews', { known: 100, missed: 10, official: 100 }, true],
    ['more than a tenth that the platform still counts', { known: 100, missed: 11, official: 100 }, false],
    ['more than a tenth that the platform no longer counts', { known: 100, missed: 40, official: 99 }, true],
    ['more than a tenth of a platform without a count', { known: 100, missed: 40, official: null }, true],
  ])('judges the loss of %s', (_what, found, plausible) => {
    expect(isPlausibleLoss(found)).toBe(plausible);
  });
});
