import { Secret, TOTP } from 'otpauth';

/** The values of RFC 6238 that every authenticator app supports. */
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 };
const SECRET_BYTES = 20;
/** Steps before and after the current one that are accepted, for clocks that differ by up to 30 seconds. */
const MAX_STEPS_APART = 1;
const ISSUER = 'Plaudit';

/** Generates a secret of 160 bits, as RFC 4226 recommends, in base32. */
export function generateSecret(randomBytes: (count: number) => Buffer): string {
  // otpauth encodes the whole ArrayBuffer, and small Buffers share one.
  return new Secret({ buffer: Uint8Array.from(randomBytes(SECRET_BYTES)).buffer }).base32;
}

/** Returns the step of a code, which is the number of whole 30 seconds since 1970, or null if the code is wrong. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  // otpauth throws a RangeError for six characters that have more than six bytes.
  if (!/^[0-9]{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const apart = totpOf(secret).validate({ token: code, timestamp, window: MAX_STEPS_APART });
  return apart === null ? null : totpOf(secret).counter({ timestamp }) + apart;
}

/** Returns the code that an authenticator app shows at that time. */
export function codeAt(secret: string, now: Date): string {
  return totpOf(secret).generate({ timestamp: now.getTime() });
}

/** Returns the `otpauth:` URI of a secret, which authenticator apps read from a QR code. */
export function uriOfSecret(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ ...SETTINGS, issuer: ISSUER, label, secret: Secret.fromBase32(secret) });
}
