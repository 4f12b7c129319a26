import { idempotencyKey } from './idempotency';

describe('idempotencyKey', () => {
  it('returns 32 random digits', () => {
    const keys = Array.from({ length: 100 }, idempotencyKey);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });
});
