import { DEFAULT_RETRIES, retryDelay } from './retry-policy';

describe('retryDelay', () => {
  it('returns 1 s, 5 s, 30 s, 2, 10 and 30 minutes and then an hour', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => retryDelay(DEFAULT_RETRIES, attempt) / 1_000);
    expect(delays).toEqual([1, 5, 30, 120, 600, 1_800, 3_600, 3_600]);
  });

  it('repeats a delivery that says nothing about its event after 1 s', () => {
    expect(DEFAULT_RETRIES.putBackMs).toBe(1_000);
  });

  it('returns 0 without delays', () => {
    expect(retryDelay({ delaysMs: [] }, 1)).toBe(0);
  });
});
