import { ApiError } from '@plaudit/contracts';
import { authorKeyOf, readRecipient, recipientKeyOf } from './recipient';

const read = (recipient: string, more: { type?: 'email' | 'sms'; country?: string | null } = {}) =>
  readRecipient({ recipient, ...more });
const refusal = (recipient: string, more: { type?: 'email' | 'sms'; country?: string | null } = {}) => {
  try {
    return read(recipient, more).recipient;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { code: error.code, field: error.details.field, msg: error.message };
  }
};

describe('readRecipient', () => {
  describe('given an email address', () => {
    it.each([
      ['bob@example.com', 'bob@example.com'],
      ['Bob.Stone+tag@Shop.EXAMPLE.com', 'Bob.Stone+tag@shop.example.com'],
      ["o'neil!#$%&*/=?^_`{|}~-@example.com", "o'neil!#$%&*/=?^_`{|}~-@example.com"],
      ['info@Bücher.example', 'info@xn--bcher-kva.example'],
      ['info@例え。jp', 'info@xn--r8jz45g.jp'],
      ['info@faß.de', 'info@xn--fa-hia.de'],
      [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
      ['1@2.co', '1@2.co'],
      [' bob@example.com\u00a0', 'bob@example.com'],
      ['\ufeffbob@example.com\u200b', 'bob@example.com'],
      ['\u202abob@example.com\u202c', 'bob@example.com'],
      ['\u200e\u200fbob@example.com\u2069\r\n', 'bob@example.com'],
      ['mailto:bob@example.com', 'bob@example.com'],
    ])('accepts %s', (given, expected) => {
      expect(read(given)).toEqual({ type: 'email', recipient: expected });
      expect(read(given, { type: 'email' }).recipient).toBe(expected);
    });

    it.each([
      '',
      '@',
      '@example.com',
      'bob@',
      'a@x.com, b@y.com',
      'a@x.com;b@y.com',
      'a@x.com b@y.com',
      'Bob <a@example.com>',
      '<a@example.com>',
      'a@b@example.com',
      'bob@example.com\r\nBcc: eve@example.com',
      'bob\r\n@example.com',
      'bob@example.com\u0000',
      'bob\u2028@example.com',
      '"bob"@example.com',
      '"bob stone"@example.com',
      '"eve@evil.example x"@example.com',
      'bob(comment)@example.com',
      'bob\\@example.com',
      '.bob@example.com',
      'bob.@example.com',
      'b..b@example.com',
      'bøb@example.com',
      'bob＠example.com@example.com',
      'bob＠example.com',
      'bo\u200bb@example.com',
      'mailto:bob@example.com?subject=hi',
      'mailto:mailto:bob@example.com',
      'bob@localhost',
      'bob@127.0.0.1',
      'bob@127.1',
      'bob@[127.0.0.1]',
      'bob@１２７.０.0.1',
      'bob@exa%6Dple.com',
      'bob@exam_ple.com',
      'bob@-example.com',
      'bob@example-.com',
      'bob@example.com.',
      'bob@example..com',
      'bob@example.com/',
      'bob@example.com:25',
      'bob@xn--a.com',
      'bob@\u00ad.com',
      `${'a'.repeat(65)}@example.com`,
      `bob@${'a'.repeat(64)}.com`,
      `bob@${'a.'.repeat(130)}com`,
      `bob@${'ü'.repeat(60)}.${'ü'.repeat(60)}.${'ü'.repeat(60)}.${'ü'.repeat(60)}.example`,
    ])('refuses %j', (given) => {
      expect(refusal(given)).toMatchObject({ code: 'invalid_recipient', field: 'recipient' });
    });

    it('says what is wrong with the address', () => {
      expect(refusal('a@x.com, b@y.com')).toMatchObject({
        msg: 'recipient must be one email address without a name, such as bob@example.com.',
      });
      expect(refusal('"bob"@example.com')).toMatchObject({
        msg: 'recipient must not have quotes before the @.',
      });
      expect(refusal('bob＠example.com')).toMatchObject({
        msg: 'recipient must have an @ of ASCII instead of the wide one, as in bob@example.com.',
      });
      expect(refusal('a@b.example', { type: 'sms' })).toMatchObject({
        msg: 'recipient must be a phone number, because type is sms.',
      });
    });

    it('reads a megabyte of hostile text at once', () => {
      const before = Date.now();
      for (const text of ['a.', 'a@', '@', '-.', 'ü', '+1', '('])
        expect(refusal(text.repeat(500_000))).toMatchObject({ code: 'invalid_recipient' });
      expect(Date.now() - before).toBeLessThan(1_000);
    });
  });

  describe('given a phone number', () => {
    it.each([
      '+33612345678',
      '+33 6 12 34 56 78',
      '+33 (0)6 12 34 56 78',
      '+33-6.12/34 56-78',
      '\u202a+33\u2011612345678\u202c',
      '＋３３６１２３４５６７８',
      '+٣٣٦١٢٣٤٥٦٧٨',
      'tel:+33612345678',
      'whatsapp:+33612345678',
      'whatsapp: +33 6 12 34 56 78',
      '0033612345678',
      '00 33 6 12 34 56 78',
      '0612345678 of FR',
      '06 12 34 56 78 of fr',
      '612345678 of FR',
      '0033612345678 of FR',
      '+33612345678 of US',
    ])('accepts %j', (given) => {
      const [number, country] = given.split(' of ') as [string, string?];
      expect(read(number, { country })).toEqual({ type: 'sms', recipient: '+33612345678' });
    });

    it.each([
      ['+12025550123', '+12025550123'],
      ['+1 (809) 555-0123', '+18095550123'],
      ['+55 11 91234-5678', '+5511912345678'],
      ['+39 333 123 4567', '+393331234567'],
      ['+54 9 11 2345 6789', '+5491123456789'],
    ])('accepts %s', (given, expected) => expect(read(given, { type: 'sms' }).recipient).toBe(expected));

    // Each person has one number, whichever spelling a shop, a network or WhatsApp has of it.
    it.each([
      ['+525512345678', ['+5215512345678', '+52 1 55 1234 5678', '+52 044 55 1234 5678', '00525512345678']],
      ['+525512345678', ['55 1234 5678 of MX', '044 55 1234 5678 of MX', '1 55 1234 5678 of MX']],
      ['+5511981234567', ['+551181234567', '+55 (11) 8123-4567', '11 8123-4567 of BR', '+55 011 98123 4567']],
      ['+5531973123456', ['+553173123456', '+55 31 97312-3456', '(31) 7312-3456 of BR']],
      ['+5551991234567', ['+555191234567', '+55 51 99123-4567']],
      [
        '+5491123456789',
        ['+541123456789', '+54 9 11 2345 6789', '+54 11 15 2345 6789', '+54 9 11 15 2345 6789'],
      ],
      ['+5491123456789', ['+54 9 011 15 2345 6789', '011 15 2345 6789 of AR', '11 2345 6789 of AR']],
      ['+5493515123456', ['+543515123456', '+54 351 15 512 3456', '+54 9 351 15 512 3456']],
      ['+5492966412345', ['+542966412345', '+54 2966 15 412345']],
      ['+2290161234567', ['+22961234567', '+229 61 23 45 67', '61234567 of BJ']],
    ])('stores %s for each of its spellings', (expected, spellings) => {
      for (const given of [expected, ...spellings]) {
        const [number, country] = given.split(' of ') as [string, string?];
        expect([given, read(number, { country }).recipient]).toEqual([given, expected]);
      }
    });

    it.each([
      '+551131234567',
      '+5215512345',
      '+52155123456789',
      '+55119812345',
      '+54911234567890',
      '+2292112345678',
    ])('makes no mobile number of %s', (given) =>
      expect(refusal(given)).toMatchObject({ code: 'invalid_recipient' }),
    );

    it.each([
      '+33 1 42 68 53 00',
      '+1 800 555 0199',
      '+1 900 555 0123',
      '+44 70 1234 5678',
      '+800 1234 5678',
      '+883 5100 0000 0000',
      '0612345678',
      '612345678',
      '33612345678',
      '0033142685300',
      '+33612345678 ext 5',
      '+33612345678;ext=5',
      'tel:0612345678;phone-context=+33',
      '+33612345678,+33612345679',
      '+33612345678\r\n+33612345679',
      '+3361234567',
      '+336123456789',
      'call +33612345678',
      '1-800-FLOWERS of US',
      '+',
      '++33612345678',
      '+99912345678',
      'not a number',
      `${'0'.repeat(300)} of FR`,
    ])('refuses %j', (given) => {
      const [number, country] = given.split(' of ') as [string, string?];
      expect(refusal(number, { country })).toMatchObject({ code: 'invalid_recipient', field: 'recipient' });
    });

    it('asks for a country that exists', () => {
      expect(refusal('0612345678', { country: 'XX' })).toMatchObject({ field: 'country' });
      expect(refusal('0612345678', { country: null })).toMatchObject({
        msg: 'recipient must begin with + and the country code, such as +33612345678; otherwise send country too.',
      });
    });

    it('does not take text without a digit for a number', () => {
      expect(refusal('not an address', { country: null })).toMatchObject({
        msg: 'recipient must be one phone number such as +33612345678, or an email address.',
      });
    });

    it('does not ask for a country where none can be sent', () => {
      expect(refusal('0612345678')).toMatchObject({
        msg: 'recipient must begin with + and the country code, such as +33612345678.',
      });
    });

    it('refuses it if type is email', () => {
      expect(refusal('+33612345678', { type: 'email' })).toMatchObject({
        msg: 'recipient must be an email address, because type is email.',
      });
    });
  });
});

describe('recipientKeyOf', () => {
  it('is the same for every case of an address, and different for other addresses', () => {
    const key = recipientKeyOf('email', 'Bob@example.com');
    expect(key).toEqual(recipientKeyOf('email', 'bob@example.com'));
    expect(key).toHaveLength(32);
    expect(key).not.toEqual(recipientKeyOf('email', 'b.ob@example.com'));
    expect(recipientKeyOf('sms', '+33612345678')).not.toEqual(recipientKeyOf('sms', '+33612345679'));
  });

  it.each([
    ['+5215512345678', '+525512345678'],
    ['+551181234567', '+5511981234567'],
    ['+541123456789', '+5491123456789'],
    ['+22961234567', '+2290161234567'],
  ])('is the same for %s and %s', (old, current) => {
    expect(recipientKeyOf('sms', old)).toEqual(recipientKeyOf('sms', current));
  });

  it('tells landlines of Brazil and numbers of other countries apart', () => {
    const numbers = [
      '+551131234567',
      '+5511931234567',
      '+15215512345',
      '+5215512345',
      '+5612345678',
      '+525512345678',
    ];
    expect(new Set(numbers.map((number) => recipientKeyOf('sms', number).toString('hex'))).size).toBe(
      numbers.length,
    );
  });
});

describe('authorKeyOf', () => {
  it.each([
    ['Noa Bergman', 'noa bergman'],
    [' NOA\u00a0 Bérgman ', 'noa bergman'],
    ['Jean-Luc d’Été', 'jean luc d ete'],
    ['李 明', '李 明'],
    ['Noa B.', 'noa b'],
  ])('folds %j', (name, expected) => expect(authorKeyOf(name)).toBe(expected));

  it.each([null, '', 'Noa', ' . '])('returns null for %j', (name) => expect(authorKeyOf(name)).toBeNull());
});
