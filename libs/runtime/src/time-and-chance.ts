import { randomBytes } from 'node:crypto';

/** The only source of the current time in services; tests provide one that they can turn. */
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

  /** In [0, 1). */
  fraction(): number {
    return this.bytes(6).readUIntBE(0, 6) / 2 ** 48;
  }
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The largest multiple of 62 below 256: bytes from there on would make the first letters likelier than the others. */
const FAIR = 248;

/** A random text of letters and digits, 5.95 bits a character: keys that people copy. */
export function base62(length: number, bytes: (count: number) => Buffer = randomBytes): string {
  let text = '';
  while (text.length < length) {
    for (const byte of bytes(length * 2)) if (byte < FAIR) text += BASE62[byte % BASE62.length];
  }
  return text.slice(0, length);
}
