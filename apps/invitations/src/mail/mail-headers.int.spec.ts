import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { MailTransportClient } from './mail-transport.client';
import type { OutgoingMail } from './outgoing-mail';
import { buildMail, mailClient } from './outgoing-mail.suite';

interface Received {
  raw: string;
  recipients: string[];
  from: string;
  mail: Email;
}

const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 });
let received: Received[] = [];
let server: SMTPServer;
let client: MailTransportClient;

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => void receive(stream, session, done),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  client = mailClient({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    DKIM_DOMAIN: 'example.com',
    DKIM_SELECTOR: 'plaudit',
    DKIM_PRIVATE_KEY: KEY.privateKey
      .export({ type: 'pkcs8', format: 'pem' })
      .toString()
      .replaceAll('\n', '\\n'),
    MAIL_UNSUBSCRIBE_ADDRESS: 'unsubscribe@example.com',
  });
});
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
beforeEach(() => (received = []));

async function receive(
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
  done: () => void,
): Promise<void> {
  const raw = await buffer(stream);
  const { mailFrom, rcptTo } = envelope;
  const from = mailFrom === false ? '' : mailFrom.address;
  const recipients = rcptTo.map((to) => to.address);
  received.push({ raw: raw.toString(), recipients, from, mail: await PostalMime.parse(raw) });
  done();
}

async function send(fields: Partial<OutgoingMail> = {}): Promise<Received> {
  expect(await client.send(buildMail(fields))).toEqual({ kind: 'sent', providerId: null });
  expect(received).toHaveLength(1);
  return received[0]!;
}

/** Returns the values of a header, unfolded. */
function header({ raw }: Received, name: string): string[] {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return head
    .split('\r\n')
    .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    .map((line) => line.slice(name.length + 1).trim());
}

/** Returns true if the signature of the mail is valid (RFC 6376, relaxed/relaxed). */
function isSigned({ raw }: Received): boolean {
  const end = raw.indexOf('\r\n\r\n');
  const fields = raw.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = fields.find((field) => /^dkim-signature:/i.test(field))!;
  const tag = (name: string): string =>
    new RegExp(`(?:^|;)\\s*${name}=([^;]*)`)
      .exec(signature.slice(signature.indexOf(':') + 1))![1]!
      .replace(/\s/g, '');
  const body = raw
    .slice(end + 4)
    .replace(/[ \t]+/g, ' ')
    .replace(/ (?=\r\n)/g, '')
    .replace(/(\r\n)*$/, '\r\n');
  if (createHash('sha256').update(body).digest('base64') !== tag('bh')) return false;
  const relaxed = (field: string): string => {
    const colon = field.indexOf(':');
    const value = field
      .slice(colon + 1)
      .replace(/\r\n/g, '')
      .replace(/[ \t]+/g, ' ')
      .trim();
    return `${field.slice(0, colon).trim().toLowerCase()}:${value}`;
  };
  const signed = tag('h')
    .split(':')
    .flatMap((name) => fields.filter((field) => field.toLowerCase().startsWith(`${name.toLowerCase()}:`)))
    .map(relaxed);
  const unsigned = relaxed(signature).replace(/([;:]\s*b=)[^;]*/, '$1');
  const text = [...signed, unsigned].join('\r\n');
  const key = createPublicKey(KEY.publicKey.export({ type: 'spki', format: 'pem' }));
  return verify('sha256', Buffer.from(text), key, Buffer.from(tag('b'), 'base64'));
}

describe('A mail', () => {
  it('has each header once, with both ways to unsubscribe', async () => {
    const mail = await send();
    const headers = {
      From: 'Bakery Sample <reviews@example.com>',
      To: 'Noa Bergman <noa@example.org>',
      'Reply-To': 'owner@example.net',
      Subject: 'How was your experience with Bakery Sample?',
      Date: 'Sun, 20 Sep 2026 10:00:00 +0000',
      'Message-ID': '<inv.901.k3v9x2ab@example.com>',
      'List-Unsubscribe':
        '<https://reviews.example.com/u/AQMAAAAAACoArmvhiS4d41C_tQ>, <mailto:unsubscribe@example.com?subject=AQMAAAAAACoArmvhiS4d41C_tQ>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Feedback-ID': '5:7:invite:reviews.example.com',
      'Auto-Submitted': 'auto-generated',
      'X-Entity-Ref-ID': '901',
      'MIME-Version': '1.0',
    };
    const seen = Object.fromEntries(Object.keys(headers).map((name) => [name, header(mail, name)]));
    const once = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    expect(seen).toEqual(once);
    expect(mail).toMatchObject({ from: 'reviews@example.com', recipients: ['noa@example.org'] });
    expect(mail.mail).toMatchObject({
      text: 'Hello Noa\n',
      html: '<p>Hello <b>Noa</b></p>\n',
    });
    expect(header(mail, 'Content-Type')).toEqual([expect.stringMatching(/^multipart\/alternative;/)]);
  });

  it('has a valid DKIM signature that covers both headers of unsubscription', async () => {
    const mail = await send({ text: 'Trailing blanks   \n\n..dots\n\n\n', subject: 'Grüße — ¿qué tal?' });
    const [signature = ''] = header(mail, 'DKIM-Signature');
    expect(signature).toMatch(/d=example\.com;.* s=plaudit;/);
    const signed = / h=([^;]*)/.exec(signature)?.[1]?.replace(/\s/g, '').toLowerCase().split(':');
    expect(signed?.sort()).toEqual(
      [
        'content-type',
        'date',
        'feedback-id',
        'from',
        'list-unsubscribe',
        'list-unsubscribe-post',
        'message-id',
        'mime-version',
        'reply-to',
        'subject',
        'to',
      ].sort(),
    );
    expect(isSigned(mail)).toBe(true);
    expect(isSigned({ ...mail, raw: mail.raw.replace('One-Click', 'Two-Click') })).toBe(false);
  });

  const INJECTION = 'Eve\r\nBcc: eve@example.net\r\n\r\nInjected';
  it.each<[string, Partial<OutgoingMail>]>([
    ['the name of the recipient', { to: { name: INJECTION, address: 'noa@example.org' } }],
    ['the name of the sender', { from: { name: INJECTION, address: 'reviews@example.com' } }],
    ['the subject', { subject: INJECTION }],
    ['the address for replies', { replyTo: `owner@example.net\r\nBcc: eve@example.net` }],
    ['the link of unsubscription', { unsubscribeUrl: `https://x.example/u/A\r\nBcc: eve@example.net` }],
    ['a bare line feed', { subject: 'Eve\nBcc: eve@example.net' }],
    ['a bare carriage return', { subject: 'Eve\rBcc: eve@example.net' }],
    ['a line separator of Unicode', { subject: 'Eve\u2028Bcc: eve@example.net' }],
    ['quotes in a name', { to: { name: 'Eve" <eve@example.net>, "', address: 'noa@example.org' } }],
    ['a comma in a name', { to: { name: 'eve@example.net, Noa', address: 'noa@example.org' } }],
    ['an encoded word in a name', { to: { name: '=?utf-8?q?=0ABcc:_eve?=', address: 'noa@example.org' } }],
  ])('goes to nobody else and gets no other header through %s', async (_place, fields) => {
    const mail = await send(fields);
    expect(header(mail, 'Bcc')).toEqual([]);
    expect(mail.recipients).toEqual(['noa@example.org']);
    expect(mail.mail.to).toHaveLength(1);
    expect(mail.mail.to![0]).toMatchObject({ address: 'noa@example.org' });
    expect(mail.mail.text).toBe('Hello Noa\n');
    expect(isSigned(mail)).toBe(true);
  });

  it.each([
    'noa@example.org, eve@example.net',
    'noa@example.org\r\nRCPT TO:<eve@example.net>',
    'noa@example.org> <eve@example.net',
    'Noa <noa@example.org>',
    '',
  ])('is not sent at all to %j', async (address) => {
    expect(await client.send(buildMail({ to: { name: null, address } }))).toMatchObject({
      kind: 'refused',
      suppress: false,
    });
    expect(received).toEqual([]);
  });

  it('has no header for replies and no name unless they are given', async () => {
    const mail = await send({ replyTo: null, to: { name: null, address: 'noa@example.org' } });
    expect(header(mail, 'Reply-To')).toEqual([]);
    expect(header(mail, 'To')).toEqual(['noa@example.org']);
  });
});
