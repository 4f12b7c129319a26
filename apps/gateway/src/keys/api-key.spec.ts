import { createHash, randomBytes } from 'node:crypto';
import { base62 } from '@plaudit/runtime';
import { API_KEY_FORMAT, generateApiKey, hashApiKey, isSameHash, prefixOfApiKey } from './api-key';

describe('generateApiKey', () => {
  it('returns rk_ and 40 base62 characters, different each time', () => {
    const keys = Array.from({ length: 200 }, () => generateApiKey(randomBytes));
    expect(keys.every((key) => API_KEY_FORMAT.test(key))).toBe(true);
    expect(new Set(keys).size).toBe(200);
  });
});

describe('base62', () => {
  it('uses every character equally often', () => {
    // All 256 byte values, once each. The bytes that base62 accepts must be spread evenly over the alphabet.
    const everyByte = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
    const counts = new Map<string, number>();
    for (const character of base62(248, () => everyByte))
      counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    expect(new Set(counts.values())).toEqual(new Set([4]));
  });

  it('draws again when too many random bytes are unusable', () => {
    const draws = [Buffer.alloc(80, 255), Buffer.alloc(80, 61)];
    expect(base62(40, () => draws.shift() ?? Buffer.alloc(80))).toBe('z'.repeat(40));
  });
});

describe('prefixOfApiKey', () => {
  it('returns the first eleven characters', () => {
    expect(prefixOfApiKey(`rk_${'aB3'.repeat(13)}x`)).toBe('rk_aB3aB3aB');
  });
});

describe('hashApiKey', () => {
  it('returns the SHA-256 of the key', () => {
    const key = `rk_${'aB3'.repeat(13)}x`;
    expect(hashApiKey(key)).toEqual(createHash('sha256').update(key).digest());
  });
});

describe('isSameHash', () => {
  it('compares the whole hash', () => {
    const hash = hashApiKey('one');
    expect(isSameHash(hash, hashApiKey('one'))).toBe(true);
    expect(isSameHash(hash, hashApiKey('other'))).toBe(false);
    expect(isSameHash(hash, hash.subarray(1))).toBe(false);
  });
});
