import { createCipheriv } from 'node:crypto';
import { assert, property, string } from 'fast-check';
import { deriveKey, parseSecretsKey, Secrets } from './secrets';

const KEY = Buffer.from('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex');
const OTHER = Buffer.alloc(32, 9);
const text = (key: Buffer) => key.toString('base64');
const PLACE = 'webhooks.webhooks.secret_enc/12';

/** Encrypts as releases before places did: version 1, without additional data. */
function unplaced(key: Buffer, plain: string): Buffer {
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key, 'seal'), Buffer.alloc(12, 5));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([
    Buffer.from([1]),
    deriveKey(key, 'key-id', 4),
    Buffer.alloc(12, 5),
    cipher.getAuthTag(),
    ciphertext,
  ]);
}

/** Each byte that is altered or missing fails another check of the format or of Node. */
const UNREADABLE =
  /encrypted with a key|unable to authenticate|invalid (authentication tag|initialization vector)/i;

describe('parseSecretsKey', () => {
  it.each(['base64', 'base64url', 'hex'] as const)('reads a key in %s', (encoding) => {
    expect(parseSecretsKey(KEY.toString(encoding))).toEqual(KEY);
  });

  it.each(['', 'secret', 'a'.repeat(64).slice(1), text(Buffer.alloc(31)), text(Buffer.alloc(33))])(
    'refuses the key "%s"',
    (given) => {
      expect(() => parseSecretsKey(given)).toThrow('32 bytes');
    },
  );
});

describe('Secrets', () => {
  const secrets = new Secrets(text(KEY));

  it('decrypts every text that it encrypted', () => {
    assert(
      property(string({ unit: 'grapheme' }), (any) => {
        expect(secrets.decrypt(secrets.encrypt(any, PLACE), PLACE)).toBe(any);
      }),
    );
  });

  it('encrypts the same text differently each time and reveals none of it', () => {
    const [first, second] = [secrets.encrypt('hunter2', PLACE), secrets.encrypt('hunter2', PLACE)];
    expect(first.equals(second)).toBe(false);
    expect(first.includes('hunter2')).toBe(false);
  });

  it('decrypts with the previous key after a rotation and encrypts with the new one', () => {
    const old = secrets.encrypt('old', PLACE);
    const rotated = new Secrets(text(OTHER), text(KEY));
    expect(rotated.decrypt(old, PLACE)).toBe('old');
    expect(new Secrets(text(OTHER)).decrypt(rotated.encrypt('new', PLACE), PLACE)).toBe('new');
  });

  it('names both settings in the error if it has neither key', () => {
    expect(() => new Secrets(text(OTHER)).decrypt(secrets.encrypt('x', PLACE), PLACE)).toThrow(
      'the value was encrypted with a key that is neither SECRETS_KEY nor SECRETS_KEY_PREVIOUS',
    );
  });

  it.each(['webhooks.webhooks.secret_enc/13', 'webhooks.webhooks.prev_secret_enc/12', ''])(
    'refuses a value that was copied to the place "%s"',
    (place) => {
      expect(() => secrets.decrypt(secrets.encrypt('text', PLACE), place)).toThrow(UNREADABLE);
    },
  );

  it('still decrypts a value without a place, and would encrypt it again', () => {
    const old = unplaced(KEY, 'before places');
    expect(secrets.decrypt(old, PLACE)).toBe('before places');
    expect(secrets.isCurrent(old)).toBe(false);
  });

  it('refuses a value with a place that claims to have none', () => {
    const claimed = secrets.encrypt('text', PLACE);
    claimed[0] = 1;
    expect(() => secrets.decrypt(claimed, PLACE)).toThrow(UNREADABLE);
  });

  it('knows values of the previous key', () => {
    const rotated = new Secrets(text(OTHER), text(KEY));
    expect(rotated.isCurrent(secrets.encrypt('text', PLACE))).toBe(false);
    expect(rotated.isCurrent(rotated.encrypt('text', PLACE))).toBe(true);
  });

  it('refuses a value in which any byte was altered', () => {
    const encrypted = secrets.encrypt('text', PLACE);
    for (let at = 0; at < encrypted.length; at += 1) {
      const altered = Buffer.from(encrypted);
      altered[at] = (altered[at] as number) ^ 1;
      expect(() => secrets.decrypt(altered, PLACE)).toThrow(UNREADABLE);
    }
  });

  it.each([0, 1, 5, 17, 32])('refuses a value that was cut to %i bytes', (length) => {
    expect(() => secrets.decrypt(secrets.encrypt('text', PLACE).subarray(0, length), PLACE)).toThrow(
      UNREADABLE,
    );
  });
});

describe('deriveKey', () => {
  it('derives with HKDF-SHA256 and the purpose as label', () => {
    expect(deriveKey(KEY, 'seal').toString('hex')).toBe(
      'd8456237596c69691aac0cf53e41e912c5dacba6df3a519b55c24ad076d71f84',
    );
    expect(deriveKey(KEY, 'principal-signing').toString('hex')).toBe(
      '77106985f60745b56c6c55f30d9fd5d94bb3bfce6b961a6df1458739062ddd41',
    );
    expect(deriveKey(KEY, 'key-id', 4).toString('hex')).toBe('9dfedfdf');
  });

  it('derives a different key for each purpose', () => {
    const secrets = new Secrets(text(KEY));
    expect(secrets.derive('links').equals(secrets.derive('sessions'))).toBe(false);
    expect(secrets.derive('links')).toHaveLength(32);
    expect(secrets.derive('links', 16)).toHaveLength(16);
    expect(secrets.derive('links')).toEqual(deriveKey(KEY, 'links'));
  });
});
