import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const RANDOM_BYTES = 32;
/** Two values of 32 bytes in base64url. */
const FORM = /^([\w-]{43})\.([\w-]{43})$/;

/** Returns a random token with its signature. `random` returns random bytes. */
export function signedToken(key: Buffer, random: (count: number) => Buffer): string {
  const value = random(RANDOM_BYTES).toString('base64url');
  return `${value}.${signatureOf(key, value).toString('base64url')}`;
}

/** Returns true if {@link signedToken} made the token with this key. */
export function isSigned(key: Buffer, token: unknown): token is string {
  const [, value, signature] = (typeof token === 'string' && FORM.exec(token)) || [];
  if (value === undefined || signature === undefined) return false;
  return timingSafeEqual(signatureOf(key, value), Buffer.from(signature, 'base64url'));
}

/** Returns what the database stores of a token. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns the code verifier (RFC 7636) of a sign-in. It follows from the state, so it need not be stored. */
export function verifierOf(key: Buffer, state: string): string {
  return createHmac('sha256', key).update(state).digest('base64url');
}

/** Returns the S256 code challenge of a code verifier. */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

function signatureOf(key: Buffer, value: string): Buffer {
  return createHmac('sha256', key).update(value).digest();
}
