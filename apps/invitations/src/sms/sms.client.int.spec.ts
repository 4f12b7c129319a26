import { Clock, Randomness, Tracing } from '@plaudit/runtime';
import { type FixtureResponse, type FixtureServer, freePort, startFixtureServer } from '@plaudit/testing';
import { InvitationsEnv } from '../invitations.env';
import type { OutgoingSms, SmsOutcome, SmsProviderName } from './sms';
import { SmsClient } from './sms.client';

const ORIGINS: Readonly<Partial<Record<SmsProviderName, string>>> = {
  twilio: 'https://api.twilio.com',
  vonage: 'https://api.nexmo.com',
  bird: 'https://rest.messagebird.com',
  sns: 'https://sns.eu-west-1.amazonaws.com',
};

const SETTINGS: Partial<InvitationsEnv> = {
  PUBLIC_URL: 'https://reviews.example',
  SMS_TIMEOUT_MS: 60_000,
  SMS_FROM: '+15005550006',
  TWILIO_ACCOUNT_SID: 'AC0123',
  TWILIO_AUTH_TOKEN: 'twilio-token',
  TWILIO_WHATSAPP_FROM: '+15005550007',
  VONAGE_API_KEY: 'vonage-key',
  VONAGE_API_SECRET: 'vonage-secret',
  BIRD_ACCESS_KEY: 'bird-key',
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'aws-secret',
};

const SMS: OutgoingSms = {
  to: '+15005550100',
  from: null,
  channel: 'sms',
  body: 'Hi Ada & co. — https://reviews.example/i/abc',
  ref: '901',
};

/** What a provider answers to a message that it takes. */
const ACCEPTED: Readonly<Record<string, FixtureResponse>> = {
  twilio: { status: 201, body: { sid: 'SM0123', status: 'queued' } },
  vonage: { status: 202, body: { message_uuid: 'aaaaaaaa-bbbb-cccc-dddd-0123456789ab' } },
  bird: { status: 201, body: { id: 'e8077d803532c0b5937c639b60216938' } },
  sns: {
    body: '<PublishResponse><PublishResult><MessageId>567910cd-659e</MessageId></PublishResult></PublishResponse>',
  },
};

describe('SmsClient', () => {
  let server: FixtureServer;
  const clients: SmsClient[] = [];

  beforeAll(async () => (server = await startFixtureServer()));
  afterAll(() => server.close());
  afterEach(async () => {
    server.requests.length = 0;
    for (const client of clients.splice(0)) await client.onApplicationShutdown();
  });

  function clientOf(provider: SmsProviderName, settings: Partial<InvitationsEnv> = {}): SmsClient {
    const origin = ORIGINS[provider];
    const env = Object.assign(new InvitationsEnv(), SETTINGS, {
      SMS_PROVIDER: provider,
      ORIGIN_OVERRIDES: origin ? `${origin}=${server.url}` : '',
      ...settings,
    });
    const client = new SmsClient(env, new Clock(), new Randomness(), Tracing.OFF);
    clients.push(client);
    return client;
  }

  async function outcomeOf(provider: SmsProviderName, response: FixtureResponse): Promise<SmsOutcome> {
    server.handle(() => response);
    return clientOf(provider, response === 'hang' ? { SMS_TIMEOUT_MS: 300 } : {}).send(SMS);
  }

  describe.each(['twilio', 'vonage', 'bird', 'sns'] as const)('with %s', (provider) => {
    it.each([
      ['does not answer in time', 'hang', { kind: 'unknown' }],
      [
        'hangs up instead of answering',
        'reset',
        {
          kind: 'unknown',
          msg: expect.stringMatching(/took the message\. The server closed the connection before/),
        },
      ],
      ['hangs up in its answer', 'cut', { kind: 'unknown' }],
      ['takes the message and answers in HTML', { body: '<html>ok</html>' }, { kind: 'unknown' }],
      ['answers with 10 MB', { body: 'x'.repeat(10_000_000) }, { kind: 'unknown' }],
      ['answers with JSON that is no object', { body: '[null]' }, { kind: 'unknown' }],
      ['lost the answer behind a proxy', { status: 504 }, { kind: 'unknown' }],
      ['fails', { status: 500, body: '<h1>Oops</h1>' }, { kind: 'retry', connection: true }],
      ['is unavailable', { status: 503 }, { kind: 'retry', connection: true }],
      ['redirects', { status: 302, headers: { location: 'https://elsewhere.example/' } }, { kind: 'retry' }],
      ['does not accept the credentials', { status: 401 }, { kind: 'retry', connection: true }],
      [
        'asks to wait',
        { status: 429, headers: { 'retry-after': '7' } },
        { kind: 'retry', code: `${provider}_rate_limited`, retryAfterMs: 7_000 },
      ],
      ['refuses in HTML', { status: 400, body: '<h1>No</h1>' }, { kind: 'refused', suppress: false }],
    ] as [string, FixtureResponse, object][])(
      'knows the outcome if it %s',
      async (_what, response, expected) => {
        expect(await outcomeOf(provider, response)).toMatchObject(expected);
        expect(server.requests).toHaveLength(1);
      },
    );

    it('returns the id of a message that it took', async () => {
      const outcome = await outcomeOf(provider, ACCEPTED[provider] as FixtureResponse);
      expect(outcome).toEqual({ kind: 'sent', providerId: expect.stringMatching(/^[\w-]{6,}$/) });
    });

    it('can repeat a message if nobody listens', async () => {
      const ORIGIN_OVERRIDES = `${ORIGINS[provider]}=http://127.0.0.1:${await freePort()}`;
      expect(await clientOf(provider, { ORIGIN_OVERRIDES }).send(SMS)).toMatchObject({
        kind: 'retry',
        code: `${provider}_connection_refused`,
        connection: true,
      });
    });

    it('never says the number or the text of the message in an outcome', async () => {
      const echo = { status: 400, body: { message: `${SMS.to} ${SMS.body}`, title: SMS.to, code: SMS.to } };
      expect(JSON.stringify(await outcomeOf(provider, echo))).not.toMatch(/15005550100|Ada/);
    });
  });

  it.each([
    [21610, { kind: 'refused', code: 'twilio_21610', suppress: true, optOut: true }],
    [21211, { kind: 'refused', code: 'twilio_21211', suppress: false }],
    [21614, { kind: 'refused', code: 'twilio_21614', suppress: false }],
    [30610, { kind: 'retry', code: 'twilio_30610', connection: false }],
    [20429, { kind: 'retry', code: 'twilio_rate_limited', connection: true }],
  ])('reads the error %s of Twilio', async (code, expected) => {
    expect(await outcomeOf('twilio', { status: 400, body: { code, message: 'No' } })).toMatchObject(expected);
  });

  it.each([
    ['vonage', { status: 402, body: { title: 'Low balance' } }, { kind: 'retry', code: 'vonage_balance' }],
    [
      'vonage',
      { status: 422, body: { type: 'https://developer.vonage.com/api-errors/messages#1120' } },
      { kind: 'refused', code: 'vonage_1120' },
    ],
    ['bird', { status: 422, body: { errors: [{ code: 25 }] } }, { kind: 'retry', code: 'bird_25' }],
    ['bird', { status: 422, body: { errors: [{ code: 10 }] } }, { kind: 'refused', code: 'bird_10' }],
    [
      'sns',
      { status: 400, body: '<ErrorResponse><Error><Code>InvalidParameter</Code></Error></ErrorResponse>' },
      { kind: 'refused', code: 'sns_InvalidParameter' },
    ],
    [
      'sns',
      { status: 400, body: '<ErrorResponse><Error><Code>OptedOut</Code></Error></ErrorResponse>' },
      { kind: 'refused', optOut: true },
    ],
    [
      'sns',
      { status: 400, body: '<ErrorResponse><Error><Code>Throttling</Code></Error></ErrorResponse>' },
      { kind: 'retry', code: 'sns_rate_limited' },
    ],
  ] as [SmsProviderName, FixtureResponse, object][])(
    'reads the errors of %s',
    async (provider, response, expected) => {
      expect(await outcomeOf(provider, response)).toMatchObject(expected);
    },
  );

  async function formOf(sms: Partial<OutgoingSms>, settings: Partial<InvitationsEnv> = {}): Promise<object> {
    server.handle(() => ACCEPTED['twilio'] as FixtureResponse);
    await clientOf('twilio', settings).send({ ...SMS, ...sms });
    return Object.fromEntries(new URLSearchParams(server.requests[0]?.text));
  }

  it('hands a message to Twilio with the address for its reports', async () => {
    expect(await formOf({})).toEqual({
      To: '+15005550100',
      From: '+15005550006',
      Body: SMS.body,
      StatusCallback: 'https://reviews.example/hooks/sms/twilio?ref=901',
    });
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      path: '/2010-04-01/Accounts/AC0123/Messages.json',
      headers: { authorization: `Basic ${Buffer.from('AC0123:twilio-token').toString('base64')}` },
    });
  });

  it('prefers the sender of the settings profile, then the messaging service, then SMS_FROM', async () => {
    const TWILIO_MESSAGING_SERVICE_SID = 'MG0123';
    expect(await formOf({ from: 'Acme' }, { TWILIO_MESSAGING_SERVICE_SID })).toMatchObject({ From: 'Acme' });
    server.requests.length = 0;
    const form = await formOf({}, { TWILIO_MESSAGING_SERVICE_SID });
    expect(form).toMatchObject({ MessagingServiceSid: 'MG0123' });
    expect(form).not.toHaveProperty('From');
  });

  it('sends WhatsApp between numbers of WhatsApp, whatever name the profile has', async () => {
    const from = { To: 'whatsapp:+15005550100', From: 'whatsapp:+15005550007' };
    expect(await formOf({ channel: 'whatsapp', from: 'Acme' })).toMatchObject(from);
    server.requests.length = 0;
    expect(await formOf({ channel: 'whatsapp', from: '+15005550008' })).toMatchObject({
      From: 'whatsapp:+15005550008',
    });
  });

  it('hands a message to Vonage without the plus of the numbers', async () => {
    await outcomeOf('vonage', ACCEPTED['vonage'] as FixtureResponse);
    expect(server.requests[0]?.json()).toMatchObject({
      channel: 'sms',
      message_type: 'text',
      to: '15005550100',
      from: '15005550006',
      text: SMS.body,
      client_ref: '901',
      webhook_url: 'https://reviews.example/hooks/sms/vonage',
    });
  });

  it('hands a message to Bird with the reference that its reports need', async () => {
    await outcomeOf('bird', ACCEPTED['bird'] as FixtureResponse);
    expect(server.requests[0]?.headers).toMatchObject({ authorization: 'AccessKey bird-key' });
    expect(server.requests[0]?.json()).toMatchObject({
      originator: '+15005550006',
      recipients: ['15005550100'],
      body: SMS.body,
      reference: '901',
      reportUrl: 'https://reviews.example/hooks/sms/bird',
    });
  });

  it('signs the request to Amazon SNS', async () => {
    await outcomeOf('sns', ACCEPTED['sns'] as FixtureResponse);
    const [request] = server.requests;
    expect(Object.fromEntries(new URLSearchParams(request?.text))).toMatchObject({
      Action: 'Publish',
      PhoneNumber: '+15005550100',
      Message: SMS.body,
      'MessageAttributes.entry.2.Name': 'AWS.MM.SMS.OriginationNumber',
    });
    expect(request?.headers['authorization']).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/sns\/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=[0-9a-f]{64}$/,
    );
  });

  it('takes messages without handing them to anybody with the provider log', async () => {
    const client = clientOf('log');
    expect(await client.send(SMS)).toEqual({
      kind: 'sent',
      providerId: expect.stringMatching(/^log-\w{16}$/),
    });
    expect(client.supports('whatsapp')).toBe(true);
    expect(server.requests).toEqual([]);
  });

  it.each([
    ['none', 'sms', 'sms_not_configured'],
    ['vonage', 'whatsapp', 'whatsapp_not_configured'],
  ] as const)('refuses with the provider %s a message of the channel %s', async (provider, channel, code) => {
    const client = clientOf(provider);
    expect(client.supports(channel)).toBe(false);
    expect(await client.send({ ...SMS, channel })).toMatchObject({ kind: 'refused', code, suppress: false });
  });
});
