import { randomBytes } from 'node:crypto';

/** The only source of the current time in services. Tests provide a clock that they can set. */
export class Clock {
  now(): Date {
    return new Date();
  }
}

/** The only source of randomness in services. */
export class Randomness {
  bytes(count: number): Buffer {
    return randomBytes(count);
  }

  /** Returns a number in [0, 1). */
  fraction(): number {
    return this.bytes(6).readUIntBE(0, 6) / 2 ** 48;
  }
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/**
 * The largest multiple of 62 below 256. Bytes from this value on are skipped; they would make some characters
 * likelier.
 */
const BIASED_FROM = 248;

/** Returns a random text of letters and digits, for keys that people copy. A character holds 5.95 bits. */
export function base62(length: number, bytes: (count: number) => Buffer = randomBytes): string {
  let text = '';
  while (text.length < length) {
    for (const byte of bytes(length * 2)) if (byte < BIASED_FROM) text += BASE62[byte % BASE62.length];
  }
  return text.slice(0, length);
}
