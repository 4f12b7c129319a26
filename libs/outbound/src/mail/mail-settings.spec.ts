import { mailProblems, readMailbox } from './mail-settings';

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
});
