import { buildPrincipal } from '@plaudit/testing';
import { EVENTS, WebhooksApi } from './webhooks-api.suite';

let api: WebhooksApi;

beforeAll(async () => {
  api = await WebhooksApi.start();
});
afterAll(() => api.close());

describe('POST /webhooks/add', () => {
  it('answers 201 with the whole webhook, and is the only response with the secret', async () => {
    const caller = api.main();
    const { status, body } = await api.add(caller, {
      url: 'HTTPS://Hooks.Example.com:443/a?b=c#d',
      events: EVENTS,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      url: 'https://hooks.example.com/a?b=c',
      events: EVENTS,
      active: true,
      sub_account_ids: [],
      channel_ids: [],
      min_rating: null,
      max_rating: null,
      skip_backfill: false,
      format: 'standard',
      description: null,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      secret_hint: `whsec_…${String(body.secret).slice(-4)}`,
      previous_secret_expires_on: null,
      created_on: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      updated_on: body.created_on,
      paused_on: null,
      disabled_reason: null,
      health: {
        state: 'new',
        consecutive_failures: 0,
        failing_since: null,
        last_success_on: null,
        last_failure_on: null,
        last_status_code: null,
        last_error_code: null,
      },
    });
    const { secret, ...record } = body as { secret: string; id: number };
    expect((await api.get(caller, 'get')).body).toEqual({ webhooks: [record] });
    expect((await api.get(caller, `get/${record.id}`)).body).toEqual({ ...record, pending: 0 });
    expect((await api.put(caller, record.id, {})).body).not.toHaveProperty('secret');
    expect(JSON.stringify(api.world.logs.lines)).not.toContain(secret);
  });

  it('stores the secret encrypted', async () => {
    const { body } = await api.add(api.main(), { url: 'https://encrypted.example.com/', events: EVENTS });
    const [row] = await api.world.admin.query<{ encrypted: Buffer }>(
      'select secret_enc as encrypted from webhooks.webhooks where id = $1',
      [body.id],
    );
    expect(row?.encrypted.toString('latin1')).not.toContain(body.secret.slice(6, 20));
  });

  it('stores every field that was sent', async () => {
    const fields = {
      url: 'https://full.example.com/',
      events: ['profile.error', 'review.created', 'rating.changed', 'review.updated', 'review.deleted'],
      sub_account_ids: [11, 12],
      channel_ids: [3_000_000_000],
      min_rating: 1.5,
      max_rating: 4,
      skip_backfill: true,
      active: false,
      description: 'CRM — prod',
    };
    const caller = api.main();
    const { body } = await api.add(caller, fields);
    expect(body).toMatchObject({ ...fields, paused_on: body.created_on, disabled_reason: 'manual' });
    expect((await api.get(caller, `get/${body.id}`)).body).toMatchObject(fields);
    expect((await api.get(caller, `get/${body.id}`)).body.health.state).toBe('paused');
  });

  it('stores each event and each id of a filter once', async () => {
    const { body } = await api.add(api.main(), {
      url: 'https://once.example.com/',
      events: ['rating.changed', 'review.created', 'rating.changed'],
      sub_account_ids: [3, 3, 4],
      channel_ids: [9, 9],
    });
    expect(body).toMatchObject({
      events: ['rating.changed', 'review.created'],
      sub_account_ids: [3, 4],
      channel_ids: [9],
    });
  });

  it('creates a webhook of the format legacy for a request from the dashboard', async () => {
    const { body } = await api.add(api.main({ key_id: null }), {
      url: 'https://dash.example.com/',
      events: EVENTS,
    });
    expect(body.format).toBe('legacy');
  });

  it.each([
    ['https://hooks.denied.example/', /address/],
    ['https://denied.example/', /address/],
    ['http://9.9.9.9/', /address/],
    ['http://[::ffff:9.9.9.9]/', /address/],
  ])('refuses %s, which the operator denied to all outgoing requests', async (url, msg) => {
    expect(await api.add(api.main(), { url, events: EVENTS })).toMatchObject({
      status: 422,
      body: { code: 'webhook_url_invalid', field: 'url', msg: expect.stringMatching(msg) },
    });
  });

  it('accepts a host name that does not resolve yet', async () => {
    expect((await api.add(api.main(), { url: 'https://not-yet.test/', events: EVENTS })).status).toBe(201);
  });

  it.each<[string, object, string, string]>([
    ['an empty body', {}, 'missing_field', 'url'],
    ['a missing URL', { events: EVENTS }, 'missing_field', 'url'],
    ['an invalid URL', { url: 'nonsense', events: EVENTS }, 'webhook_url_invalid', 'url'],
    ['missing events', { url: 'https://example.com/' }, 'missing_field', 'events'],
    ['an empty list of events', { url: 'https://example.com/', events: [] }, 'invalid_value', 'events'],
    [
      'an unknown event',
      { url: 'https://example.com/', events: ['review.liked'] },
      'unknown_event',
      'events',
    ],
    [
      'a field of the wrong type',
      { url: 'https://example.com/', events: EVENTS, active: 'no' },
      'invalid_value',
      'active',
    ],
    [
      'a minimum rating above the maximum',
      { url: 'https://example.com/', events: EVENTS, min_rating: 5, max_rating: 1 },
      'invalid_value',
      'min_rating',
    ],
    [
      'an invalid URL before it checks the names of the events',
      { url: 'nonsense', events: ['x'] },
      'webhook_url_invalid',
      'url',
    ],
  ])('refuses %s with 422 and stores nothing', async (_what, body, code, field) => {
    const caller = api.main();
    expect(await api.add(caller, body)).toMatchObject({ status: 422, body: { success: false, code, field } });
    expect((await api.get(caller, 'get')).body).toEqual({ webhooks: [] });
  });

  it('refuses filters with ids that do not exist, names each of them, and stores nothing', async () => {
    const caller = api.main();
    const { owners } = api.world;
    owners.missingSubAccounts.add(99);
    owners.missingChannels.add(71).add(72);
    const webhook = { url: 'https://filters.example.com/', events: EVENTS };
    const msg = 'sub_account_ids[1]: 99 is not a sub account of this account.';
    expect(await api.add(caller, { ...webhook, sub_account_ids: [11, 99], channel_ids: [71] })).toMatchObject(
      {
        status: 422,
        body: { code: 'invalid_value', field: 'sub_account_ids[1]', msg },
      },
    );
    expect(await api.add(caller, { ...webhook, channel_ids: [71, 7, 72] })).toMatchObject({
      status: 422,
      body: {
        code: 'invalid_value',
        errors: [
          { field: 'channel_ids[0]', msg: 'channel_ids[0]: 71 is not a channel of this account.' },
          { field: 'channel_ids[2]', msg: 'channel_ids[2]: 72 is not a channel of this account.' },
        ],
      },
    });
    expect((await api.get(caller, 'get')).body).toEqual({ webhooks: [] });
  });

  it('looks for the channels of a sub account’s webhook in that sub account', async () => {
    const caller = api.main({ sub_account_id: 12, main: false });
    await api.add(caller, {
      url: 'https://own.example.com/',
      events: EVENTS,
      sub_account_ids: [12],
      channel_ids: [8],
    });
    expect(api.world.owners.questions.slice(-1)).toEqual([
      { path: '/internal/channels/unknown', body: { ids: [8], sub_account_id: 12 } },
    ]);
    const { owners } = api.world;
    owners.missingChannels.add(9);
    const refused = await api.add(caller, {
      url: 'https://x.example.com/',
      events: EVENTS,
      channel_ids: [9],
    });
    expect(refused.body.msg).toBe('channel_ids[0]: 9 is not a channel of this sub account.');
  });

  it('answers 503 and stores nothing while the owner of the ids does not respond', async () => {
    const caller = api.main();
    const body = { url: 'https://later.example.com/', events: EVENTS, channel_ids: [5] };
    for (const status of [503, 404]) {
      api.world.owners.fail(status);
      expect(await api.add(caller, body)).toMatchObject({
        status: 503,
        body: {
          code: 'upstream_unavailable',
          msg: 'The channels service is not available; try again shortly.',
        },
      });
    }
    api.world.owners.recover();
    expect((await api.get(caller, 'get')).body).toEqual({ webhooks: [] });
    expect((await api.add(caller, body)).status).toBe(201);
  });

  it.each([
    ['http://127.0.0.1/'],
    ['http://2130706433/'],
    ['http://0177.0.0.1/'],
    ['http://127.1/'],
    ['http://0.0.0.0/'],
    ['http://①②⑦.⓪.⓪.①/'],
    ['http://localhost/'],
    ['http://[::1]/'],
    ['http://[::ffff:127.0.0.1]/'],
    ['http://[64:ff9b::169.254.169.254]/'],
    ['http://[fd00:ec2::254]/'],
    ['http://10.0.0.1/'],
    ['http://169.254.169.254/latest/meta-data/'],
    ['http://168.63.129.16/'],
    ['http://metadata.google.internal/'],
    ['http://user:pw@example.com/'],
    ['http://example.com\\@127.0.0.1/'],
    ['h\tttp://127.0.0.1/'],
    ['https://example.com/\r\nX: 1'],
    ['file:///etc/passwd'],
    ['https://example.com:6379/'],
    ['https://postgres/'],
    ['https://x.svc.cluster.local/'],
    ['https://1.2.3/'],
    ['https://a..b.com/'],
  ])('refuses the URL %s with 422, as PUT /webhooks/update/{id} does, and stores nothing', async (url) => {
    const caller = api.main();
    const refused = { status: 422, body: { success: false, code: 'webhook_url_invalid', field: 'url' } };
    expect(await api.add(caller, { url, events: EVENTS })).toMatchObject(refused);
    const { body } = await api.add(caller, { url: 'https://good.example.com/', events: EVENTS });
    expect(await api.put(caller, body.id, { url })).toMatchObject(refused);
    expect((await api.get(caller, 'get')).body.webhooks).toMatchObject([
      { url: 'https://good.example.com/' },
    ]);
  });

  it('refuses a URL that is in use in any spelling, until the other webhook was deleted', async () => {
    const caller = api.main();
    const first = await api.add(caller, { url: 'https://twice.example.com/a', events: EVENTS });
    for (const url of [
      'https://twice.example.com/a',
      'https://TWICE.example.com:443/a',
      'https://twice.example.com./a#x',
    ]) {
      expect(await api.add(caller, { url, events: EVENTS })).toMatchObject({
        status: 422,
        body: { code: 'duplicate_webhook', existing_id: first.body.id },
      });
    }
    expect((await api.add(caller, { url: 'https://twice.example.com/A', events: EVENTS })).status).toBe(201);
    await api.delete(caller, first.body.id);
    expect((await api.add(caller, { url: 'https://twice.example.com/a', events: EVENTS })).status).toBe(201);
  });

  it('refuses more webhooks than the plan allows, even in concurrent requests', async () => {
    const { limits } = buildPrincipal();
    const caller = api.main({ limits: { ...limits, webhooks: 2 } });
    const responses = await Promise.all(
      [1, 2, 3, 4].map((n) => api.add(caller, { url: `https://plan.example.com/${n}`, events: EVENTS })),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 422, 422]);
    expect(responses.find(({ status }) => status === 422)?.body).toMatchObject({
      code: 'webhook_limit_reached',
      limit: 2,
      used: 2,
    });
  });

  it('stores a URL once when concurrent requests send it', async () => {
    const caller = api.main();
    const responses = await Promise.all(
      [1, 2, 3].map(() => api.add(caller, { url: 'https://race.example.com/', events: EVENTS })),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422]);
  });
});
