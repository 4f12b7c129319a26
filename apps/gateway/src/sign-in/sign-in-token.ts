import { createHash } from 'node:crypto';

const TOKEN_BYTES = 32;

/** Generates the secret of a session or a login link: 256 random bits in base64url. */
export function generateToken(randomBytes: (count: number) => Buffer): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/**
 * Returns the SHA-256 hash of a token. Only the hash is stored, so a copy of the database lets nobody sign in. A token of
 * 256 random bits needs no salt.
 */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
