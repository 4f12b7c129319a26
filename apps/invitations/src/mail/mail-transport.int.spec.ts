import type { MailOutcome } from '@plaudit/outbound/mail';
import { freePort, type SmtpScript, SmtpStandIn } from '@plaudit/testing';
import { buildMail, mailClient } from './outgoing-mail.suite';

let server: SmtpStandIn | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

/** How long a client waits for a server that will not answer. The other servers have more time. */
const SILENCE_MS = 1_500;

/** Sends one mail to a server that follows the script. */
async function outcomeOf(script: SmtpScript, login = ''): Promise<MailOutcome> {
  server = await SmtpStandIn.start(script);
  const isSilent = Object.values(script).includes('silence');
  return mailClient({
    SMTP_URL: `smtp://${login}127.0.0.1:${server.port}`,
    ...(isSilent && { SMTP_CONNECT_TIMEOUT_MS: SILENCE_MS, SMTP_ANSWER_TIMEOUT_MS: SILENCE_MS }),
  }).send(buildMail());
}

const refused = (code: string, suppress: boolean): object => ({ kind: 'refused', code, suppress });
const retry = (code: string, connection: boolean): object => ({ kind: 'retry', code, connection });
const unknown = { kind: 'unknown', code: 'smtp_no_answer' };
const unreachable = retry('smtp_unreachable', true);

/** Every row holds with and without pipelining, where nodemailer sends DATA before it has the other answers. */
describe.each([
  ['one command at a time', []],
  ['pipelined', ['PIPELINING']],
])('MailTransportClient, %s', (_how, extensions) => {
  const cases: [string, SmtpScript, object][] = [
    ['accepts the mail', {}, { kind: 'sent', providerId: null }],
    ['answers slowly', { delayMs: 60 }, { kind: 'sent', providerId: null }],
    ['answers DATA with 250 instead of 354', { data: '250 Go on' }, { kind: 'sent', providerId: null }],
    ['never greets', { greeting: 'silence' }, unreachable],
    ['hangs up instead of greeting', { greeting: 'drop' }, unreachable],
    ['greets with 554', { greeting: '554 5.3.2 No service' }, unreachable],
    ['greets with 421', { greeting: '421 4.3.2 Too busy' }, unreachable],
    ['greets with something else', { greeting: 'SSH-2.0-OpenSSH' }, unreachable],
    ['refuses the sender for now', { mail: '451 4.3.0 Try later' }, retry('smtp_deferred', false)],
    ['refuses the sender', { mail: '550 5.7.1 Not your domain' }, retry('smtp_sender_refused', false)],
    ['asks for a login', { mail: '530 5.7.0 Log in first' }, retry('smtp_auth', true)],
    ['greylists', { rcpt: '450 4.2.0 Greylisted' }, retry('smtp_deferred', false)],
    ['does not know the mailbox', { rcpt: '550 5.1.1 No such user' }, refused('hard_bounce', true)],
    ['does not know the mailbox, without a detail', { rcpt: '553 No' }, refused('hard_bounce', true)],
    ['does not know the domain', { rcpt: '550 5.1.2 No such host' }, refused('hard_bounce', true)],
    ['dislikes the address of the sender', { rcpt: '550 5.1.8 Bad sender' }, refused('rejected', false)],
    ['says that the mailbox is full', { rcpt: '552 5.2.2 Full' }, refused('mailbox_full', false)],
    ['refuses by policy at RCPT', { rcpt: '550 5.7.1 Blocked' }, refused('rejected_by_policy', false)],
    ['refuses with 554 at RCPT', { rcpt: '554 Blocked' }, refused('rejected', false)],
    [
      'answers in several lines',
      { rcpt: '550-5.1.1 No such user\r\n550 5.1.1 Goodbye' },
      refused('hard_bounce', true),
    ],
    ['is silent on DATA', { data: 'silence' }, unreachable],
    ['hangs up on DATA', { data: 'drop' }, unreachable],
    ['refuses DATA for now', { data: '451 4.3.0 Disk full' }, retry('smtp_deferred', false)],
    ['refuses DATA', { data: '554 5.7.1 Blocked' }, refused('rejected_by_policy', false)],
    ['hangs up in the body', { body: 'drop' }, unknown],
    ['is silent in the body', { body: 'silence' }, unknown],
    ['hangs up after the dot', { end: 'drop' }, unknown],
    ['is silent after the dot', { end: 'silence' }, unknown],
    ['hangs up after a dot that followed 250', { data: '250 Go on', end: 'drop' }, unknown],
    ['says 452 after the dot', { end: '452 4.3.1 No space' }, retry('smtp_deferred', false)],
    ['says 421 after the dot', { end: '421 4.3.2 Restarting' }, retry('smtp_deferred', false)],
    ['says 554 after the dot', { end: '554 5.7.1 Spam' }, refused('rejected_by_policy', false)],
    ['says 550 5.1.1 after the dot', { end: '550 5.1.1 Nobody' }, refused('rejected', false)],
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
    const outcome = await mailClient({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }).send(buildMail());
    expect(outcome).toMatchObject(unreachable);
  });

  it('retries when the host name does not resolve', async () => {
    const outcome = await mailClient({ SMTP_URL: 'smtp://mail.invalid:2525' }).send(buildMail());
    expect(outcome).toMatchObject(unreachable);
  });

  it.each<[string, SmtpScript]>([
    ['refuses STARTTLS', { starttls: '454 4.7.0 Not now' }],
    ['hangs up in STARTTLS', { starttls: 'drop' }],
    ['agrees to STARTTLS and speaks no TLS', { starttls: '220 2.0.0 Go ahead\r\nno TLS here' }],
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

  it('retries when the server refuses the login, because the recipient is not the reason', async () => {
    const outcome = await outcomeOf(
      { extensions: ['AUTH PLAIN LOGIN'], auth: '535 5.7.8 Bad credentials' },
      'user:secret@',
    );
    expect(outcome).toMatchObject(retry('smtp_auth', true));
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
});
