import { eventually } from '@plaudit/testing';
import { HooksWorld } from '../hooks/hooks-world.suite';
import {
  complaint,
  HOLIDAY,
  mail,
  MESSAGE_ID,
  POSTFIX,
  POSTFIX_DELAYED,
  textBounce,
} from './dsn-samples.suite';
import { ImapStandIn } from './imap-stand-in.suite';

const STATED = 'Could not read the mailbox of bounces';

describe('BounceMailboxWorker', () => {
  let imap: ImapStandIn;
  let hooks: HooksWorld;

  beforeAll(async () => {
    imap = await ImapStandIn.start();
    hooks = await HooksWorld.start({
      BOUNCE_IMAP_URL: `imap://reviews%40reviews.example:s%2Fecret@127.0.0.1:${imap.port}/INBOX`,
      BOUNCE_IMAP_SECONDS: '0.1',
      MAIL_RETURN_PATH: 'bounces@bounce.example',
    });
  });
  afterAll(async () => {
    await hooks.close();
    await imap.close();
  });
  beforeEach(async () => {
    imap.faults = {};
    await eventually(
      () => imap.unread(),
      (unread) => unread === 0,
      'the mailbox to be read',
    );
    imap.mails.clear();
    imap.commands.length = 0;
    await hooks.forget();
  });

  async function receive(...mails: Buffer[]): Promise<void> {
    for (const raw of mails) imap.add(raw);
    await eventually(
      () => imap.unread(),
      (unread) => unread === 0,
      'all mails to be read',
    );
  }

  it('applies bounces, delays and complaints once, although mails repeat', async () => {
    const id = await hooks.add({ messageId: MESSAGE_ID });
    await receive(POSTFIX_DELAYED, POSTFIX_DELAYED, POSTFIX, POSTFIX, complaint('abuse'), complaint('abuse'));
    expect(await hooks.activity(id)).toEqual([
      'deferred bounce error',
      'bounced bounce error',
      'complained bounce ok',
    ]);
    expect(await hooks.message(id)).toMatchObject({ status: 'failed', error_code: 'hard_bounce' });
    expect(await hooks.suppressions()).toEqual(['12 email bounce']);
  });

  /** Returns a bounce without any header of our mail, which was sent to the return path with this tag. */
  function bare(tag: string): Buffer {
    const headers = [`Delivered-To: bounces+${tag}@bounce.example`];
    return textBounce({ headers, text: ['550 5.1.1 No such user'], returned: false });
  }

  it('finds a mail by its return path, if the bounce returns nothing of it', async () => {
    const id = Number(MESSAGE_ID.split('.')[1]);
    await hooks.add({ messageId: MESSAGE_ID, id });
    const other = await hooks.add({ messageId: `inv.${id}.aaaaaaaa@reviews.example` });
    for (const tag of [`${id}.aaaaaaab`, `${other}.k3v9x2ab`, `${'9'.repeat(15)}.k3v9x2ab`])
      await receive(bare(tag));
    expect(await hooks.written()).toBe(0);
    await receive(bare(`${id}.K3V9X2AB`));
    expect([await hooks.status(id), await hooks.status(other)]).toEqual(['failed', 'sent']);
    expect(await hooks.suppressions()).toEqual(['12 email bounce']);
  });

  it.each([
    ['a full mailbox', '552 5.2.2 Over quota', 'mailbox_full'],
    ['a block', '550 Blocked as spam', 'rejected_by_policy'],
    ['a relay that wants a login', '550 relay not permitted', 'smtp_operator'],
    ['an unknown reason', 'Sorry about that', 'bounced'],
  ])('fails a mail after %s, and suppresses nobody', async (_what, text, error_code) => {
    const id = await hooks.add({ messageId: MESSAGE_ID });
    await receive(textBounce({ text: [text, ''] }));
    expect(await hooks.message(id)).toMatchObject({ status: 'failed', error_code });
    expect(await hooks.suppressions()).toEqual([]);
  });

  it('marks mails of other kinds as read, and changes nothing', async () => {
    await hooks.add({ messageId: MESSAGE_ID });
    const large = Buffer.concat([mail(['From: x@example.com', '']), Buffer.alloc(3_000_000, 'x')]);
    await receive(HOLIDAY, mail(['From: x@example.com', '', 'Hello']), Buffer.from([0, 255, 10]), large);
    expect(await hooks.written()).toBe(0);
  });

  it('does not find a mail by its recipient, because anyone can write to the mailbox', async () => {
    await hooks.add({ messageId: 'inv.902.other@reviews.example' });
    await receive(POSTFIX, complaint('abuse'));
    expect(await hooks.written()).toBe(0);
  });

  it.each([
    ['LOGIN', 'no'],
    ['SELECT', 'no'],
    ['SEARCH', 'no'],
    ['SEARCH', 'drop'],
    ['FETCH', 'drop'],
    ['FETCH', 'flood'],
    ['STORE', 'drop'],
  ] as const)('reads the mail later if the server answers %s with %s', async (command, fault) => {
    const id = await hooks.add({ messageId: MESSAGE_ID });
    const warnings = (): number =>
      hooks.world.logs.lines.filter(({ message }) => (message as { message?: string }).message === STATED)
        .length;
    const before = warnings();
    const needsMail = command === 'FETCH' || command === 'STORE';
    imap.faults = { command, fault };
    if (needsMail) imap.add(POSTFIX);
    await eventually(warnings, (count) => count > before, 'the failure to be logged');
    // A visit that began before the fault would read it.
    if (!needsMail) imap.add(POSTFIX);
    expect(imap.unread()).toBe(1);
    imap.faults = {};
    await eventually(
      () => imap.unread(),
      (unread) => unread === 0,
      'the mail to be read',
    );
    expect(await hooks.activity(id)).toEqual(['bounced bounce error']);
  });

  it('reads a mail whose Message-ID Postgres cannot store, and those after it', async () => {
    const id = await hooks.add({ messageId: MESSAGE_ID });
    const nul = mail([
      'From: MAILER-DAEMON@mail.example',
      'In-Reply-To: <a\0b@mail.example>',
      '',
      '550 Sorry',
    ]);
    await receive(nul, POSTFIX);
    expect(await hooks.status(id)).toBe('failed');
  });

  it('keeps a mail unread while its report cannot be stored, and reads those after it', async () => {
    const id = await hooks.add({ messageId: MESSAGE_ID });
    await hooks.world.admin.query('alter table invitations.suppressions rename to suppressions_away');
    imap.add(POSTFIX);
    imap.add(POSTFIX_DELAYED);
    await eventually(
      () => hooks.activity(id),
      (activity) => activity.length > 0,
      'the second mail to be applied',
    );
    expect(await hooks.activity(id)).toEqual(['deferred bounce error']);
    expect(imap.mails.get(1)?.seen).toBe(false);
    await hooks.world.admin.query('alter table invitations.suppressions_away rename to suppressions');
    await eventually(
      () => imap.unread(),
      (unread) => unread === 0,
      'the mail to be read',
    );
    expect([await hooks.status(id), await hooks.suppressions()]).toEqual(['failed', ['12 email bounce']]);
  });
});
