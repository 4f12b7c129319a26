import { createCipheriv, randomBytes } from 'node:crypto';
import {
  type Principal,
  accountSubAccountDeleted,
  UNLIMITED,
  effectiveScopes,
  type Scope,
} from '@plaudit/contracts';
import { buildPrincipal, buildEvent, type HttpResult, eventually } from '@plaudit/testing';
import { deriveKey, placeIn, reseal, Secrets } from '@plaudit/runtime';
import {
  WEBHOOKS,
  HOURLY_RETRIES,
  received,
  startWebhooksWorld,
  deliveryStates,
  type WebhooksWorld,
  logged,
} from '../webhooks-world.suite';
import { EVENTS, WebhooksApi } from './webhooks-api.suite';
import { webhooksService } from '../service';
import { PREVIOUS_SECRET, SECRET } from './sealed-columns';

let api: WebhooksApi;

beforeAll(async () => (api = await WebhooksApi.start()));

afterAll(() => api.close());

describe('webhooks', () => {
  describe('PUT /webhooks/update/{id}', () => {
    it('changes only the fields that were sent', async () => {
      const caller = api.main();
      const fields = {
        url: 'https://up.example.com/',
        events: EVENTS,
        description: 'x',
        sub_account_ids: [11],
      };
      const { body } = await api.add(caller, fields);
      const updated = await api.put(caller, body.id, { events: ['rating.changed'] });
      expect(updated).toMatchObject({
        status: 200,
        body: {
          url: fields.url,
          events: ['rating.changed'],
          description: 'x',
          sub_account_ids: [11],
          active: true,
        },
      });
      expect((await api.put(caller, body.id, { sub_account_ids: [], description: null })).body).toMatchObject(
        {
          events: ['rating.changed'],
          sub_account_ids: [],
          description: null,
        },
      );
    });

    it('changes nothing if one field is invalid', async () => {
      const caller = api.main();
      const { body } = await api.add(caller, { url: 'https://none.example.com/', events: EVENTS });
      const refused = await api.put(caller, body.id, { description: 'new', events: ['nope'] });
      expect(refused).toMatchObject({ status: 422, body: { code: 'unknown_event' } });
      expect((await api.get(caller, `get/${body.id}`)).body.description).toBeNull();
    });

    it('refuses ids that do not exist, and keeps those that the webhook had before they were deleted', async () => {
      const caller = api.main();
      const { owners } = api.world;
      const fields = {
        url: 'https://gone.example.com/',
        events: EVENTS,
        sub_account_ids: [21],
        channel_ids: [31],
      };
      const { body } = await api.add(caller, fields);
      owners.missingSubAccounts.add(21).add(22);
      owners.missingChannels.add(31);
      const refused = { status: 422, body: { code: 'invalid_value', field: 'sub_account_ids[1]' } };
      expect(await api.put(caller, body.id, { sub_account_ids: [21, 22] })).toMatchObject(refused);
      const kept = await api.put(caller, body.id, {
        sub_account_ids: [21],
        channel_ids: [31],
        description: 'x',
      });
      expect(kept).toMatchObject({ status: 200, body: { sub_account_ids: [21], channel_ids: [31] } });
      await api.put(caller, body.id, { channel_ids: [] });
      expect((await api.put(caller, body.id, { channel_ids: [31] })).body.field).toBe('channel_ids[0]');
    });

    it('compares a new rating limit with the stored one', async () => {
      const caller = api.main();
      const { body } = await api.add(caller, {
        url: 'https://b.example.com/',
        events: EVENTS,
        max_rating: 3,
      });
      expect((await api.put(caller, body.id, { min_rating: 4 })).status).toBe(422);
      expect((await api.put(caller, body.id, { min_rating: 4, max_rating: null })).status).toBe(200);
    });

    it('refuses the URL of another webhook and accepts its own', async () => {
      const caller = api.main();
      await api.add(caller, { url: 'https://one.example.com/', events: EVENTS });
      const { body } = await api.add(caller, { url: 'https://two.example.com/', events: EVENTS });
      expect((await api.put(caller, body.id, { url: 'https://one.example.com' })).body.code).toBe(
        'duplicate_webhook',
      );
      expect((await api.put(caller, body.id, { url: 'https://two.example.com/' })).status).toBe(200);
    });

    it('changes nothing when it pauses or resumes a webhook for the second time', async () => {
      const caller = api.main();
      const { body } = await api.add(caller, { url: 'https://pause.example.com/', events: EVENTS });
      const paused = await api.put(caller, body.id, { active: false });
      expect(paused.body).toMatchObject({
        active: false,
        disabled_reason: 'manual',
        health: { state: 'paused' },
      });
      expect((await api.put(caller, body.id, { active: false })).body.paused_on).toBe(paused.body.paused_on);
      const resumed = { active: true, paused_on: null, disabled_reason: null };
      expect((await api.put(caller, body.id, { active: true })).body).toMatchObject(resumed);
      expect((await api.put(caller, body.id, { active: true })).body).toMatchObject(resumed);
    });
  });

  describe('The permissions of webhooks', () => {
    async function eachRoute(as: Partial<Principal>, id: number): Promise<number[]> {
      const caller = api.world.as(as);
      const responses = [
        await caller.get('webhooks', `${WEBHOOKS}/get/${id}`),
        await caller.put('webhooks', `${WEBHOOKS}/update/${id}`, { body: { url: 'nonsense' } }),
        await caller.get('webhooks', `${WEBHOOKS}/deliveries/${id}`),
        await caller.post('webhooks', `${WEBHOOKS}/test/${id}`),
        await caller.post('webhooks', `${WEBHOOKS}/rotate_secret/${id}`, { body: {} }),
        await caller.post('webhooks', `${WEBHOOKS}/recover/${id}`, {
          body: { since: '2026-01-01', until: '2026-01-02' },
        }),
        await caller.delete('webhooks', `${WEBHOOKS}/delete/${id}`),
      ];
      return responses.map(({ status }) => status);
    }

    it("answer 404 on every route for another account's, an unknown and a deleted webhook", async () => {
      const owner = api.main();
      const { body } = await api.add(owner, { url: 'https://mine.example.com/', events: EVENTS });
      const notFound = Array.from({ length: 7 }, () => 404);
      expect(await eachRoute(api.main(), body.id)).toEqual(notFound);
      expect(await eachRoute(owner, 999_999_999)).toEqual(notFound);
      expect((await api.delete(owner, body.id)).body).toEqual({
        success: true,
      });
      expect(await eachRoute(owner, body.id)).toEqual(notFound);
      expect((await api.get(owner, 'get')).body).toEqual({ webhooks: [] });
    });

    it('show a sub account only its own webhooks and the main sub account all', async () => {
      const owner = api.main();
      const sub = { ...owner, sub_account_id: 12, main: false };
      const other = { ...owner, sub_account_id: 13, main: false };
      const wide = await api.add(owner, { url: 'https://wide.example.com/', events: EVENTS });
      const own = await api.add(sub, { url: 'https://wide.example.com/', events: EVENTS });
      expect(own.status).toBe(201);
      expect((await api.get(sub, 'get')).body.webhooks).toMatchObject([{ id: own.body.id }]);
      expect((await api.get(other, 'get')).body).toEqual({ webhooks: [] });
      expect((await api.get(owner, 'get')).body.webhooks).toMatchObject([
        { id: wide.body.id },
        { id: own.body.id },
      ]);
      expect(await eachRoute(sub, wide.body.id)).toEqual(Array.from({ length: 7 }, () => 404));
      expect(await eachRoute(other, own.body.id)).toEqual(Array.from({ length: 7 }, () => 404));
    });

    it('do not let a sub account filter for another one', async () => {
      const sub = api.main({ sub_account_id: 12, main: false });
      const fields = { url: 'https://sub.example.com/', events: EVENTS };
      const refused = { status: 422, body: { code: 'invalid_value', field: 'sub_account_ids' } };
      expect(await api.add(sub, { ...fields, sub_account_ids: [12, 13] })).toMatchObject(refused);
      const { body } = await api.add(sub, { ...fields, sub_account_ids: [12] });
      expect(await api.put(sub, body.id, { sub_account_ids: [13] })).toMatchObject(refused);
    });

    it('depend on the scopes of the key and require a principal', async () => {
      const reader = api.main({ scopes: ['webhooks:read'] });
      expect((await api.get(reader, 'get')).status).toBe(200);
      expect(await api.add(reader, {})).toMatchObject({ status: 403, body: { required: 'webhooks:write' } });
      expect((await api.world.anonymous().get('webhooks', `${WEBHOOKS}/get`)).status).toBe(401);
    });

    it('answer 404 for an id that is not a positive integer', async () => {
      expect((await api.get(api.main(), 'get/0')).status).toBe(404);
      expect((await api.get(api.main(), 'get/x')).status).toBe(404);
    });
  });
});

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
      created_by: { type: 'key', id: 1, name: '' },
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
    const { body } = await api.add(api.main({ key_id: null, user_id: 9 }), {
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

describe('OnSubAccountDeleted', () => {
  let world: WebhooksWorld;
  beforeAll(async () => {
    world = await startWebhooksWorld(HOURLY_RETRIES);
  });
  afterAll(() => world.close());

  it('cancels the waiting deliveries of the deleted sub account and keeps those of the others', async () => {
    let fail = true;
    const endpoint = await world.endpoint(() => ({ status: fail ? 500 : 200 }));
    const webhook = await world.webhook({ url: endpoint.url });
    await world.review({}, { subaccountid: 11 });
    const kept = await world.review({}, { subaccountid: 12 });
    await received(endpoint, 2);
    await eventually(
      () => deliveryStates(world, webhook.id),
      (counts) => counts[0] === 2,
      'both to wait for their retry',
    );
    await deleteSubAccount(11);
    expect(await deliveryStates(world, webhook.id)).toEqual({ 0: 1, 4: 1 });
    fail = false;
    await world.makeRetriesDue();
    await eventually(
      () => deliveryStates(world, webhook.id),
      (counts) => counts[2] === 1,
      'the other to be delivered',
    );
    expect(endpoint.requests.slice(2).map(({ headers }) => headers['x-service-event-id'])).toEqual([kept.id]);
  });

  it('logs and does not repeat an attempt that is in flight when the sub account is deleted', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const endpoint = await world.endpoint(async () => {
      await held;
      return { status: 500 };
    });
    const webhook = await world.webhook({ url: endpoint.url });
    await world.review({}, { subaccountid: 21 });
    await received(endpoint, 1);
    await deleteSubAccount(21);
    release();
    await eventually(
      () => world.attempts(webhook.id),
      (attempts) => attempts.length === 1,
      'the attempt to be logged',
    );
    expect(await deliveryStates(world, webhook.id)).toEqual({ 4: 1 });
  });

  it('stops the delivery of later events of the deleted sub account', async () => {
    const endpoint = await world.endpoint();
    await world.webhook({ url: endpoint.url });
    await deleteSubAccount(31);
    await handled((await world.review({}, { subaccountid: 31 })).id);
    const next = await world.review({}, { subaccountid: 32 });
    const [request, ...more] = await received(endpoint, 1);
    expect(more).toEqual([]);
    expect(request?.headers['x-service-event-id']).toBe(next.id);
  });

  it('deletes the webhooks of the deleted sub account, no longer counts them in the plan and sends nothing to later ones', async () => {
    const endpoint = await world.endpoint();
    const principal = { account_id: 7, limits: { ...UNLIMITED, webhooks: 1 } };
    const own = (await addOwned(endpoint.url, 41, principal)).body;
    expect((await addOwned(endpoint.url, 42, principal)).status).toBe(422);
    await deleteSubAccount(41, 7);
    const [row] = await world.admin.query<{ deleted: boolean; lanes: number }>(
      `select deleted_on is not null as deleted, (select count(*) from webhooks.lanes where webhook_id = $1) as lanes
       from webhooks.webhooks where id = $1`,
      [own.id],
    );
    expect(row).toEqual({ deleted: true, lanes: 0 });
    expect((await addOwned(`${endpoint.url}/late`, 41, principal)).status).toBe(201);
    expect((await addOwned(`${endpoint.url}/next`, 42, principal)).status).toBe(201);
    await handled((await world.review({}, { accountid: 7, subaccountid: 41 })).id);
    await world.review({}, { accountid: 7, subaccountid: 42 });
    await received(endpoint, 1);
    expect(endpoint.requests.map(({ path }) => path)).toEqual(['/next']);
  });

  async function handled(eventId: string): Promise<void> {
    await eventually(
      () => world.admin.query('select from webhooks.inbox where event_id = $1', [eventId]),
      (rows) => rows.length === 1,
      'the event to be handled',
    );
  }

  async function deleteSubAccount(id: number, accountid = 1): Promise<void> {
    const event = buildEvent(accountSubAccountDeleted, { accountid, subaccountid: id, data: { id } });
    await world.publish(event);
    await handled(event.id);
  }

  function addOwned(
    url: string,
    sub_account_id: number,
    principal: Partial<Principal> = {},
  ): Promise<HttpResult> {
    return world
      .as({ sub_account_id, main: false, ...principal })
      .post('webhooks', `${WEBHOOKS}/add`, { body: { url, events: ['review.created'] } });
  }
});

const ALL = effectiveScopes('admin', true, []);

const without = (...missing: Scope[]) => ALL.filter((scope) => !missing.includes(scope));

const NARROW: Scope[] = ['webhooks:read', 'webhooks:write'];

describe('A key without reviews:read', () => {
  let world: WebhooksWorld;
  let count = 0;

  beforeAll(async () => {
    world = await startWebhooksWorld();
  });
  afterAll(() => world.close());

  const url = () => `https://hooks.example.com/${(count += 1)}`;
  const add = (scopes: Scope[], events: string[]) =>
    world.as({ scopes }).post('webhooks', `${WEBHOOKS}/add`, { body: { url: url(), events } });
  const update = (scopes: Scope[], id: number, body: object) =>
    world.as({ scopes }).put('webhooks', `${WEBHOOKS}/update/${id}`, { body });
  const refusal = (required: Scope) => ({
    status: 403,
    body: {
      success: false,
      code: 'forbidden',
      required,
      field: 'events',
      msg: expect.stringContaining(required),
    },
  });

  it.each<[string, Scope]>([
    ['review.created', 'reviews:read'],
    ['review.updated', 'reviews:read'],
    ['review.deleted', 'reviews:read'],
    ['rating.changed', 'channels:read'],
    ['profile.error', 'channels:read'],
    ['review.status_changed', 'reviews:read'],
    ['channel.crawled', 'channels:read'],
    ['invite.sent', 'invites:read'],
    ['invite.failed', 'invites:read'],
  ])('adds a webhook with the event %s only with %s', async (event, required) => {
    expect(await add(NARROW, [event])).toMatchObject(refusal(required));
    expect(await add(without(required), [event])).toMatchObject(refusal(required));
    expect((await add([...NARROW, required], [event])).status).toBe(201);
  });

  it('cannot add an event of reviews beside one that it may read', async () => {
    const mixed = ['profile.error', 'review.created'];
    expect(await add(without('reviews:read'), mixed)).toMatchObject(refusal('reviews:read'));
    const { body } = await add(without('reviews:read'), ['profile.error']);
    expect(await update(without('reviews:read'), body.id, { events: mixed })).toMatchObject(
      refusal('reviews:read'),
    );
  });

  it.each<[string, object]>([
    ['send them to its own url', { url: 'https://thief.example.com/' }],
    ['widen the filters', { sub_account_ids: [] }],
    ['take a limit of the rating away', { min_rating: null }],
    ['resume it', { active: true }],
    ['keep a part of the events', { events: ['review.created'], active: false }],
  ])('cannot change a webhook with events of reviews to %s', async (_what, changes) => {
    const { body } = await add(ALL, ['review.created', 'review.updated']);
    expect(await update(NARROW, body.id, changes)).toMatchObject(refusal('reviews:read'));
    expect((await world.as().get('webhooks', `${WEBHOOKS}/get/${body.id}`)).body.url).toBe(body.url);
  });

  it('can pause, describe and delete a webhook with events of reviews, and take them out', async () => {
    const { body } = await add(ALL, ['review.created', 'profile.error']);
    expect((await update(NARROW, body.id, { active: false, description: 'noisy' })).status).toBe(200);
    expect((await update(without('reviews:read'), body.id, { events: ['profile.error'] })).status).toBe(200);
    const deleted = await world.as({ scopes: NARROW }).delete('webhooks', `${WEBHOOKS}/delete/${body.id}`);
    expect(deleted.status).toBe(200);
  });

  it('reads no review from the log of an endpoint that repeats what it receives', async () => {
    const echo = await world.endpoint(({ text }) => ({ body: text }));
    const { id } = await world.webhook({ url: echo.url });
    await world.review({ text: 'Only for readers of reviews.' });
    const [seen] = await logged(world, id, 1);
    expect(seen.response_body).toContain('Only for readers of reviews.');
    await world.as({ scopes: NARROW }).post('webhooks', `${WEBHOOKS}/test/${id}`);
    const log = await world.as({ scopes: NARROW }).get('webhooks', `${WEBHOOKS}/deliveries/${id}`);
    expect(JSON.stringify(log.body)).not.toContain('Only for readers');
    expect(log.body.deliveries).toMatchObject([
      { test: true, response_body: expect.stringContaining('"test":true') },
      {
        test: false,
        status: 'success',
        response_body: null,
        response_headers: null,
        response_encoding: null,
      },
    ]);
  });

  it('keeps the deliveries of a webhook that was added before', async () => {
    const endpoint = await world.endpoint();
    const { id } = await world.webhook({ url: endpoint.url });
    await update(NARROW, id, { description: 'kept' });
    await world.review();
    expect(await logged(world, id, 1)).toMatchObject([{ status: 'success', event: 'review.created' }]);
  });
});

const COLUMNS = webhooksService.sealed ?? [];

const MANY = 1_100;

interface Row {
  id: number;
  secret_enc: Buffer;
}

/** Encrypts as releases did that bound no value to its row. */
function unplaced(key: Buffer, plain: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key, 'seal'), iv);
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([1]), deriveKey(key, 'key-id', 4), iv, cipher.getAuthTag(), ciphertext]);
}

describe('The stored secrets of webhooks', () => {
  let world: WebhooksWorld;
  let key: string;

  beforeAll(async () => {
    world = await startWebhooksWorld();
    key = world.settings('webhooks')['SECRETS_KEY'] as string;
  });
  afterAll(() => world.close());

  async function rows(): Promise<Row[]> {
    return world.admin.query<Row>('select id, secret_enc from webhooks.webhooks order by id');
  }

  async function run(secrets: Secrets): Promise<{ readable: boolean; lines: string[] }> {
    const lines: string[] = [];
    const readable = await reseal(
      world.databaseUrl('webhooks'),
      COLUMNS,
      secrets,
      (line) => void lines.push(line),
    );
    return { readable, lines };
  }

  async function testCall(id: number): Promise<number> {
    return (await world.as().post('webhooks', `${WEBHOOKS}/test/${id}`)).status;
  }

  it('open only in their own row and column', async () => {
    const endpoint = await world.endpoint();
    const [first, second] = [
      await world.webhook({ url: `${endpoint.url}/first` }),
      await world.webhook({ url: `${endpoint.url}/second` }),
    ];
    const secrets = new Secrets(key);
    const [one, two] = (await rows()).filter(({ id }) => [first.id, second.id].includes(id)) as [Row, Row];
    expect(secrets.decrypt(one.secret_enc, placeIn(SECRET, one.id))).toBe(first.secret);
    expect(() => secrets.decrypt(one.secret_enc, placeIn(SECRET, two.id))).toThrow(/authenticate/);
    expect(() => secrets.decrypt(one.secret_enc, placeIn(PREVIOUS_SECRET, one.id))).toThrow(/authenticate/);

    world.expectErrors(/authenticate/);
    await world.admin.query(
      'update webhooks.webhooks set secret_enc = (select secret_enc from webhooks.webhooks where id = $1) where id = $2',
      [one.id, two.id],
    );
    expect(await testCall(two.id)).toBe(500);
    await world.admin.query('update webhooks.webhooks set secret_enc = $1 where id = $2', [
      two.secret_enc,
      two.id,
    ]);
    expect(await testCall(two.id)).toBe(200);
  });

  it('survive a rotation of SECRETS_KEY, which the command completes', async () => {
    const endpoint = await world.endpoint();
    const webhook = await world.webhook({ url: endpoint.url });
    const master = Buffer.from(key, 'base64');
    // A secret of an older release, and more rows than one batch has.
    const old = await world.webhook({ url: `${endpoint.url}/old` });
    await world.admin.query(
      'update webhooks.webhooks set secret_enc = $1, prev_secret_enc = $2 where id = $3',
      [unplaced(master, old.secret), unplaced(master, 'whsec_cHJldmlvdXM='), old.id],
    );
    await world.admin.query(
      `insert into webhooks.webhooks (account_id, url, events, sub_account_ids, channel_ids, skip_backfill, active,
         format, secret_enc, secret_hint, test_calls, created_on, updated_on)
       select 9, 'https://example.com/' || n, '{}', '{}', '{}', false, true, 'standard', $1, '', 0, now(), now()
       from generate_series(1, ${MANY}) n`,
      [unplaced(master, 'whsec_bWFueQ==')],
    );
    expect(await testCall(old.id)).toBe(200);

    const next = randomBytes(32).toString('base64');
    const count = (await rows()).length;
    const during = new Secrets(next, key);
    const { readable, lines } = await run(during);
    expect(readable).toBe(true);
    expect(lines).toEqual([
      `webhooks.webhooks.secret_enc: ${count} values, ${count} encrypted again`,
      'webhooks.webhooks.prev_secret_enc: 1 values, 1 encrypted again',
    ]);
    expect((await run(during)).lines).toEqual([
      `webhooks.webhooks.secret_enc: ${count} values, 0 encrypted again`,
      'webhooks.webhooks.prev_secret_enc: 1 values, 0 encrypted again',
    ]);

    const after = new Secrets(next);
    const opened = new Map(
      (await rows()).map(({ id, secret_enc }) => [id, after.decrypt(secret_enc, placeIn(SECRET, id))]),
    );
    expect([opened.get(webhook.id), opened.get(old.id)]).toEqual([webhook.secret, old.secret]);
    expect(opened.size).toBe(count);
  });

  it('are reported if no key opens them, and left as they are', async () => {
    const before = await rows();
    const { readable, lines } = await run(new Secrets(randomBytes(32).toString('base64')));
    expect(readable).toBe(false);
    expect(lines[0]).toContain(
      `0 encrypted again, ${before.length} that no key opens (rows ${before[0]?.id}, `,
    );
    expect(await rows()).toEqual(before);
  });
});
