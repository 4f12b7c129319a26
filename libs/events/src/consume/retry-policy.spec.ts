import { DEFAULT_RETRIES, retryDelay } from './retry-policy';

describe('retryDelay', () => {
  it('returns 1 s, 5 s, 30 s and then 2 minutes for every further delivery', () => {
    const delays = [1, 2, 3, 4, 5, 8].map((delivered) => retryDelay(DEFAULT_RETRIES, delivered));
    expect(delays).toEqual([1_000, 5_000, 30_000, 120_000, 120_000, 120_000]);
  });
});
