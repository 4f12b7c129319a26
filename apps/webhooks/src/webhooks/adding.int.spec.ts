import { buildPrincipal } from '@plaudit/testing';
import { EVENTS, WebhooksApi } from './webhooks-api.suite';

let api: WebhooksApi;

beforeAll(async () => {
  api = await WebhooksApi.start();
});
afterAll(() => api.close());

describe('adding', () => {
  test('answers 201 with the whole record and the secret, this once', async () => {
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

  test('stores the secret sealed', async () => {
    const { body } = await api.add(api.main(), { url: 'https://sealed.example.com/', events: EVENTS });
    const [row] = await api.world.admin.query<{ sealed: Buffer }>(
      'select secret_enc as sealed from webhooks.webhooks where id = $1',
      [body.id],
    );
    expect(row?.sealed.toString('latin1')).not.toContain(body.secret.slice(6, 20));
  });

  test('keeps every field that was sent', async () => {
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

  test('from the dashboard makes a webhook of format legacy', async () => {
    const { body } = await api.add(api.main({ key_id: null }), {
      url: 'https://dash.example.com/',
      events: EVENTS,
    });
    expect(body.format).toBe('legacy');
  });

  test('of an unresolvable name is fine: DNS may follow', async () => {
    expect((await api.add(api.main(), { url: 'https://not-yet.test/', events: EVENTS })).status).toBe(201);
  });

  test.each<[string, object, string, string]>([
    ['no body', {}, 'webhook_url_invalid', 'url'],
    ['no url', { events: EVENTS }, 'webhook_url_invalid', 'url'],
    ['a bad url', { url: 'nonsense', events: EVENTS }, 'webhook_url_invalid', 'url'],
    ['no events', { url: 'https://example.com/' }, 'unknown_event', 'events'],
    ['empty events', { url: 'https://example.com/', events: [] }, 'unknown_event', 'events'],
    [
      'an unknown event',
      { url: 'https://example.com/', events: ['review.liked'] },
      'unknown_event',
      'events',
    ],
    [
      'a wrong type',
      { url: 'https://example.com/', events: EVENTS, active: 'no' },
      'invalid_setting',
      'active',
    ],
    [
      'crossed bounds',
      { url: 'https://example.com/', events: EVENTS, min_rating: 5, max_rating: 1 },
      'invalid_setting',
      'min_rating',
    ],
  ])('with %s is a 422 and stores nothing', async (_what, body, code, field) => {
    const caller = api.main();
    expect(await api.add(caller, body)).toMatchObject({ status: 422, body: { success: false, code, field } });
    expect((await api.get(caller, 'get')).body).toEqual({ webhooks: [] });
  });

  test.each([
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
  ])('%s is a 422 on add and on update, and stores nothing', async (url) => {
    const caller = api.main();
    const refused = { status: 422, body: { success: false, code: 'webhook_url_invalid', field: 'url' } };
    expect(await api.add(caller, { url, events: EVENTS })).toMatchObject(refused);
    const { body } = await api.add(caller, { url: 'https://good.example.com/', events: EVENTS });
    expect(await api.put(caller, body.id, { url })).toMatchObject(refused);
    expect((await api.get(caller, 'get')).body.webhooks).toMatchObject([
      { url: 'https://good.example.com/' },
    ]);
  });

  test('a url twice is a 422 however it is spelled, unless the first was deleted', async () => {
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

  test('beyond the plan is a 422, also when many arrive at once', async () => {
    const { limits } = buildPrincipal();
    const caller = api.main({ limits: { ...limits, webhooks: 2 } });
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => api.add(caller, { url: `https://plan.example.com/${n}`, events: EVENTS })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({
      code: 'webhook_limit_reached',
      limit: 2,
      used: 2,
    });
  });

  test('the same url at once is stored once', async () => {
    const caller = api.main();
    const answers = await Promise.all(
      [1, 2, 3].map(() => api.add(caller, { url: 'https://race.example.com/', events: EVENTS })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422]);
  });
});
