import { hashPassword, isPasswordOf, isWeakPassword } from './password';

describe('hashPassword', () => {
  it('makes a salted argon2id hash that only the password opens', async () => {
    const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await isPasswordOf(one, 'correct horse')).toBe(true);
    expect(await isPasswordOf(one, 'correct house')).toBe(false);
  });

  it('takes the two spellings of a composed letter for one', async () => {
    expect(await isPasswordOf(await hashPassword('caf\u00e9 au lait'), 'cafe\u0301 au lait')).toBe(true);
  });
});

it.each([
  ['', true],
  ['nine char', true],
  ['ten chars!', false],
  ['🔑🔑🔑🔑🔑🔑🔑🔑🔑', true],
  ['🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑', false],
  // Ten code units that a person sees as five letters.
  ['e\u0301e\u0301e\u0301e\u0301e\u0301', true],
])('%j is weak: %s', (password, weak) => expect(isWeakPassword(password)).toBe(weak));
