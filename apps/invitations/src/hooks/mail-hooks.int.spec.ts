import type { HttpResult } from '@plaudit/testing';
import type { HooksWorld } from './hooks-world.suite';
import {
  ADA,
  mailgunFailure,
  MailNotifications,
  MESSAGE_ID,
  now,
  SECRETS,
  sesBounce,
  TOPIC,
} from './mail-notifications.suite';

describe('mail hooks', () => {
  let mails: MailNotifications;
  let hooks: HooksWorld;

  beforeAll(async () => {
    mails = await MailNotifications.start();
    ({ hooks } = mails);
  });
  afterAll(() => mails.close());
  beforeEach(() => hooks.forget());

  const hard = { status: 'failed', activity: ['bounced bounce error'], suppressions: ['12 email bounce'] };
  const failed = { status: 'failed', activity: ['bounced bounce error'], suppressions: [] };
  const soft = { status: 'sent', activity: ['deferred bounce error'], suppressions: [] };
  const complaint = {
    status: 'sent',
    activity: ['complained bounce ok'],
    suppressions: ['12 email complaint'],
  };
  const nothing = { status: 'sent', activity: [], suppressions: [] };

  const events: [string, object, () => Promise<HttpResult>][] = [
    ['a permanent bounce of Amazon SES', hard, () => mails.ses(sesBounce('Permanent'))],
    ['a full mailbox of Amazon SES', failed, () => mails.ses(sesBounce('Permanent', { status: '5.2.2' }))],
    ['a transient bounce of Amazon SES', soft, () => mails.ses(sesBounce('Transient'))],
    [
      'a complaint of Amazon SES',
      complaint,
      () =>
        mails.ses({
          eventType: 'Complaint',
          complaint: { complainedRecipients: [{ emailAddress: ADA }] },
          mail: { commonHeaders: { messageId: `<${MESSAGE_ID}>` } },
        }),
    ],
    ['a delivery of Amazon SES', nothing, () => mails.ses({ notificationType: 'Delivery' })],
    [
      'a bounce of SendGrid',
      hard,
      () => mails.sendgrid([{ event: 'bounce', type: 'bounce', 'smtp-id': `<${MESSAGE_ID}>` }]),
    ],
    [
      'a blocked mail of SendGrid',
      failed,
      () => mails.sendgrid([{ event: 'bounce', type: 'blocked', email: ADA }]),
    ],
    [
      'a policy of SendGrid',
      failed,
      () => mails.sendgrid([{ event: 'bounce', status: '5.7.1', email: ADA }]),
    ],
    [
      'a dropped mail of SendGrid',
      hard,
      () => mails.sendgrid([{ event: 'dropped', reason: 'Bounced Address', email: ADA }]),
    ],
    [
      'a mail that SendGrid dropped for its header',
      failed,
      () => mails.sendgrid([{ event: 'dropped', reason: 'Invalid SMTPAPI header', email: ADA }]),
    ],
    [
      'a bounce of SendGrid about the sender',
      failed,
      () => mails.sendgrid([{ event: 'bounce', type: 'bounce', status: '5.1.8', email: ADA }]),
    ],
    [
      'a delay of SendGrid',
      soft,
      () => mails.sendgrid([{ event: 'deferred', email: ADA, sg_event_id: 'd1' }]),
    ],
    ['a complaint of SendGrid', complaint, () => mails.sendgrid([{ event: 'spamreport', email: ADA }])],
    ['an open of SendGrid', nothing, () => mails.sendgrid([{ event: 'open', email: ADA }])],
    ['a permanent failure of Mailgun', hard, () => mails.mailgun(mailgunFailure('permanent', 'bounce'))],
    ['an old mail of Mailgun', failed, () => mails.mailgun(mailgunFailure('permanent', 'old'))],
    [
      'a temporary failure of Mailgun',
      soft,
      () => mails.mailgun(mailgunFailure('temporary', 'generic', 450)),
    ],
    [
      'a complaint of Mailgun',
      complaint,
      () => mails.mailgun({ id: 'e1', event: 'complained', recipient: ADA }),
    ],
    [
      'a hard bounce of Postmark',
      hard,
      () => mails.postmark({ RecordType: 'Bounce', Type: 'HardBounce', Email: ADA }),
    ],
    [
      'a soft bounce of Postmark',
      soft,
      () => mails.postmark({ RecordType: 'Bounce', Type: 'SoftBounce', ID: 7, Email: ADA }),
    ],
    [
      'a block of Postmark',
      failed,
      () => mails.postmark({ RecordType: 'Bounce', Type: 'Blocked', Email: ADA }),
    ],
    [
      'the verdict of a spam filter from Postmark',
      failed,
      () => mails.postmark({ RecordType: 'Bounce', Type: 'SpamNotification', Email: ADA }),
    ],
    ['a complaint of Postmark', complaint, () => mails.postmark({ RecordType: 'SpamComplaint', Email: ADA })],
    [
      'a hard bounce of Brevo',
      hard,
      () => mails.brevo({ event: 'hard_bounce', 'message-id': `<${MESSAGE_ID}>` }),
    ],
    ['a soft bounce of Brevo', soft, () => mails.brevo({ event: 'soft_bounce', email: ADA, ts_event: 1 })],
    ['a complaint of Brevo', complaint, () => mails.brevo({ event: 'spam', email: ADA })],
    [
      'a hard bounce of another system',
      hard,
      () => mails.bounce({ type: 'hard', message_id: MESSAGE_ID, code: '5.1.1' }),
    ],
    [
      'a soft bounce of another system',
      soft,
      () => mails.bounce([{ type: 'soft', recipient: ADA, id: 'x' }]),
    ],
    [
      'a complaint of another system',
      complaint,
      () => mails.bounce([{ type: 'complaint', recipient: 'ADA@Example.COM' }]),
    ],
  ];

  it.each(events)('applies %s once, however often it arrives', async (_what, expected, send) => {
    const id = await hooks.add({ messageId: MESSAGE_ID });
    for (let time = 0; time < 3; time++) expect(await send()).toMatchObject({ status: 200, body: '' });
    await Promise.all([send(), send()]);
    const [status, activity, suppressions] = await Promise.all([
      hooks.status(id),
      hooks.activity(id),
      hooks.suppressions(),
    ]);
    expect({ status, activity, suppressions }).toEqual(expected);
  });

  it('ends the sequence of a mail that bounced, and skips other requests to the person', async () => {
    const first = await hooks.add({ messageId: MESSAGE_ID });
    const reminder = await hooks.add({ status: 'pending', parentId: first });
    const other = await hooks.add({ status: 'pending' });
    const elsewhere = await hooks.add({ status: 'pending', subAccountId: 13 });
    await mails.bounce({ type: 'hard', message_id: `<${MESSAGE_ID}>`, code: '5.1.1' });
    expect(await Promise.all([first, reminder, other, elsewhere].map((id) => hooks.status(id)))).toEqual([
      'failed',
      'cancelled',
      'skipped',
      'pending',
    ]);
    expect(await hooks.message(first)).toMatchObject({
      error_code: 'hard_bounce',
      error_msg: 'The address does not exist (5.1.1).',
    });
  });

  describe('finds the mail', () => {
    it('by its Message-ID before anything else', async () => {
      const named = await hooks.add({ messageId: MESSAGE_ID });
      const newer = await hooks.add();
      await mails.bounce({ type: 'hard', message_id: MESSAGE_ID, request_id: newer, recipient: ADA });
      expect([await hooks.status(named), await hooks.status(newer)]).toEqual(['failed', 'sent']);
    });

    it('by the id of the request, if the recipient is the same', async () => {
      const named = await hooks.add();
      const newer = await hooks.add();
      await mails.bounce({ type: 'hard', request_id: named, recipient: ADA });
      expect([await hooks.status(named), await hooks.status(newer)]).toEqual(['failed', 'sent']);
      await mails.bounce({ type: 'hard', request_id: newer, recipient: 'bob@example.com' });
      expect(await hooks.status(newer)).toBe('sent');
    });

    it('by its recipient, and takes the newest of the last 60 days', async () => {
      const old = await hooks.add({ recipient: 'bob@example.com', sentOn: '2026-01-01' });
      const older = await hooks.add({ sentOn: new Date(Date.now() - 2 * 86_400_000).toISOString() });
      const newest = await hooks.add({ subAccountId: 13 });
      await mails.bounce([
        { type: 'hard', recipient: ADA },
        { type: 'hard', recipient: 'bob@example.com' },
        { type: 'hard', recipient: 'nobody at all' },
      ]);
      expect(await Promise.all([old, older, newest].map((id) => hooks.status(id)))).toEqual([
        'sent',
        'sent',
        'failed',
      ]);
      expect(await hooks.suppressions()).toEqual(['13 email bounce']);
    });
  });

  it('only notes a bounce of another address than the one that got the mail', async () => {
    const id = await hooks.add({ messageId: MESSAGE_ID });
    await mails.bounce({ type: 'hard', message_id: MESSAGE_ID, recipient: 'forward@example.org' });
    expect([await hooks.status(id), await hooks.activity(id)]).toEqual(['sent', ['deferred bounce error']]);
    expect(await hooks.suppressions()).toEqual([]);
  });

  it('keeps the state of a mail that the person has answered, and suppresses the address', async () => {
    const id = await hooks.add({ messageId: MESSAGE_ID, status: 'reviewed' });
    await mails.bounce({ type: 'hard', message_id: MESSAGE_ID });
    expect([await hooks.status(id), await hooks.suppressions()]).toEqual(['reviewed', ['12 email bounce']]);
  });

  it('notes at most 20 delays of a mail', async () => {
    const id = await hooks.add({ messageId: MESSAGE_ID });
    await mails.bounce(
      Array.from({ length: 30 }, (_, index) => ({ type: 'soft', message_id: MESSAGE_ID, id: `d${index}` })),
    );
    expect(await hooks.activity(id)).toHaveLength(20);
  });

  const dead = [{ event: 'bounce', email: ADA }];
  it.each([
    ['SendGrid and another body', () => mails.sendgrid(dead, { signed: '[]' })],
    ['SendGrid and an old time', () => mails.sendgrid(dead, { at: now() - 3_700 })],
    ['SendGrid and no signature', () => hooks.post('/hooks/mail/sendgrid', JSON.stringify(dead))],
    ['Mailgun and another key', () => mails.mailgun(mailgunFailure('permanent', 'bounce'), { key: 'x' })],
    [
      'Mailgun and an old time',
      () => mails.mailgun(mailgunFailure('permanent', 'bounce'), { at: now() - 3_700 }),
    ],
    ['Mailgun and no signature', () => hooks.post('/hooks/mail/mailgun', '{"event-data":{}}')],
    ['Postmark and another password', () => mails.postmark({ RecordType: 'Bounce', Email: ADA }, 'x')],
    ['Brevo and no secret', () => hooks.post('/hooks/mail/brevo', '{}')],
    [
      'the secret of another service',
      () => mails.bounce({ type: 'hard', recipient: ADA }, SECRETS.BREVO_WEBHOOK_SECRET),
    ],
    ['an empty secret', () => mails.bounce({ type: 'hard', recipient: ADA }, '')],
    [
      'Amazon SES and another topic',
      () =>
        hooks.post(
          '/hooks/mail/ses',
          mails.topic.message(JSON.stringify(sesBounce('Permanent')), { TopicArn: `${TOPIC}x` }),
        ),
    ],
    [
      'Amazon SES and no message of a topic',
      () => hooks.post('/hooks/mail/ses', JSON.stringify(sesBounce('Permanent'))),
    ],
  ])('refuses a notification with %s and stores nothing', async (_what, send) => {
    await hooks.add({ messageId: MESSAGE_ID });
    expect([403, 400]).toContain((await send()).status);
    expect(await hooks.written()).toBe(0);
  });

  it.each([
    ['text that is no JSON', '{'],
    ['JSON that is nested too deeply', '['.repeat(100_000)],
    ['a list of numbers', '[1]'],
    ['null', 'null'],
    ['an unknown type', '{"type":"bounced","recipient":"ada@example.com"}'],
    ['no mail', '{"type":"hard"}'],
    ['a bad event after a good one', `[{"type":"hard","recipient":"${ADA}"},{"type":"x"}]`],
    [
      'too many events',
      JSON.stringify(Array.from({ length: 2_001 }, () => ({ type: 'hard', recipient: ADA }))),
    ],
    ['a polluted prototype', '{"__proto__":{"type":"hard","recipient":"ada@example.com"}}'],
  ])('responds with 400 to a report with %s and stores nothing', async (_what, body) => {
    await hooks.add({ messageId: MESSAGE_ID });
    const response = await hooks.post('/hooks/bounce', body, {
      authorization: `Bearer ${SECRETS.BOUNCE_WEBHOOK_SECRET}`,
    });
    expect(response).toMatchObject({ status: 400, body: { success: false } });
    expect(await hooks.written()).toBe(0);
  });

  it('reads a report with control characters in ids and codes', async () => {
    const id = await hooks.add({ messageId: MESSAGE_ID });
    const strange = { code: '5.1.1\u0000', id: 'a\u0000\ud800b' };
    const byRecipient = { type: 'hard', message_id: MESSAGE_ID.replace('@', '\u0000@'), recipient: ADA };
    const reports = [{ type: 'soft', message_id: MESSAGE_ID, ...strange }, byRecipient];
    expect(await mails.bounce(reports)).toMatchObject({ status: 200 });
    expect(await hooks.activity(id)).toEqual(['deferred bounce error', 'bounced bounce error']);
  });

  it('knows no other service', async () => {
    expect(await hooks.post('/hooks/mail/unknown', '{}')).toMatchObject({ status: 404 });
  });
});
