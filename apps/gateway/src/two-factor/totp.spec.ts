import { createHmac, randomBytes } from 'node:crypto';
import { assert, integer, property, uint8Array } from 'fast-check';
import { Secret } from 'otpauth';
import { codeAt, generateSecret, stepOfCode, uriOfSecret } from './totp';

/** The secret of the examples in RFC 6238, appendix B. */
const RFC_SECRET = Secret.fromUTF8('12345678901234567890').base32;
const at = (seconds: number): Date => new Date(seconds * 1_000);

/** An implementation of RFC 4226 of its own, to compare with the library. */
function expectedCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac[19]! & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

describe('codeAt', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('returns at second %i the last six digits of the example in RFC 6238', (second, code) => {
    expect(codeAt(RFC_SECRET, at(second))).toBe(code);
  });

  it('follows RFC 4226 for any secret and time', () => {
    assert(
      property(
        uint8Array({ minLength: 20, maxLength: 20 }),
        integer({ min: 0, max: 2 ** 32 }),
        (bytes, second) => {
          const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;
          expect(codeAt(secret, at(second))).toBe(expectedCode(Buffer.from(bytes), Math.floor(second / 30)));
        },
      ),
    );
  });
});

describe('stepOfCode', () => {
  const now = at(1_800_000_000);
  const step = 60_000_000;

  it.each([-1, 0, 1])('accepts the code %i steps apart and returns its step', (apart) => {
    const code = codeAt(RFC_SECRET, at(1_800_000_000 + apart * 30));
    expect(stepOfCode(RFC_SECRET, code, now)).toBe(step + apart);
  });

  it.each([-2, 2, 1_000])('refuses the code %i steps apart', (apart) => {
    const code = codeAt(RFC_SECRET, at(1_800_000_000 + apart * 30));
    expect(stepOfCode(RFC_SECRET, code, now)).toBeNull();
  });

  it.each(['', '28708', '2870822', 'abcdef', '١٢٣٤٥٦'])('refuses the text "%s"', (code) => {
    expect(stepOfCode(RFC_SECRET, code, at(59))).toBeNull();
  });
});

describe('generateSecret', () => {
  it('encodes exactly the 160 random bits', () => {
    const bytes = randomBytes(20);
    const secret = generateSecret(() => bytes);
    expect(Buffer.from(Secret.fromBase32(secret).bytes)).toEqual(bytes);
    expect(secret).toHaveLength(32);
  });
});

describe('uriOfSecret', () => {
  it('names the product, the user and every parameter', () => {
    expect(uriOfSecret(RFC_SECRET, 'noa+1@example.com')).toBe(
      `otpauth://totp/Plaudit:noa%2B1%40example.com?issuer=Plaudit&secret=${RFC_SECRET}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
