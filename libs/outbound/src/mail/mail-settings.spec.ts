import { generateKeyPairSync } from 'node:crypto';
import { dkimKey, mailProblems, readMailbox } from './mail-settings';

const PEM = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey;

const dkim = (domain: string) => ({
  DKIM_DOMAIN: domain,
  DKIM_SELECTOR: 'plaudit',
  DKIM_PRIVATE_KEY: PEM.replaceAll('\n', '\\n'),
});

describe('readMailbox', () => {
  it.each([
    ['reviews@example.com', { name: '', address: 'reviews@example.com' }],
    ['Plaudit <reviews@Bücher.example>', { name: 'Plaudit', address: 'reviews@xn--bcher-kva.example' }],
    [
      '\ufeff"Plaudit Reviews" < reviews@localhost >\u00a0',
      { name: 'Plaudit Reviews', address: 'reviews@localhost' },
    ],
  ])('reads %j', (text, mailbox) => expect(readMailbox(text)).toEqual(mailbox));

  it.each(['reviews', 'a@example.com, b@example.com', 'büro@example.com', '<>', 'A <a@example.com> b'])(
    'says what is wrong with %j',
    (text) => expect(readMailbox(text)).toEqual({ fault: expect.stringMatching(/^must /) }),
  );
});

describe('mailProblems', () => {
  it('names MAIL_FROM and what is wrong with it', () => {
    expect(mailProblems({ MAIL_FROM: 'Büro <büro@example.com>' })).toEqual([
      'MAIL_FROM must have only ASCII characters before the @; a name may stand before it, as in "Plaudit <reviews@example.com>"',
    ]);
  });

  it.each([
    'https://example.com',
    'example.com, example.org',
    'info@example.com',
    'xn--a.example',
    '192.0.2.1',
  ])('refuses the DKIM_DOMAIN %j', (domain) =>
    expect(mailProblems(dkim(domain))).toEqual(['DKIM_DOMAIN must be a domain such as example.com']),
  );

  it('accepts an international DKIM_DOMAIN', () => {
    expect(mailProblems(dkim('Bücher.example'))).toEqual([]);
  });
});

describe('dkimKey', () => {
  it('has its domain in ASCII and lower case, as the DNS record and the address of the sender have it', () => {
    expect(dkimKey(dkim('\u200bBücher.Example '))).toEqual({
      domainName: 'xn--bcher-kva.example',
      keySelector: 'plaudit',
      privateKey: PEM,
    });
  });

  it('is null without a domain or with a wrong one', () => {
    expect([dkimKey({}), dkimKey(dkim('xn--a.example'))]).toEqual([null, null]);
  });
});
