import { isTooHigh } from './bounce-fuse';

describe('isTooHigh', () => {
  it.each([
    [{ mails: 20, gone: 5 }, true],
    [{ mails: 20, gone: 4 }, false],
    [{ mails: 19, gone: 19 }, false],
    [{ mails: 41, gone: 12 }, true],
    [{ mails: 10_000, gone: 2_000 }, false],
    [{ mails: 10_000, gone: 2_001 }, true],
    [{ mails: 0, gone: 20 }, false],
    [{ mails: 0, gone: 0 }, false],
  ])('of %j returns %s', (rate, expected) => {
    expect(isTooHigh(rate)).toBe(expected);
  });
});
