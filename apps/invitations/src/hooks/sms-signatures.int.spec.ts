import { createHmac } from 'node:crypto';
import type { HttpResult } from '@plaudit/testing';
import type { HooksWorld } from './hooks-world.suite';
import {
  inbound,
  now,
  PHONE,
  PUBLIC_URL,
  SECRETS,
  sha256,
  SmsNotifications,
  tokenOf,
  TOPIC,
} from './sms-notifications.suite';
import { SNS_ORIGIN } from './sns/sns-topic.suite';

describe('signatures of SMS hooks', () => {
  let sms: SmsNotifications;
  let hooks: HooksWorld;

  beforeAll(async () => {
    sms = await SmsNotifications.start();
    ({ hooks } = sms);
  });
  afterAll(() => sms.close());
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
      ['Vonage and an old token', () => sms.vonage(stop, { iat: now() - 301 })],
      ['Vonage and a token without a time', () => sms.vonage(stop, { iat: undefined })],
      [
        'Vonage and a token without a signature',
        () =>
          hooks.post('/hooks/sms/vonage', '{}', {
            authorization: `Bearer ${tokenOf({ iat: now(), payload_hash: sha256('{}') }, '', 'none')}`,
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
        () => sms.birdReport({ originator: PHONE, body: 'STOP' }, { exp: now() - 10 }),
      ],
      [
        'Bird and a token that is valid for years',
        () => sms.birdReport({ body: 'STOP' }, { exp: now() + 1e8 }),
      ],
      ['Bird and another issuer', () => sms.birdReport({ originator: PHONE, body: 'STOP' }, { iss: 'x' })],
      ['Amazon and another topic', () => sms.sns(answer, { TopicArn: `${TOPIC}-3` })],
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
    const signature = createHmac('sha1', SECRETS.TWILIO_AUTH_TOKEN)
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
    expect(await sms.sns('Confirm', { ...confirmation, TopicArn: `${TOPIC}-3` })).toMatchObject({
      status: 403,
    });
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
