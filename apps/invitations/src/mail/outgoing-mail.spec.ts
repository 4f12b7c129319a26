import { messageOptions } from './outgoing-mail';
import { buildMail } from './outgoing-mail.suite';

const SENDER = {
  bounceAddress: 'bounces@example.com',
  returnPath: null,
  unsubscribeAddress: null,
  host: 'reviews.example.com',
};

const headersFor = (serverHost: string) =>
  messageOptions(buildMail({ id: 42 }), { ...SENDER, serverHost }).headers as Record<
    string,
    { value: string }
  >;

describe('messageOptions', () => {
  it('names the request for reports of mail services that replace the Message-ID', () => {
    expect(headersFor('smtp.postmarkapp.com')['X-PM-Metadata-request-id']?.value).toBe('42');
    expect(JSON.parse(headersFor('smtp.sendgrid.net')['X-SMTPAPI']?.value ?? '')).toEqual({
      unique_args: { invitation_request_id: '42' },
    });
  });

  it('adds no header of a mail service for other servers', () => {
    for (const host of ['mail.example.com', 'notpostmarkapp.com', 'sendgrid.net.example.com'])
      expect(Object.keys(headersFor(host))).toEqual(Object.keys(headersFor('localhost')));
  });

  it('cuts a long subject before an emoji, and not within it', () => {
    const mail = buildMail({ subject: `${'x'.repeat(249)}😀😀` });
    expect(messageOptions(mail, { ...SENDER, serverHost: 'localhost' }).subject).toBe('x'.repeat(249));
  });
});
