import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { MailOutcome } from '@plaudit/outbound/mail';
import { freePort, type SmtpScript, SmtpStandIn } from '@plaudit/testing';
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
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
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

  it('is sent from an address that names it, if there is a mailbox for bounces', async () => {
    const { port } = server.server.address() as AddressInfo;
    const MAIL_RETURN_PATH = 'bounces@bounce.example.com';
    const sender = mailClient({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_RETURN_PATH });
    expect(await sender.send(buildMail())).toMatchObject({ kind: 'sent' });
    expect(received[0]).toMatchObject({ from: 'bounces+901.k3v9x2ab@bounce.example.com' });
    expect(header(received[0]!, 'From')).toEqual(['Bakery Sample <reviews@example.com>']);
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
});

/** How long a client waits for a server that will not answer. The other servers have more time. */
const SILENCE_MS = 3_000;

const refused = (code: string, suppress: boolean): object => ({ kind: 'refused', code, suppress });

const operator = (code: string): object => ({ kind: 'operator', code });

const retry = (code: string, connection: boolean): object => ({ kind: 'retry', code, connection });

const unknown = { kind: 'unknown', code: 'smtp_no_answer' };

const unreachable = retry('smtp_unreachable', true);

/** A client that waits for a server that will not answer. */
class SilentConversation {
  private constructor(
    readonly server: SmtpStandIn,
    readonly outcome: Promise<MailOutcome>,
  ) {}

  /** Begins to send one mail to a server that follows the script. */
  static async begin(script: SmtpScript, query = ''): Promise<SilentConversation> {
    const server = await SmtpStandIn.start(script);
    const client = mailClient({
      SMTP_URL: `${server.url}/${query}`,
      SMTP_CONNECT_TIMEOUT_MS: SILENCE_MS,
      SMTP_ANSWER_TIMEOUT_MS: SILENCE_MS,
    });
    return new SilentConversation(server, client.send(buildMail()));
  }
}

/** Every row holds with and without pipelining, where nodemailer sends DATA before it has the other answers. */
const WAYS: [string, string[]][] = [
  ['one command at a time', []],
  ['pipelined', ['PIPELINING']],
];

describe('mail transport', () => {
  let server: SmtpStandIn | null = null;

  afterEach(async () => {
    await server?.close();
    server = null;
  });

  /** Sends one mail to a server that follows the script. */
  async function outcomeOf(script: SmtpScript, login = ''): Promise<MailOutcome> {
    server = await SmtpStandIn.start(script);
    return mailClient({ SMTP_URL: `smtp://${login}127.0.0.1:${server.port}` }).send(buildMail());
  }

  const silent: [string, SmtpScript, object][] = [
    ['never greets', { greeting: 'silence' }, unreachable],
    ['is silent on DATA', { data: 'silence' }, unreachable],
    ['is silent in the body', { body: 'silence' }, unknown],
    ['is silent after the dot', { end: 'silence' }, unknown],
  ];
  const conversations = new Map<SmtpScript, SilentConversation[]>();
  let withoutTls: SilentConversation;

  /** All clients wait together, and while the other tests run. */
  beforeAll(async () => {
    for (const [, script] of silent) {
      const begun = WAYS.map(([, extensions]) => SilentConversation.begin({ extensions, ...script }));
      conversations.set(script, await Promise.all(begun));
    }
    const starttls = '220 2.0.0 Go ahead\r\nno TLS here';
    withoutTls = await SilentConversation.begin({ extensions: ['STARTTLS'], starttls }, '?requireTLS=true');
  });
  afterAll(async () => {
    for (const { server } of [...conversations.values()].flat()) await server.close();
    await withoutTls?.server.close();
  });

  describe.each(WAYS)('MailTransportClient, %s', (_how, extensions) => {
    const cases: [string, SmtpScript, object][] = [
      ['accepts the mail', {}, { kind: 'sent', providerId: null }],
      ['answers slowly', { delayMs: 60 }, { kind: 'sent', providerId: null }],
      ['answers DATA with 250 instead of 354', { data: '250 Go on' }, { kind: 'sent', providerId: null }],
      ['hangs up instead of greeting', { greeting: 'drop' }, unreachable],
      ['greets with 554', { greeting: '554 5.7.1 Blocked' }, operator('smtp_relay_refused')],
      ['greets with 421', { greeting: '421 4.3.2 Too busy' }, unreachable],
      ['greets with something else', { greeting: 'SSH-2.0-OpenSSH' }, unreachable],
      ['refuses the sender for now', { mail: '451 4.3.0 Try later' }, retry('smtp_deferred', false)],
      ['refuses the sender', { mail: '550 5.7.1 Not your domain' }, operator('smtp_sender_refused')],
      ['asks for a login', { mail: '530 5.7.0 Log in first' }, operator('smtp_auth')],
      ['greylists', { rcpt: '450 4.2.0 Greylisted' }, retry('smtp_deferred', false)],
      ['does not know the mailbox', { rcpt: '550 5.1.1 No such user' }, refused('hard_bounce', true)],
      ['refuses the recipient and does not say why', { rcpt: '553 No' }, refused('rejected', false)],
      ['does not know the domain', { rcpt: '550 5.1.2 No such host' }, refused('hard_bounce', true)],
      ['dislikes the sender', { rcpt: '550 5.1.8 Bad sender' }, operator('smtp_sender_refused')],
      ['relays for nobody', { rcpt: '550 relay not permitted' }, operator('smtp_relay_refused')],
      ['wants a login at RCPT', { rcpt: '550 Authentication required' }, operator('smtp_auth')],
      [
        'knows no such sender',
        { rcpt: '550-Verification failed for <a@b.example>\r\n550 Sender verify failed' },
        operator('smtp_sender_refused'),
      ],
      ['is full for now', { rcpt: '452 4.2.2 Mailbox full' }, retry('mailbox_full', false)],
      [
        'greylists with a permanent code',
        { rcpt: '550 Greylisted, try again' },
        retry('smtp_deferred', false),
      ],
      ['says that the mailbox is full', { rcpt: '552 5.2.2 Full' }, refused('mailbox_full', false)],
      ['refuses by policy at RCPT', { rcpt: '550 5.7.1 Blocked' }, refused('rejected_by_policy', false)],
      ['refuses with 554 at RCPT', { rcpt: '554 Blocked' }, refused('rejected_by_policy', false)],
      [
        'answers in several lines',
        { rcpt: '550-5.1.1 No such user\r\n550 5.1.1 Goodbye' },
        refused('hard_bounce', true),
      ],
      ['hangs up on DATA', { data: 'drop' }, unreachable],
      ['refuses DATA for now', { data: '451 4.3.0 Disk full' }, retry('smtp_deferred', false)],
      ['refuses DATA', { data: '554 5.7.1 Blocked' }, refused('rejected_by_policy', false)],
      ['hangs up in the body', { body: 'drop' }, unknown],
      ['hangs up after the dot', { end: 'drop' }, unknown],
      ['hangs up after a dot that followed 250', { data: '250 Go on', end: 'drop' }, unknown],
      ['says 452 after the dot', { end: '452 4.3.1 No space' }, retry('smtp_deferred', false)],
      ['says 421 after the dot', { end: '421 4.3.2 Restarting' }, retry('smtp_deferred', false)],
      ['says 554 after the dot', { end: '554 5.7.1 Spam' }, refused('rejected_by_policy', false)],
      ['says 550 5.1.1 after the dot', { end: '550 5.1.1 Nobody' }, refused('hard_bounce', true)],
      [
        'does not own the sender after the dot',
        { end: '554 5.7.1 Sender address rejected' },
        operator('smtp_sender_refused'),
      ],
      ['says something else after the dot', { end: 'Thank you' }, unknown],
      ['says 354 after the dot', { end: '354 More' }, unknown],
      [
        'refuses the recipient but takes DATA',
        { rcpt: '550 5.1.1 No', data: '354 Go' },
        refused('hard_bounce', true),
      ],
    ];

    it.each(cases)('returns the outcome for a server that %s', async (_name, script, outcome) => {
      expect(await outcomeOf({ extensions, ...script })).toMatchObject(outcome);
    });
  });

  describe('MailTransportClient', () => {
    it('retries when nothing listens', async () => {
      const outcome = await mailClient({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }).send(
        buildMail(),
      );
      expect(outcome).toMatchObject(unreachable);
    });

    it('retries when the host name does not resolve', async () => {
      const outcome = await mailClient({ SMTP_URL: 'smtp://mail.invalid:2525' }).send(buildMail());
      expect(outcome).toMatchObject(unreachable);
    });

    it.each<[string, SmtpScript]>([
      ['refuses STARTTLS', { starttls: '454 4.7.0 Not now' }],
      ['hangs up in STARTTLS', { starttls: 'drop' }],
    ])('sends nothing to a server that %s', async (_name, script) => {
      server = await SmtpStandIn.start({ extensions: ['STARTTLS'], ...script });
      const outcome = await mailClient({ SMTP_URL: `${server.url}/?requireTLS=true` }).send(buildMail());
      expect(outcome).toMatchObject({ kind: 'retry', connection: true });
      expect(server.mails).toEqual([]);
    });

    it('retries when an smtps server speaks no TLS', async () => {
      server = await SmtpStandIn.start();
      const outcome = await mailClient({ SMTP_URL: `smtps://127.0.0.1:${server.port}` }).send(buildMail());
      expect(outcome).toMatchObject({ kind: 'retry', connection: true });
    });

    it('blames the operator when the server refuses the login', async () => {
      const outcome = await outcomeOf(
        { extensions: ['AUTH PLAIN LOGIN'], auth: '535 5.7.8 Bad credentials' },
        'user:secret@',
      );
      expect(outcome).toMatchObject(operator('smtp_auth'));
    });

    it('keeps the address of the recipient out of the message of an error', async () => {
      const outcome = await outcomeOf({ rcpt: '550 5.1.1 <noa@example.org>: no such user' });
      expect(outcome).toMatchObject({ msg: '550 5.1.1 <[address]>: no such user' });
    });

    it('sends the same bytes when it is called again with the same mail', async () => {
      server = await SmtpStandIn.start();
      const client = mailClient({ SMTP_URL: server.url });
      await client.send(buildMail());
      await client.send(buildMail());
      const [first, second] = server.mails;
      expect(second?.raw).toBe(first?.raw);
    });

    it('sends nothing to a server that agrees to STARTTLS and speaks no TLS', async () => {
      expect(await withoutTls.outcome).toMatchObject({ kind: 'retry', connection: true });
      expect(withoutTls.server.mails).toEqual([]);
    });
  });

  describe.each(WAYS)('MailTransportClient, %s', (how) => {
    it.each(silent)('returns the outcome for a server that %s', async (_name, script, outcome) => {
      const way = WAYS.findIndex(([name]) => name === how);
      expect(await conversations.get(script)?.[way]?.outcome).toMatchObject(outcome);
    });
  });
});
