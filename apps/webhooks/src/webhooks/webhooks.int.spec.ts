import type { Principal } from '@plaudit/contracts';
import { WEBHOOKS } from '../webhooks-world.suite';
import { EVENTS, WebhooksApi } from './webhooks-api.suite';

let api: WebhooksApi;

beforeAll(async () => {
  api = await WebhooksApi.start();
});
afterAll(() => api.close());

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
    expect((await api.put(caller, body.id, { sub_account_ids: [], description: null })).body).toMatchObject({
      events: ['rating.changed'],
      sub_account_ids: [],
      description: null,
    });
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
    const { body } = await api.add(caller, { url: 'https://b.example.com/', events: EVENTS, max_rating: 3 });
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

  it('answer 400 for an id that is not a positive integer', async () => {
    expect((await api.get(api.main(), 'get/0')).status).toBe(400);
    expect((await api.get(api.main(), 'get/x')).status).toBe(400);
  });
});
