import { assert, property, string } from 'fast-check';
import { deriveKey, parseSecretsKey, Secrets } from './secrets';

const KEY = Buffer.from('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex');
const OTHER = Buffer.alloc(32, 9);
const text = (key: Buffer) => key.toString('base64');

/** Each byte that is altered or missing fails another check of the format or of Node. */
const UNREADABLE = /sealed|unable to authenticate|invalid (authentication tag|initialization vector)/i;

describe('parseSecretsKey', () => {
  it.each(['base64', 'base64url', 'hex'] as const)('reads %s', (encoding) => {
    expect(parseSecretsKey(KEY.toString(encoding))).toEqual(KEY);
  });

  it.each(['', 'secret', 'a'.repeat(64).slice(1), text(Buffer.alloc(31)), text(Buffer.alloc(33))])(
    'refuses "%s"',
    (given) => {
      expect(() => parseSecretsKey(given)).toThrow('32 bytes');
    },
  );
});

describe('Secrets', () => {
  const secrets = new Secrets(text(KEY));

  it('opens what it sealed, whatever it is', () => {
    assert(
      property(string({ unit: 'grapheme' }), (any) => {
        expect(secrets.decrypt(secrets.encrypt(any))).toBe(any);
      }),
    );
  });

  it('never seals twice alike, and shows nothing of the text', () => {
    const sealed = [secrets.encrypt('hunter2'), secrets.encrypt('hunter2')] as const;
    expect(sealed[0].equals(sealed[1])).toBe(false);
    expect(sealed[0].includes('hunter2')).toBe(false);
  });

  it('opens with the previous key after a rotation, and seals with the new one', () => {
    const sealed = secrets.encrypt('old');
    const rotated = new Secrets(text(OTHER), text(KEY));
    expect(rotated.decrypt(sealed)).toBe('old');
    expect(new Secrets(text(OTHER)).decrypt(rotated.encrypt('new'))).toBe('new');
  });

  it('says so when it has neither key', () => {
    expect(() => new Secrets(text(OTHER)).decrypt(secrets.encrypt('x'))).toThrow(
      'sealed with a key that is neither SECRETS_KEY nor SECRETS_KEY_PREVIOUS',
    );
  });

  it('opens nothing that was altered, in whichever byte', () => {
    const sealed = secrets.encrypt('text');
    for (let at = 0; at < sealed.length; at += 1) {
      const altered = Buffer.from(sealed);
      altered[at] = (altered[at] as number) ^ 1;
      expect(() => secrets.decrypt(altered)).toThrow(UNREADABLE);
    }
  });

  it.each([0, 1, 5, 17, 32])('opens nothing that was cut to %i bytes', (length) => {
    expect(() => secrets.decrypt(secrets.encrypt('text').subarray(0, length))).toThrow(UNREADABLE);
  });
});

describe('deriving', () => {
  it('is HKDF-SHA256 with the purpose as label', () => {
    expect(deriveKey(KEY, 'seal').toString('hex')).toBe(
      'd8456237596c69691aac0cf53e41e912c5dacba6df3a519b55c24ad076d71f84',
    );
    expect(deriveKey(KEY, 'principal-signing').toString('hex')).toBe(
      '77106985f60745b56c6c55f30d9fd5d94bb3bfce6b961a6df1458739062ddd41',
    );
    expect(deriveKey(KEY, 'key-id', 4).toString('hex')).toBe('9dfedfdf');
  });

  it('gives each purpose a key of its own', () => {
    const secrets = new Secrets(text(KEY));
    expect(secrets.derive('links').equals(secrets.derive('sessions'))).toBe(false);
    expect(secrets.derive('links')).toHaveLength(32);
    expect(secrets.derive('links', 16)).toHaveLength(16);
    expect(secrets.derive('links')).toEqual(deriveKey(KEY, 'links'));
  });
});
