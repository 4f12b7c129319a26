import { newestProgress, paceOf } from './crawl-pace';

const START = new Date('2026-05-01T10:00:00Z');
const after = (seconds: number): Date => new Date(START.getTime() + seconds * 1_000);

describe('paceOf', () => {
  it('computes the rate and the minutes that are left', () => {
    const pace = paceOf({ found: 600, total: 1_000, startedOn: START }, after(240));
    expect(pace).toEqual({ perMinute: 150, minutesLeft: 3 });
  });

  it('knows no time that is left without a total', () => {
    expect(paceOf({ found: 60, total: null, startedOn: START }, after(60))?.minutesLeft).toBeNull();
  });

  it('says one minute for less, and also if more was found than announced', () => {
    expect(paceOf({ found: 99, total: 100, startedOn: START }, after(60))?.minutesLeft).toBe(1);
    expect(paceOf({ found: 120, total: 100, startedOn: START }, after(60))?.minutesLeft).toBe(1);
  });

  it('says nothing in the first seconds, before a review and before the start', () => {
    expect(paceOf({ found: 20, total: 100, startedOn: START }, after(5))).toBeNull();
    expect(paceOf({ found: 0, total: 100, startedOn: START }, after(60))).toBeNull();
    expect(paceOf({ found: 20, total: 100, startedOn: null }, after(60))).toBeNull();
  });
});

describe('newestProgress', () => {
  const stored = { pages: 3, found: 60 };

  it('takes the larger numbers of channel and event', () => {
    const live = { stage: 'reading', page: 4, found: 80, total: 200 };
    expect(newestProgress(stored, 100, live)).toEqual({ page: 4, found: 80, total: 200 });
    expect(newestProgress({ pages: 5, found: 100 }, 100, { ...live, total: null })).toEqual({
      page: 5,
      found: 100,
      total: 100,
    });
  });

  it('ignores the event of a crawl that has ended', () => {
    const live = { stage: 'done', page: 40, found: 800, total: 800 };
    expect(newestProgress(stored, 100, live)).toEqual({ page: 3, found: 60, total: 100 });
  });
});
