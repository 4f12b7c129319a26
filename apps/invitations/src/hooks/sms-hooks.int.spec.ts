import { createHash, createHmac } from 'node:crypto';
import type { HttpResult } from '@plaudit/testing';
import { HooksWorld } from './hooks-world.suite';
import { SNS_ORIGIN, SnsTopic } from './sns/sns-topic.suite';

const PUBLIC_URL = 'http://localhost:8080';
const PHONE = '+15005550100';
const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:replies';
const SECRETS = {
  TWILIO_AUTH_TOKEN: 'twilio-auth-token',
  VONAGE_SIGNATURE_SECRET: 'vonage-signature-secret',
  BIRD_SIGNING_KEY: 'bird-signing-key',
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const now = (): number => Math.floor(Date.now() / 1_000);

function tokenOf(claims: object, secret: string, alg = 'HS256'): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

describe('SMS hooks', () => {
  let hooks: HooksWorld;
  let topic: SnsTopic;

  beforeAll(async () => {
    topic = await SnsTopic.start(TOPIC);
    hooks = await HooksWorld.start({
      ...SECRETS,
      PUBLIC_URL,
      SMS_TOPIC_ARNS: `${TOPIC}, ${TOPIC}-2`,
      ORIGIN_OVERRIDES: topic.override,
    });
  });
  afterAll(async () => {
    await hooks.close();
    await topic.close();
  });
  beforeEach(() => hooks.forget());

  async function twilio(
    fields: Record<string, string>,
    { path = '/hooks/sms/twilio', secret = SECRETS.TWILIO_AUTH_TOKEN } = {},
  ): Promise<HttpResult> {
    const names = Object.keys(fields).sort();
    const signed = PUBLIC_URL + path + names.map((name) => name + fields[name]).join('');
    return hooks.post(path, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', secret).update(signed).digest('base64'),
    });
  }

  function inbound(Body: string, more: Record<string, string> = {}): Record<string, string> {
    return { MessageSid: 'SM9', From: PHONE, To: '+15005550006', Body, ...more };
  }

  async function vonage(
    body: object,
    claims: object = {},
    secret = SECRETS.VONAGE_SIGNATURE_SECRET,
  ): Promise<HttpResult> {
    const text = JSON.stringify(body);
    const all = { iat: now(), jti: 'j1', iss: 'Vonage', payload_hash: sha256(text), ...claims };
    return hooks.post('/hooks/sms/vonage', text, {
      'content-type': 'application/json',
      authorization: `Bearer ${tokenOf(all, secret)}`,
    });
  }

  function birdToken(path: string, body = '', claims: object = {}): Record<string, string> {
    const all = {
      iss: 'MessageBird',
      nbf: now() - 1,
      exp: now() + 60,
      jti: 'j1',
      url_hash: sha256(PUBLIC_URL + path),
      ...(body !== '' && { payload_hash: sha256(body) }),
      ...claims,
    };
    return { 'messagebird-signature-jwt': tokenOf(all, SECRETS.BIRD_SIGNING_KEY) };
  }

  function birdReport(query: Record<string, string>, claims: object = {}): Promise<HttpResult> {
    const path = `/hooks/sms/bird?${new URLSearchParams(query).toString()}`;
    return hooks.world.as().get('invitations', path, { headers: birdToken(path, '', claims) });
  }

  async function sns(message: string, changes: Record<string, string> = {}): Promise<HttpResult> {
    return hooks.post('/hooks/sms/sns', topic.message(message, changes), { 'content-type': 'text/plain' });
  }

  describe('answers of people', () => {
    it('stop messages of every sub account that wrote to the number', async () => {
      const first = await hooks.add({ type: 'sms' });
      const pending = await hooks.add({ type: 'sms', status: 'pending' });
      const other = await hooks.add({ type: 'sms', subAccountId: 13 });
      const stranger = await hooks.add({ type: 'sms', subAccountId: 14, recipient: '+15005550101' });
      const mail = await hooks.add({ subAccountId: 15 });
      expect(await twilio(inbound(' stop '))).toMatchObject({ status: 200, body: '' });
      expect(
        await Promise.all([first, pending, other, stranger, mail].map((id) => hooks.status(id))),
      ).toEqual(['unsubscribed', 'skipped', 'unsubscribed', 'sent', 'sent']);
      expect((await hooks.suppressions()).sort()).toEqual(['12 sms stop', '13 sms stop']);
      expect(await hooks.activity(first)).toEqual(['unsubscribed inbound_sms ok']);
      expect(await hooks.message(pending)).toMatchObject({ skip_reason: 'sms_stop' });
    });

    it('change nothing a second time', async () => {
      const id = await hooks.add({ type: 'sms' });
      await Promise.all([twilio(inbound('STOP')), twilio(inbound('STOP')), twilio(inbound('STOP'))]);
      await twilio(inbound('STOP'));
      expect(await hooks.activity(id)).toEqual(['unsubscribed inbound_sms ok']);
      expect(await hooks.suppressions()).toEqual(['12 sms stop']);
    });

    it('allow messages again only after a stop', async () => {
      await hooks.add({ type: 'sms' });
      await hooks.add({ type: 'sms', subAccountId: 13 });
      await twilio(inbound('STOP'));
      await hooks.world.admin.query(
        "update invitations.suppressions set reason = 'manual' where sub_account_id = 13",
      );
      await twilio(inbound('START'));
      expect(await hooks.suppressions()).toEqual(['13 sms manual']);
    });

    it.each(['please stop', 'STOP please', 'HELP', 'Great service, thank you!'])(
      'do nothing with %j',
      async (text) => {
        const id = await hooks.add({ type: 'sms' });
        expect(await twilio(inbound(text))).toMatchObject({ status: 200 });
        expect([await hooks.written(), await hooks.status(id)]).toEqual([0, 'sent']);
      },
    );

    it('arrive from WhatsApp, from Vonage, from Bird and from Amazon', async () => {
      const answer = JSON.stringify({ originationNumber: PHONE, messageBody: 'Stop' });
      const bird = JSON.stringify({ originator: '15005550100', recipient: '15005550006', body: 'STOP' });
      const ways: (() => Promise<HttpResult>)[] = [
        () => twilio(inbound('Stop', { From: `whatsapp:${PHONE}` })),
        () => twilio(inbound('Basta', { OptOutType: 'STOP' })),
        () =>
          vonage({ channel: 'sms', from: '15005550100', to: '15005550006', text: 'STOP', message_uuid: 'u' }),
        () => vonage({ msisdn: '15005550100', to: '15005550006', messageId: 'x', text: 'STOP' }),
        () => hooks.post('/hooks/sms/bird', bird, birdToken('/hooks/sms/bird', bird)),
        () => sns(answer),
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
      await twilio(inbound('STOP'));
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
      await twilio({ MessageSid: 'SM1', MessageStatus: 'sent' });
      await twilio({ MessageSid: 'SM1', MessageStatus: 'delivered' });
      await twilio({ MessageSid: 'SM1', MessageStatus: 'delivered' });
      expect(await hooks.activity(id)).toEqual(['delivered sms ok']);
      expect(await hooks.message(id)).toMatchObject({ status: 'sent', delivery: 'confirmed' });
    });

    it('end a message that was not delivered, without suppressing the person', async () => {
      const id = await hooks.add({ type: 'sms', provider: 'twilio', providerId: 'SM1' });
      const undelivered = { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30003' };
      await twilio(undelivered);
      await twilio(undelivered);
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
      await twilio(
        { MessageSid: 'SM7', MessageStatus: 'delivered' },
        { path: `/hooks/sms/twilio?ref=${id}` },
      );
      expect(await hooks.message(id)).toMatchObject({ delivery: 'confirmed' });
    });

    it('do not change a message that has another id at the provider', async () => {
      const id = await hooks.add({ type: 'sms', provider: 'twilio', providerId: 'SM1' });
      const failed = { MessageSid: 'SM2', MessageStatus: 'failed', ErrorCode: '30003' };
      await twilio(failed, { path: `/hooks/sms/twilio?ref=${id}` });
      expect(await hooks.written()).toBe(0);
    });

    it.each([
      ['an error of the Messages API', { message_uuid: 'u1', status: 'rejected', error: { title: '1240' } }],
      ['a delivery receipt', { messageId: 'u1', status: 'failed', 'err-code': '9' }],
    ])('suppress a person whose opt-out Vonage reports later, with %s', async (_what, body) => {
      const id = await hooks.add({ type: 'sms', provider: 'vonage', providerId: 'u1' });
      const pending = await hooks.add({ type: 'sms', status: 'pending' });
      expect(await vonage(body)).toMatchObject({ status: 200 });
      expect(await vonage(body)).toMatchObject({ status: 200 });
      expect([await hooks.status(id), await hooks.status(pending)]).toEqual(['failed', 'skipped']);
      expect(await hooks.suppressions()).toEqual(['12 sms stop']);
      expect(await hooks.activity(id)).toEqual(['failed sms error']);
    });

    it('of Vonage and Bird end messages that were not delivered', async () => {
      const first = await hooks.add({ type: 'sms', provider: 'vonage', providerId: 'u1' });
      const second = await hooks.add({ type: 'sms', provider: 'bird', providerId: 'b1' });
      await vonage({
        message_uuid: 'u1',
        status: 'undeliverable',
        error: { type: 'https://x.example/messages#1100' },
      });
      const report = { id: 'b1', reference: 'r', recipient: '15005550100', status: 'delivery_failed' };
      expect(await birdReport({ ...report, statusErrorCode: '1' })).toMatchObject({ status: 200, body: '' });
      expect(await hooks.message(first)).toMatchObject({ status: 'failed', error_code: 'vonage_1100' });
      expect(await hooks.message(second)).toMatchObject({ status: 'failed', error_code: 'bird_1' });
    });

    it('leave a message alone that the person has reviewed', async () => {
      const id = await hooks.add({ type: 'sms', status: 'reviewed', provider: 'twilio', providerId: 'SM1' });
      await twilio({ MessageSid: 'SM1', MessageStatus: 'failed', ErrorCode: '30003' });
      expect([await hooks.status(id), await hooks.activity(id)]).toEqual(['reviewed', ['failed sms error']]);
    });

    it.each(['constructor', '__proto__', 'toString', 'accepted'])(
      'ignore the unknown status %s',
      async (status) => {
        await hooks.add({ type: 'sms', provider: 'twilio', providerId: 'SM1' });
        expect(await twilio({ MessageSid: 'SM1', MessageStatus: status })).toMatchObject({ status: 200 });
        expect(await hooks.written()).toBe(0);
      },
    );
  });

  describe('without a valid signature', () => {
    const stop = { channel: 'sms', from: '15005550100', text: 'STOP' };
    const text = JSON.stringify({ originator: PHONE, body: 'STOP' });
    const answer = JSON.stringify({ originationNumber: PHONE, messageBody: 'STOP' });

    it.each([
      ['Twilio and another token', () => twilio(inbound('STOP'), { secret: 'x' })],
      ['Twilio and no signature', () => hooks.post('/hooks/sms/twilio', 'Body=STOP')],
      [
        'Twilio and another body than the hash says',
        () => hooks.post('/hooks/sms/twilio?bodySHA256=00', '{}'),
      ],
      ['Vonage and another secret', () => vonage(stop, {}, 'x')],
      ['Vonage and another body', () => vonage(stop, { payload_hash: sha256('{}') })],
      ['Vonage and no hash of the body', () => vonage(stop, { payload_hash: undefined })],
      ['Vonage and an old token', () => vonage(stop, { iat: now() - 301 })],
      ['Vonage and a token without a time', () => vonage(stop, { iat: undefined })],
      [
        'Vonage and a token without a signature',
        () =>
          hooks.post('/hooks/sms/vonage', '{}', {
            authorization: `Bearer ${tokenOf({ iat: now(), payload_hash: sha256('{}') }, '', 'none')}`,
          }),
      ],
      [
        'Bird and another address',
        () => hooks.post('/hooks/sms/bird', text, birdToken('/hooks/sms/other', text)),
      ],
      ['Bird and another body', () => hooks.post('/hooks/sms/bird', text, birdToken('/hooks/sms/bird', 'x'))],
      [
        'Bird and a body without a hash',
        () => hooks.post('/hooks/sms/bird', text, birdToken('/hooks/sms/bird')),
      ],
      [
        'Bird and an expired token',
        () => birdReport({ originator: PHONE, body: 'STOP' }, { exp: now() - 10 }),
      ],
      ['Bird and a token that is valid for years', () => birdReport({ body: 'STOP' }, { exp: now() + 1e8 })],
      ['Bird and another issuer', () => birdReport({ originator: PHONE, body: 'STOP' }, { iss: 'x' })],
      ['Amazon and another topic', () => sns(answer, { TopicArn: `${TOPIC}-3` })],
      ['Amazon and an old message', () => sns(answer, { Timestamp: '2026-01-01T00:00:00.000Z' })],
      ['Amazon and no time', () => sns(answer, { Timestamp: 'soon' })],
      ['Amazon and another signature', () => sns(answer, { Signature: 'AAAA' })],
      [
        'Amazon and a certificate of a bucket',
        () => sns(answer, { SigningCertURL: 'https://sns.s3.amazonaws.com/a.pem' }),
      ],
      [
        'Amazon and a certificate of another host',
        () => sns(answer, { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com.example/a.pem' }),
      ],
      [
        'Amazon and a certificate without TLS',
        () => sns(answer, { SigningCertURL: 'http://sns.eu-west-1.amazonaws.com/a.pem' }),
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
    const signature = createHmac('sha1', SECRETS.TWILIO_AUTH_TOKEN)
      .update(PUBLIC_URL + path)
      .digest('base64');
    expect(await hooks.post(path, body, { 'x-twilio-signature': signature })).toMatchObject({ status: 200 });
    expect(await hooks.activity(id)).toEqual(['delivered sms ok']);
  });

  it('confirms the subscription to a topic of the settings only', async () => {
    topic.requests.length = 0;
    const confirmation = {
      Type: 'SubscriptionConfirmation',
      Token: 't1',
      SubscribeURL: `${SNS_ORIGIN}/?Action=ConfirmSubscription&Token=t1`,
    };
    expect(await sns('Confirm', confirmation)).toMatchObject({ status: 200 });
    expect(topic.requests.map(({ query }) => query.get('Token'))).toContain('t1');
    const elsewhere = { ...confirmation, SubscribeURL: 'https://attacker.example/' };
    expect(await sns('Confirm', elsewhere)).toMatchObject({ status: 403 });
    expect(await sns('Confirm', { ...confirmation, TopicArn: `${TOPIC}-3` })).toMatchObject({ status: 403 });
  });

  it.each([
    ['JSON that is nested too deeply', `{"a":${'['.repeat(1_000)}${']'.repeat(1_000)}}`],
    ['half of a JSON text', '{"status":'],
    ['a list', '[]'],
  ])('responds with 400 to a signed notification that is %s', async (_what, text) => {
    const claims = { iat: now(), payload_hash: sha256(text) };
    const authorization = `Bearer ${tokenOf(claims, SECRETS.VONAGE_SIGNATURE_SECRET)}`;
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
