import { isTooOld, MAX_MAIL_AGE_MS, waitAfter } from './mail-schedule';

describe('waitAfter', () => {
  it('grows from a minute to an hour and stays there', () => {
    const minutes = [1, 2, 3, 4, 5, 70].map((attempts) => waitAfter(attempts) / 60_000);
    expect(minutes).toEqual([1, 5, 15, 60, 60, 60]);
  });
});

describe('isTooOld', () => {
  const now = new Date('2026-09-20T10:00:00Z');
  const ago = (ms: number): Date => new Date(now.getTime() - ms);

  it('is true from 72 hours on', () => {
    expect([ago(MAX_MAIL_AGE_MS - 1), ago(MAX_MAIL_AGE_MS)].map((on) => isTooOld(on, now))).toEqual([
      false,
      true,
    ]);
  });
});
