import { createHmac } from 'node:crypto';
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
import {
  inbound,
  PHONE,
  SmsNotifications,
  now as smsNow,
  PUBLIC_URL,
  SECRETS as SMS_SECRETS,
  sha256,
  tokenOf,
  TOPIC as SMS_TOPIC,
} from './sms-notifications.suite';
import { SNS_ORIGIN } from './sns/sns-topic.suite';

let sms: SmsNotifications;

beforeAll(async () => (sms = await SmsNotifications.start()));

afterAll(() => sms.close());

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
    [
      'an unknown address of Amazon SES',
      hard,
      () =>
        mails.ses(
          sesBounce('Permanent', { status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' }),
        ),
    ],
    ['an address that Amazon SES does not find', hard, () => mails.ses(sesBounce('Permanent/NoEmail'))],
    ['a full mailbox of Amazon SES', failed, () => mails.ses(sesBounce('Permanent', { status: '5.2.2' }))],
    [
      'a block of Amazon SES',
      failed,
      () =>
        mails.ses(
          sesBounce('Permanent', {
            status: '5.3.0',
            diagnosticCode: 'smtp; 550 Listed at blocklist.example',
          }),
        ),
    ],
    ['a permanent bounce of Amazon SES without a reason', failed, () => mails.ses(sesBounce('Permanent'))],
    [
      'an address on a list of Amazon SES',
      failed,
      () =>
        mails.ses(
          sesBounce('Permanent/OnAccountSuppressionList', {
            status: '5.1.1',
            diagnosticCode: 'Amazon SES did not send the message to this address',
          }),
        ),
    ],
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
      () =>
        mails.sendgrid([
          {
            event: 'bounce',
            type: 'bounce',
            reason: '550 5.1.1 The email account that you tried to reach does not exist.',
            status: '5.1.1',
            'smtp-id': `<${MESSAGE_ID}>`,
          },
        ]),
    ],
    [
      'an invalid address of SendGrid',
      hard,
      () => mails.sendgrid([{ event: 'bounce', bounce_classification: 'Invalid Address', email: ADA }]),
    ],
    [
      'a blocked mail of SendGrid',
      failed,
      () =>
        mails.sendgrid([
          { event: 'bounce', type: 'blocked', reason: '550 Blocked', status: '5.0.0', email: ADA },
        ]),
    ],
    [
      'a full mailbox that SendGrid calls a bounce',
      failed,
      () => mails.sendgrid([{ event: 'bounce', type: 'bounce', reason: '552 Over quota', email: ADA }]),
    ],
    [
      'a bounce of SendGrid without a reason',
      failed,
      () => mails.sendgrid([{ event: 'bounce', type: 'bounce', email: ADA }]),
    ],
    [
      'a policy of SendGrid',
      failed,
      () => mails.sendgrid([{ event: 'bounce', status: '5.7.1', email: ADA }]),
    ],
    [
      'an address that SendGrid does not try again',
      failed,
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
    [
      'a permanent failure of Mailgun',
      hard,
      () => mails.mailgun(mailgunFailure('permanent', 'bounce', '5.1.1 No such user')),
    ],
    [
      'a permanent failure of Mailgun that is a block',
      failed,
      () => mails.mailgun(mailgunFailure('permanent', 'bounce', '550 5.7.1 Your IP is on a block list')),
    ],
    [
      'an address on a list of Mailgun',
      failed,
      () =>
        mails.mailgun(
          mailgunFailure('permanent', 'suppress-bounce', 'Not delivering to previously bounced address', 605),
        ),
    ],
    ['an old mail of Mailgun', failed, () => mails.mailgun(mailgunFailure('permanent', 'old'))],
    [
      'a temporary failure of Mailgun',
      soft,
      () => mails.mailgun(mailgunFailure('temporary', 'generic', '450 Later', 450)),
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
      'a hard bounce of Postmark that is a block',
      failed,
      () =>
        mails.postmark({
          RecordType: 'Bounce',
          Type: 'HardBounce',
          Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
          Details: 'smtp;550 5.7.1 Message rejected because of its reputation',
          Email: ADA,
        }),
    ],
    [
      'an address that Postmark does not try again',
      failed,
      () => mails.postmark({ RecordType: 'Bounce', Type: 'ManuallyDeactivated', Email: ADA }),
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
      () =>
        mails.brevo({
          event: 'hard_bounce',
          'message-id': `<${MESSAGE_ID}>`,
          reason: '550 5.4.1 Recipient address rejected: Access denied',
        }),
    ],
    [
      'a hard bounce of Brevo that is a block',
      failed,
      () => mails.brevo({ event: 'hard_bounce', email: ADA, reason: '550 5.7.1 Blocked by our spam filter' }),
    ],
    ['an invalid address of Brevo', hard, () => mails.brevo({ event: 'invalid_email', email: ADA })],
    [
      'an address that Brevo does not try again',
      failed,
      () => mails.brevo({ event: 'blocked', email: ADA, reason: 'unknown user' }),
    ],
    ['a soft bounce of Brevo', soft, () => mails.brevo({ event: 'soft_bounce', email: ADA, ts_event: 1 })],
    ['a complaint of Brevo', complaint, () => mails.brevo({ event: 'spam', email: ADA })],
    [
      'a hard bounce of another system',
      hard,
      () => mails.bounce({ type: 'hard', message_id: MESSAGE_ID, code: '5.1.1' }),
    ],
    [
      'a hard bounce of another system that is a block',
      failed,
      () =>
        mails.bounce({ type: 'hard', message_id: MESSAGE_ID, code: '5.0.0', reason: '550 Blocked as spam' }),
    ],
    [
      'a failure of another system about an unknown address',
      hard,
      () => mails.bounce({ type: 'failed', message_id: MESSAGE_ID, reason: '550 No such user here' }),
    ],
    [
      'a failure of another system without a reason',
      failed,
      () => mails.bounce({ type: 'failed', message_id: MESSAGE_ID }),
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

describe('SMS hooks', () => {
  let hooks: HooksWorld;

  beforeAll(async () => {
    ({ hooks } = sms);
  });
  beforeEach(() => hooks.forget());

  describe('answers of people', () => {
    it('stop messages of every sub account that wrote to the number', async () => {
      const first = await hooks.add({ type: 'sms' });
      const pending = await hooks.add({ type: 'sms', status: 'pending' });
      const other = await hooks.add({ type: 'sms', subAccountId: 13 });
      const stranger = await hooks.add({ type: 'sms', subAccountId: 14, recipient: '+15005550101' });
      const mail = await hooks.add({ subAccountId: 15 });
      expect(await sms.twilio(inbound(' stop '))).toMatchObject({ status: 200, body: '' });
      expect(
        await Promise.all([first, pending, other, stranger, mail].map((id) => hooks.status(id))),
      ).toEqual(['unsubscribed', 'skipped', 'unsubscribed', 'sent', 'sent']);
      expect((await hooks.suppressions()).sort()).toEqual(['12 sms stop', '13 sms stop']);
      expect(await hooks.activity(first)).toEqual(['unsubscribed inbound_sms ok']);
      expect(await hooks.message(pending)).toMatchObject({ skip_reason: 'sms_stop' });
    });

    it('change nothing a second time', async () => {
      const id = await hooks.add({ type: 'sms' });
      await Promise.all([
        sms.twilio(inbound('STOP')),
        sms.twilio(inbound('STOP')),
        sms.twilio(inbound('STOP')),
      ]);
      await sms.twilio(inbound('STOP'));
      expect(await hooks.activity(id)).toEqual(['unsubscribed inbound_sms ok']);
      expect(await hooks.suppressions()).toEqual(['12 sms stop']);
    });

    it('allow messages again only after a stop', async () => {
      await hooks.add({ type: 'sms' });
      await hooks.add({ type: 'sms', subAccountId: 13 });
      await sms.twilio(inbound('STOP'));
      await hooks.world.admin.query(
        "update invitations.suppressions set reason = 'manual' where sub_account_id = 13",
      );
      await sms.twilio(inbound('START'));
      expect(await hooks.suppressions()).toEqual(['13 sms manual']);
    });

    it.each(['please stop', 'STOP please', 'HELP', 'Great service, thank you!'])(
      'do nothing with %j',
      async (text) => {
        const id = await hooks.add({ type: 'sms' });
        expect(await sms.twilio(inbound(text))).toMatchObject({ status: 200 });
        expect([await hooks.written(), await hooks.status(id)]).toEqual([0, 'sent']);
      },
    );

    it('arrive from WhatsApp, from Vonage, from Bird and from Amazon', async () => {
      const answer = JSON.stringify({ originationNumber: PHONE, messageBody: 'Stop' });
      const bird = JSON.stringify({ originator: '15005550100', recipient: '15005550006', body: 'STOP' });
      const ways: (() => Promise<HttpResult>)[] = [
        () => sms.twilio(inbound('Stop', { From: `whatsapp:${PHONE}` })),
        () => sms.twilio(inbound('Basta', { OptOutType: 'STOP' })),
        () =>
          sms.vonage({
            channel: 'sms',
            from: '15005550100',
            to: '15005550006',
            text: 'STOP',
            message_uuid: 'u',
          }),
        () => sms.vonage({ msisdn: '15005550100', to: '15005550006', messageId: 'x', text: 'STOP' }),
        () => hooks.post('/hooks/sms/bird', bird, sms.birdToken('/hooks/sms/bird', bird)),
        () => sms.sns(answer),
      ];
      for (const way of ways) {
        await hooks.forget();
        await hooks.add({ type: 'sms' });
        expect(await way()).toMatchObject({ status: 200 });
        expect(await hooks.suppressions()).toEqual(['12 sms stop']);
      }
    });

    it('suppress the person also if the message was deleted', async () => {
      const id = await hooks.add({ type: 'sms', deleted: true });
      await sms.twilio(inbound('STOP'));
      expect([await hooks.status(id), await hooks.suppressions()]).toEqual(['sent', ['12 sms stop']]);
    });
  });

  describe('statuses', () => {
    it('confirm the delivery once', async () => {
      const id = await hooks.add({
        type: 'sms',
        provider: 'twilio',
        providerId: 'SM1',
        delivery: 'unconfirmed',
      });
      await sms.twilio({ MessageSid: 'SM1', MessageStatus: 'sent' });
      await sms.twilio({ MessageSid: 'SM1', MessageStatus: 'delivered' });
      await sms.twilio({ MessageSid: 'SM1', MessageStatus: 'delivered' });
      expect(await hooks.activity(id)).toEqual(['delivered sms ok']);
      expect(await hooks.message(id)).toMatchObject({ status: 'sent', delivery: 'confirmed' });
    });

    it('end a message that was not delivered, without suppressing the person', async () => {
      const id = await hooks.add({ type: 'sms', provider: 'twilio', providerId: 'SM1' });
      const undelivered = { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30003' };
      await sms.twilio(undelivered);
      await sms.twilio(undelivered);
      expect(await hooks.message(id)).toMatchObject({
        status: 'failed',
        error_code: 'twilio_30003',
        error_msg: 'Twilio could not deliver the message, with error 30003.',
      });
      expect(await hooks.activity(id)).toEqual(['failed sms error']);
      expect(await hooks.suppressions()).toEqual([]);
    });

    it('find a message by the id of the request while its id at the provider is not stored', async () => {
      const id = await hooks.add({ type: 'sms', delivery: 'unconfirmed' });
      await sms.twilio(
        { MessageSid: 'SM7', MessageStatus: 'delivered' },
        { path: `/hooks/sms/twilio?ref=${id}` },
      );
      expect(await hooks.message(id)).toMatchObject({ delivery: 'confirmed' });
    });

    it('confirm a message whose attempt still waits for the answer', async () => {
      const id = await hooks.add({ type: 'sms', status: 'sending' });
      await sms.twilio(
        { MessageSid: 'SM7', MessageStatus: 'delivered' },
        { path: `/hooks/sms/twilio?ref=${id}` },
      );
      expect(await hooks.message(id)).toMatchObject({ status: 'sending', delivery: 'confirmed' });
    });

    it('do not change a message that has another id at the provider', async () => {
      const id = await hooks.add({ type: 'sms', provider: 'twilio', providerId: 'SM1' });
      const failed = { MessageSid: 'SM2', MessageStatus: 'failed', ErrorCode: '30003' };
      await sms.twilio(failed, { path: `/hooks/sms/twilio?ref=${id}` });
      expect(await hooks.written()).toBe(0);
    });

    it.each([
      ['an error of the Messages API', { message_uuid: 'u1', status: 'rejected', error: { title: '1240' } }],
      ['a delivery receipt', { messageId: 'u1', status: 'failed', 'err-code': '9' }],
    ])('suppress a person whose opt-out Vonage reports later, with %s', async (_what, body) => {
      const id = await hooks.add({ type: 'sms', provider: 'vonage', providerId: 'u1' });
      const pending = await hooks.add({ type: 'sms', status: 'pending' });
      expect(await sms.vonage(body)).toMatchObject({ status: 200 });
      expect(await sms.vonage(body)).toMatchObject({ status: 200 });
      expect([await hooks.status(id), await hooks.status(pending)]).toEqual(['failed', 'skipped']);
      expect(await hooks.suppressions()).toEqual(['12 sms stop']);
      expect(await hooks.activity(id)).toEqual(['failed sms error']);
    });

    it('of Vonage and Bird end messages that were not delivered', async () => {
      const first = await hooks.add({ type: 'sms', provider: 'vonage', providerId: 'u1' });
      const second = await hooks.add({ type: 'sms', provider: 'bird', providerId: 'b1' });
      await sms.vonage({
        message_uuid: 'u1',
        status: 'undeliverable',
        error: { type: 'https://x.example/messages#1100' },
      });
      const report = { id: 'b1', reference: 'r', recipient: '15005550100', status: 'delivery_failed' };
      expect(await sms.birdReport({ ...report, statusErrorCode: '1' })).toMatchObject({
        status: 200,
        body: '',
      });
      expect(await hooks.message(first)).toMatchObject({ status: 'failed', error_code: 'vonage_1100' });
      expect(await hooks.message(second)).toMatchObject({ status: 'failed', error_code: 'bird_1' });
    });

    it('suppress a person whose opt-out Bird reports later', async () => {
      const id = await hooks.add({ type: 'sms', provider: 'bird', providerId: 'b1' });
      const report = { id: 'b1', status: 'delivery_failed', statusReason: 'opted out' };
      expect(await sms.birdReport(report)).toMatchObject({ status: 200 });
      expect([await hooks.status(id), await hooks.suppressions()]).toEqual(['failed', ['12 sms stop']]);
    });

    it('do not find a message by an id that Postgres cannot store', async () => {
      await hooks.add({ type: 'sms', provider: 'twilio', providerId: 'SM1' });
      const failed = { MessageSid: 'SM1\0', MessageStatus: 'failed' };
      expect(await sms.twilio(failed)).toMatchObject({ status: 200 });
      expect(await hooks.written()).toBe(0);
    });

    it('leave a message alone that the person has reviewed', async () => {
      const id = await hooks.add({ type: 'sms', status: 'reviewed', provider: 'twilio', providerId: 'SM1' });
      await sms.twilio({ MessageSid: 'SM1', MessageStatus: 'failed', ErrorCode: '30003' });
      expect([await hooks.status(id), await hooks.activity(id)]).toEqual(['reviewed', ['failed sms error']]);
    });

    it.each(['constructor', '__proto__', 'toString', 'accepted'])(
      'ignore the unknown status %s',
      async (status) => {
        await hooks.add({ type: 'sms', provider: 'twilio', providerId: 'SM1' });
        expect(await sms.twilio({ MessageSid: 'SM1', MessageStatus: status })).toMatchObject({ status: 200 });
        expect(await hooks.written()).toBe(0);
      },
    );
  });
});

describe('signatures of SMS hooks', () => {
  let hooks: HooksWorld;

  beforeAll(async () => {
    ({ hooks } = sms);
  });
  beforeEach(() => hooks.forget());

  describe('without a valid signature', () => {
    const stop = { channel: 'sms', from: '15005550100', text: 'STOP' };
    const text = JSON.stringify({ originator: PHONE, body: 'STOP' });
    const answer = JSON.stringify({ originationNumber: PHONE, messageBody: 'STOP' });

    it.each([
      ['Twilio and another token', () => sms.twilio(inbound('STOP'), { secret: 'x' })],
      ['Twilio and no signature', () => hooks.post('/hooks/sms/twilio', 'Body=STOP')],
      [
        'Twilio and another body than the hash says',
        () => hooks.post('/hooks/sms/twilio?bodySHA256=00', '{}'),
      ],
      ['Vonage and another secret', () => sms.vonage(stop, {}, 'x')],
      ['Vonage and another body', () => sms.vonage(stop, { payload_hash: sha256('{}') })],
      ['Vonage and no hash of the body', () => sms.vonage(stop, { payload_hash: undefined })],
      ['Vonage and an old token', () => sms.vonage(stop, { iat: smsNow() - 301 })],
      ['Vonage and a token without a time', () => sms.vonage(stop, { iat: undefined })],
      [
        'Vonage and a token without a signature',
        () =>
          hooks.post('/hooks/sms/vonage', '{}', {
            authorization: `Bearer ${tokenOf({ iat: smsNow(), payload_hash: sha256('{}') }, '', 'none')}`,
          }),
      ],
      [
        'Bird and another address',
        () => hooks.post('/hooks/sms/bird', text, sms.birdToken('/hooks/sms/other', text)),
      ],
      [
        'Bird and another body',
        () => hooks.post('/hooks/sms/bird', text, sms.birdToken('/hooks/sms/bird', 'x')),
      ],
      [
        'Bird and a body without a hash',
        () => hooks.post('/hooks/sms/bird', text, sms.birdToken('/hooks/sms/bird')),
      ],
      [
        'Bird and an expired token',
        () => sms.birdReport({ originator: PHONE, body: 'STOP' }, { exp: smsNow() - 10 }),
      ],
      [
        'Bird and a token that is valid for years',
        () => sms.birdReport({ body: 'STOP' }, { exp: smsNow() + 1e8 }),
      ],
      ['Bird and another issuer', () => sms.birdReport({ originator: PHONE, body: 'STOP' }, { iss: 'x' })],
      ['Amazon and another topic', () => sms.sns(answer, { TopicArn: `${SMS_TOPIC}-3` })],
      ['Amazon and an old message', () => sms.sns(answer, { Timestamp: '2026-01-01T00:00:00.000Z' })],
      ['Amazon and no time', () => sms.sns(answer, { Timestamp: 'soon' })],
      ['Amazon and another signature', () => sms.sns(answer, { Signature: 'AAAA' })],
      [
        'Amazon and a certificate of a bucket',
        () => sms.sns(answer, { SigningCertURL: 'https://sns.s3.amazonaws.com/a.pem' }),
      ],
      [
        'Amazon and a certificate of another host',
        () => sms.sns(answer, { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com.example/a.pem' }),
      ],
      ...['/?Action=GetEndpointAttributes&x=.pem', '/SimpleNotificationService-1.pem?x=.pem', '/a/b.pem'].map(
        (path): [string, () => Promise<HttpResult>] => [
          `Amazon and a certificate at ${path}`,
          () => sms.sns(answer, { SigningCertURL: SNS_ORIGIN + path }),
        ],
      ),
      [
        'Amazon and a certificate without TLS',
        () => sms.sns(answer, { SigningCertURL: 'http://sns.eu-west-1.amazonaws.com/a.pem' }),
      ],
    ])('refuses a notification with %s and stores nothing', async (_what, send) => {
      await hooks.add({ type: 'sms' });
      const { status, body } = await send();
      expect({ status, code: (body as { code: string }).code }).toEqual({ status: 403, code: 'forbidden' });
      expect(await hooks.written()).toBe(0);
    });
  });

  it('accepts a JSON body of Twilio whose hash is in the signed address', async () => {
    const id = await hooks.add({ type: 'sms', provider: 'twilio', providerId: 'SM1' });
    const body = JSON.stringify({ MessageSid: 'SM1', MessageStatus: 'delivered' });
    const path = `/hooks/sms/twilio?bodySHA256=${sha256(body)}`;
    const signature = createHmac('sha1', SMS_SECRETS.TWILIO_AUTH_TOKEN)
      .update(PUBLIC_URL + path)
      .digest('base64');
    expect(await hooks.post(path, body, { 'x-twilio-signature': signature })).toMatchObject({ status: 200 });
    expect(await hooks.activity(id)).toEqual(['delivered sms ok']);
  });

  it('confirms the subscription to a topic of the settings only', async () => {
    sms.topic.requests.length = 0;
    const confirmation = {
      Type: 'SubscriptionConfirmation',
      Token: 't1',
      SubscribeURL: `${SNS_ORIGIN}/?Action=ConfirmSubscription&Token=t1`,
    };
    expect(await sms.sns('Confirm', confirmation)).toMatchObject({ status: 200 });
    expect(sms.topic.requests.map(({ query }) => query.get('Token'))).toContain('t1');
    const elsewhere = { ...confirmation, SubscribeURL: 'https://attacker.example/' };
    expect(await sms.sns('Confirm', elsewhere)).toMatchObject({ status: 403 });
    expect(await sms.sns('Confirm', { ...confirmation, TopicArn: `${SMS_TOPIC}-3` })).toMatchObject({
      status: 403,
    });
  });

  it.each([
    ['JSON that is nested too deeply', `{"a":${'['.repeat(1_000)}${']'.repeat(1_000)}}`],
    ['half of a JSON text', '{"status":'],
    ['a list', '[]'],
  ])('responds with 400 to a signed notification that is %s', async (_what, text) => {
    const claims = { iat: smsNow(), payload_hash: sha256(text) };
    const authorization = `Bearer ${tokenOf(claims, SMS_SECRETS.VONAGE_SIGNATURE_SECRET)}`;
    expect(await hooks.post('/hooks/sms/vonage', text, { authorization })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
    expect(await hooks.written()).toBe(0);
  });

  it('knows no other provider', async () => {
    expect(await hooks.post('/hooks/sms/log', 'x')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });
});
