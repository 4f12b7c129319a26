import { randomBytes } from 'node:crypto';
import { challengeOf, isSigned, signedToken, verifierOf } from './signed-token';

const key = Buffer.alloc(32, 1);
const token = signedToken(key, randomBytes);

describe('isSigned', () => {
  it('accepts a token that was signed with the same key', () => {
    expect(isSigned(key, token)).toBe(true);
  });

  it.each([
    ['of another key', signedToken(Buffer.alloc(32, 2), randomBytes)],
    ['with another value', `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`],
    ['without a signature', token.slice(0, 43)],
    ['with a signature in front of more text', `${token}x`],
    ['that is empty', ''],
    ['that is a list', [token]],
    ['that is missing', undefined],
  ])('refuses a token %s', (_name, wrong) => {
    expect(isSigned(key, wrong)).toBe(false);
  });
});

describe('a code verifier', () => {
  it('has the form of RFC 7636, differs for each state, and cannot be told from the state without the key', () => {
    const verifier = verifierOf(key, token);
    expect(verifier).toMatch(/^[\w-]{43}$/);
    expect(verifierOf(key, `${token}x`)).not.toBe(verifier);
    expect(verifierOf(Buffer.alloc(32, 2), token)).not.toBe(verifier);
  });

  it('has the challenge of the example in RFC 7636', () => {
    expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });
});
