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
