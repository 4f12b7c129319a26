import { hash, timingSafeEqual } from 'node:crypto';
import { base62 } from '@plaudit/runtime';

const SECRET_LENGTH = 40;
const PREFIX_LENGTH = 'rk_'.length + 8;

/** `rk_` and 40 base62 characters (238 bits). Text of any other form is refused without a look-up. */
export const API_KEY_FORMAT = /^rk_[0-9A-Za-z]{40}$/;

/** The text of an OAuth access token. It has one character more than an API key, so no text is both. */
export const ACCESS_TOKEN_FORMAT = /^[\w-]{44}$/;

export function generateApiKey(randomBytes: (count: number) => Buffer): string {
  return `rk_${base62(SECRET_LENGTH, randomBytes)}`;
}

/** Returns the hash that is stored instead of the key. A fast hash is enough, because a key has 238 random bits. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** Returns the hash of a key as text, for use as a cache key. Caches never hold the key itself. */
export function fingerprintOfApiKey(key: string): string {
  return hash('sha256', key, 'base64');
}

/** Returns the first 11 characters, which are stored as plain text to find the row and to recognise a key in a list. */
export function prefixOfApiKey(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/** Compares two hashes in constant time. */
export function isSameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
