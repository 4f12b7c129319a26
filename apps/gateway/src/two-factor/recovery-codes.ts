import { createHash } from 'node:crypto';
import { Secret } from 'otpauth';

const RECOVERY_CODES = 10;
/** 120 bits. A secret of at least 112 bits may be stored as a plain SHA-256 hash (OWASP ASVS 5, 6.5.2). */
const CODE_BYTES = 15;

/** Generates ten recovery codes. Each has 24 letters and digits in groups of four: `ABCD-EFGH-…`. */
export function generateRecoveryCodes(randomBytes: (count: number) => Buffer): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const { base32 } = new Secret({ buffer: Uint8Array.from(randomBytes(CODE_BYTES)).buffer });
    return base32.match(/.{4}/g)!.join('-');
  });
}

/** Removes the spaces and hyphens that people type, and converts letters to upper case. */
export function normaliseCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toUpperCase();
}

/** Returns the hash that is stored instead of a recovery code. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(normaliseCode(code)).digest();
}
