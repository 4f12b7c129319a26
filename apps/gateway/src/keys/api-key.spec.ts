import { createHash, randomBytes } from 'node:crypto';
import { base62 } from '@plaudit/runtime';
import { API_KEY_FORMAT, generateApiKey, hashApiKey, isSameHash, prefixOfApiKey } from './api-key';

describe('API keys', () => {
  it('are rk_ and 40 base62 characters, and never the same twice', () => {
    const keys = Array.from({ length: 200 }, () => generateApiKey(randomBytes));
    expect(keys.every((key) => API_KEY_FORMAT.test(key))).toBe(true);
    expect(new Set(keys).size).toBe(200);
  });

  it('use every character equally often', () => {
    // Every byte value once: what is left after the unusable ones are thrown away covers the alphabet evenly.
    const everyByte = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
    const counts = new Map<string, number>();
    for (const character of base62(248, () => everyByte))
      counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    expect(new Set(counts.values())).toEqual(new Set([4]));
  });

  it('draw again when too many random bytes are unusable', () => {
    const draws = [Buffer.alloc(80, 255), Buffer.alloc(80, 61)];
    expect(base62(40, () => draws.shift() ?? Buffer.alloc(80))).toBe('z'.repeat(40));
  });

  it('are found by their first eleven characters and stored as SHA-256', () => {
    const key = `rk_${'aB3'.repeat(13)}x`;
    expect(prefixOfApiKey(key)).toBe('rk_aB3aB3aB');
    expect(hashApiKey(key)).toEqual(createHash('sha256').update(key).digest());
  });

  it('compare by their whole hash', () => {
    const hash = hashApiKey('one');
    expect(isSameHash(hash, hashApiKey('one'))).toBe(true);
    expect(isSameHash(hash, hashApiKey('other'))).toBe(false);
    expect(isSameHash(hash, hash.subarray(1))).toBe(false);
  });
});
