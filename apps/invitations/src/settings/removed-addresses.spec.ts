import { removedAddresses, stillRemoved } from './removed-addresses';

const REMOVED = { reply_to: 'büro@example.com', from_email: 'info@xn--a.example' };

describe('stillRemoved', () => {
  it.each([
    [{}, REMOVED],
    [{ subject: 'Hi' }, REMOVED],
    [{ from_email: null }, { reply_to: REMOVED.reply_to }],
    [{ from_email: 'a@example.com', reply_to: null }, {}],
  ])('keeps what the change %j does not set', (patch, kept) => {
    expect(stillRemoved(REMOVED, patch)).toEqual(kept);
  });
});

describe('removedAddresses', () => {
  it('says which address was removed, why, what happens now and what to do', () => {
    expect(removedAddresses(REMOVED)).toEqual([
      {
        setting: 'from_email',
        address: 'info@xn--a.example',
        msg: 'An upgrade removed settings.from_email "info@xn--a.example", because mails cannot have it: it must be an email address such as bob@example.com. Mails leave from the address of the server. Set another address, or null to keep this.',
      },
      {
        setting: 'reply_to',
        address: 'büro@example.com',
        msg: 'An upgrade removed settings.reply_to "büro@example.com", because mails cannot have it: it must have only ASCII characters before the @. Replies go to the sender. Set another address, or null to keep this.',
      },
    ]);
    expect(removedAddresses({})).toEqual([]);
  });
});
