import type { HttpResult } from '@plaudit/testing';
import type { HooksWorld } from './hooks-world.suite';
import { inbound, PHONE, SmsNotifications } from './sms-notifications.suite';

describe('SMS hooks', () => {
  let sms: SmsNotifications;
  let hooks: HooksWorld;

  beforeAll(async () => {
    sms = await SmsNotifications.start();
    ({ hooks } = sms);
  });
  afterAll(() => sms.close());
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
