import { randomBytes } from 'node:crypto';
import { generateRecoveryCodes, hashRecoveryCode, normaliseCode } from './recovery-codes';

describe('generateRecoveryCodes', () => {
  it('returns ten different codes of 24 characters in groups of four', () => {
    const codes = generateRecoveryCodes(randomBytes);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
  });
});

describe('normaliseCode', () => {
  it.each([
    ['123 456', '123456'],
    [' abcd-efgh\t2345 ', 'ABCDEFGH2345'],
    ['', ''],
  ])('reads "%s" as "%s"', (typed, code) => {
    expect(normaliseCode(typed)).toBe(code);
  });
});

describe('hashRecoveryCode', () => {
  it('returns the same hash however the code is spelled', () => {
    const [code = ''] = generateRecoveryCodes(randomBytes);
    const spelled = code.toLowerCase().replaceAll('-', ' ');
    expect(hashRecoveryCode(spelled)).toEqual(hashRecoveryCode(code));
    expect(hashRecoveryCode(code)).toHaveLength(32);
  });
});
