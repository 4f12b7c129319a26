import { mailboxAddressOf, mailboxProblems } from './mailbox-address';

describe('mailboxAddressOf', () => {
  it.each([
    [
      'imaps://ada:secret@mail.example.com',
      { host: 'mail.example.com', port: 993, secure: true, startTls: false, folder: 'INBOX' },
    ],
    [
      'imap://ada:secret@mail.example.com/Bounces%20here',
      { host: 'mail.example.com', port: 143, secure: false, startTls: true, folder: 'Bounces here' },
    ],
    [
      'imap://ada%40example.com:p%2Fw@127.0.0.1:1143/',
      { port: 1143, startTls: false, user: 'ada@example.com' },
    ],
  ])('reads %s', (text, expected) => {
    expect(mailboxAddressOf(text)).toMatchObject(expected);
  });
});

describe('mailboxProblems', () => {
  it('accepts an address, and that there is none', () => {
    expect([mailboxProblems(undefined), mailboxProblems('imaps://a:b@mail.example.com')]).toEqual([[], []]);
  });

  it.each(['imaps://mail.example.com', 'imaps://a@mail.example.com', 'imaps://a:%zz@mail.example.com', 'x'])(
    'refuses %s',
    (text) => {
      expect(mailboxProblems(text)).toEqual([
        expect.stringMatching(/^BOUNCE_IMAP_URL must be .*percent-encoded$/),
      ]);
    },
  );
});
