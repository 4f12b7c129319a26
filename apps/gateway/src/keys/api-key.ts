import { hash, timingSafeEqual } from 'node:crypto';
import { base62 } from '@plaudit/runtime';

const SECRET_LENGTH = 40;
const PREFIX_LENGTH = 'rk_'.length + 8;

/** `rk_` and 40 base62 characters (238 bits). Anything else is refused without a look-up. */
export const API_KEY_FORMAT = /^rk_[0-9A-Za-z]{40}$/;

export function generateApiKey(randomBytes: (count: number) => Buffer): string {
  return `rk_${base62(SECRET_LENGTH, randomBytes)}`;
}

/** What is stored of a key. A fast hash is enough: nobody guesses 238 random bits. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** The same hash as text: for memories, which never hold keys. */
export function fingerprintOfApiKey(key: string): string {
  return hash('sha256', key, 'base64');
}

/** The part that is stored readable: finds the row, and lets a person recognise the key in a list. */
export function prefixOfApiKey(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/** Takes as long for a near miss as for any other hash. */
export function isSameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
