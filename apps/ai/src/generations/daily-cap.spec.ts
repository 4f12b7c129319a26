import { UNLIMITED } from '@plaudit/contracts';
import { dailyCapOf, mostUsed, secondsUntilNextDay, utcDay } from './daily-cap';

describe('dailyCapOf', () => {
  it.each([
    [undefined, 50, 50],
    [undefined, -1, -1],
    [undefined, 0, 0],
    [7, 50, 7],
    [0, 50, 0],
    [-1, 50, -1],
    [1_000, 50, 1_000],
  ])('with AI_DAILY_CAP=%p and a plan of %i returns %i', (AI_DAILY_CAP, ai_day, cap) => {
    expect(dailyCapOf({ AI_DAILY_CAP }, { limits: { ...UNLIMITED, ai_day } })).toBe(cap);
  });
});

describe('mostUsed', () => {
  it.each([
    [50, 50, 40],
    [10, 10, 8],
    [9, 9, 7],
    [4, 4, 3],
    [2, 2, 1],
    [1, 1, 0],
    [0, 0, 0],
    [-1, null, null],
  ])('of a cap of %i lets people use %p and the service %p', (cap, requested, automatic) => {
    expect([mostUsed(cap, 'requested'), mostUsed(cap, 'automatic')]).toEqual([requested, automatic]);
  });
});

describe('a day', () => {
  it.each([
    ['2026-03-01T00:00:00.000Z', '2026-03-01', 86_400],
    ['2026-03-01T23:59:59.000Z', '2026-03-01', 1],
    ['2026-03-01T23:59:59.999Z', '2026-03-01', 1],
    ['2026-12-31T12:00:00.001Z', '2026-12-31', 43_200],
  ])('at %s is %s and ends in %i s', (time, day, seconds) => {
    expect([utcDay(new Date(time)), secondsUntilNextDay(new Date(time))]).toEqual([day, seconds]);
  });
});
