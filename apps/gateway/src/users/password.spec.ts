import { hashPassword, isPasswordOf, isWeakPassword } from './password';

describe('hashPassword', () => {
  it('returns a salted argon2id hash that only the same password matches', async () => {
    const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await isPasswordOf(one, 'correct horse')).toBe(true);
    expect(await isPasswordOf(one, 'correct house')).toBe(false);
  });

  it('treats a composed and a decomposed letter as the same', async () => {
    expect(await isPasswordOf(await hashPassword('caf\u00e9 au lait'), 'cafe\u0301 au lait')).toBe(true);
  });
});

describe('a flood of passwords', () => {
  it('is refused beyond two that are hashed and a hundred that wait, in every place that hashes or verifies', async () => {
    const stored = await hashPassword('correct horse');
    const attempts = Array.from({ length: 150 }, (_, n) =>
      n % 2 === 0 ? isPasswordOf(stored, 'wrong') : hashPassword('correct horse'),
    );
    const results = await Promise.allSettled(attempts);
    const refused = results.filter(({ status }) => status === 'rejected');
    // On a busy machine some of the hundred wait too long and are refused as well.
    expect(refused.length).toBeGreaterThanOrEqual(48);
    expect(refused.length).toBeLessThan(150);
    expect(refused[0]).toMatchObject({ reason: { code: 'rate_limited' } });
    expect(await isPasswordOf(stored, 'correct horse')).toBe(true);
  });
});

describe('isWeakPassword', () => {
  it.each([
    [true, ''],
    [true, 'nine char'],
    [false, 'ten chars!'],
    [true, '🔑🔑🔑🔑🔑🔑🔑🔑🔑'],
    [false, '🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑'],
    // Ten code units, but five letters.
    [true, 'e\u0301e\u0301e\u0301e\u0301e\u0301'],
  ])('returns %s for %j', (weak, password) => expect(isWeakPassword(password)).toBe(weak));
});
