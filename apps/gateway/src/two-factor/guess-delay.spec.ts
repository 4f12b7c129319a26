import { guessDelayMs } from './guess-delay';

describe('guessDelayMs', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 30_000],
    [6, 60_000],
    [11, 1_920_000],
    [12, 3_600_000],
    [5_000, 3_600_000],
  ])('delays the next code after %i failures by %i ms', (failures, delay) => {
    expect(guessDelayMs(failures)).toBe(delay);
  });
});
