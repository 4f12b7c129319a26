import {
  accountAccessReduced,
  type AccessReducedPayload,
  type Principal,
  webhookDisabled,
} from '@plaudit/contracts';
import { buildEvent, type EventRecorder, eventually, type HttpResult } from '@plaudit/testing';
import {
  deliveryStates,
  HOURLY_RETRIES,
  received,
  startWebhooksWorld,
  WEBHOOKS,
  type WebhooksWorld,
} from '../webhooks-world.suite';

const NAMES = { company: 'Acme Agency', sub_account: 'Acme' };
const WITH_LINK = { ref: 'ref', by_link: true, has_proof: false };

let ids = 70;

/** Returns a new key of the main sub account that manages the account. */
function newKey(name = 'CRM'): Partial<Principal> & { key_id: number } {
  return { key_id: (ids += 1), names: { ...NAMES, actor: name } };
}

/** Returns a new user of the whole account. */
function newUser(actor = 'noa@example.com'): Partial<Principal> & { user_id: number } {
  return { key_id: null, user_id: (ids += 1), names: { ...NAMES, actor } };
}

describe('the maker of a webhook', () => {
  let world: WebhooksWorld;
  let events: EventRecorder;
  let paths = 0;

  beforeAll(async () => {
    world = await startWebhooksWorld(HOURLY_RETRIES);
    events = await world.recorder('webhook.>');
  });
  afterAll(() => world.close());

  const send = (as: Partial<Principal>, body: object): Promise<HttpResult> =>
    world.as(as).post('webhooks', `${WEBHOOKS}/add`, { body: { events: ['review.created'], ...body } });

  /** Adds a webhook at a path of its own. */
  async function add(as: Partial<Principal>, fields: object = {}) {
    const endpoint = await world.endpoint();
    const added = await send(as, { url: `${endpoint.url}/${(paths += 1)}`, ...fields });
    if (added.status !== 201) throw new Error(`${added.status} ${JSON.stringify(added.body)}`);
    return { endpoint, id: added.body.id as number, body: added.body };
  }

  const get = async (id: number) => (await world.as().get('webhooks', `${WEBHOOKS}/get/${id}`)).body;

  const update = (as: Partial<Principal>, id: number, body: object): Promise<HttpResult> =>
    world.as(as).put('webhooks', `${WEBHOOKS}/update/${id}`, { body });

  /** Publishes that a maker may read less, and waits until it was handled. */
  async function reduce(data: Partial<AccessReducedPayload>): Promise<void> {
    const event = buildEvent(accountAccessReduced, { subaccountid: 0, data });
    await world.publish(event);
    await handled(event.id);
  }

  const remove = ({ key_id }: Partial<Principal>): Promise<void> =>
    reduce({ maker_type: 'key', maker_id: key_id as number, removed: true, sub_accounts: [] });

  const limit = (user_id: number, sub_accounts: number[]): Promise<void> =>
    reduce({ maker_type: 'user', maker_id: user_id, removed: false, sub_accounts });

  async function handled(eventId: string): Promise<void> {
    await eventually(
      () => world.admin.query('select from webhooks.inbox where event_id = $1', [eventId]),
      (rows) => rows.length > 0,
      'the event to be handled',
    );
  }

  it('is the key or the user who added it, whose name only the main sub account sees', async () => {
    const key = newKey();
    expect((await add(key)).body.created_by).toEqual({ type: 'key', id: key.key_id, name: 'CRM' });
    const user = newUser();
    const own = { sub_account_id: 12, main: false };
    const { id, body } = await add({ ...user, ...own });
    const hidden = { type: 'user', id: user.user_id, name: null };
    expect(body.created_by).toEqual(hidden);
    expect((await world.as({ ...newKey(), ...own }).get('webhooks', `${WEBHOOKS}/get`)).body).toMatchObject({
      webhooks: [{ id, created_by: hidden }],
    });
    expect((await get(id)).created_by).toEqual({ ...hidden, name: 'noa@example.com' });
    await world.admin.query('update webhooks.webhooks set maker_type = null, maker_id = null where id = $1', [
      id,
    ]);
    expect((await get(id)).created_by).toBeNull();
  });

  it('changes with a resume and another URL, and with nothing else', async () => {
    const first = newKey('First');
    const { id, endpoint } = await add(first, { sub_account_ids: [3], channel_ids: [42], min_rating: 3 });
    const nameAfter = async (body: object): Promise<unknown> => {
      const changed = await update({ ...newKey('Second') }, id, body);
      const { name } = changed.body.created_by;
      await update({ ...first }, id, { url: `${endpoint.url}/${(paths += 1)}` });
      return [changed.status, name];
    };
    const same = [
      { description: 'x' },
      { min_rating: 4 },
      { sub_account_ids: [3] },
      { events: ['review.created', 'rating.changed'] },
      { min_rating: null },
      { sub_account_ids: [] },
      { channel_ids: [42, 43] },
      { active: false },
    ];
    for (const body of same) expect([body, await nameAfter(body)]).toEqual([body, [200, 'First']]);
    const others = [{ active: true }, { url: `${endpoint.url}/elsewhere` }];
    for (const body of others) expect([body, await nameAfter(body)]).toEqual([body, [200, 'Second']]);
  });

  it('is taken over by an admin only, after the maker was removed', async () => {
    const key = newKey();
    const { id, endpoint } = await add(key);
    await remove(key);
    for (const role of ['user', 'editor'] as const)
      for (const body of [
        { active: true },
        { url: `${endpoint.url}/elsewhere` },
        { active: true, events: ['review.created'] },
      ])
        expect(await update({ ...newKey(), role }, id, body)).toMatchObject({
          status: 403,
          body: { code: 'forbidden', required: 'admin' },
        });
    expect(await get(id)).toMatchObject({ active: false, disabled_reason: 'maker_removed' });
    expect((await update({ ...newKey(), role: 'user' }, id, { description: 'paused' })).status).toBe(200);
    expect((await update(newKey('Admin'), id, { active: true })).body).toMatchObject({
      active: true,
      created_by: { name: 'Admin' },
    });
  });

  it('keeps webhooks of a user whose role was lowered and who still reads the whole account', async () => {
    const user = newUser();
    const { id } = await add(user);
    await reduce({
      maker_type: 'user',
      maker_id: user.user_id as number,
      removed: false,
      sub_accounts: [],
      role: 'user',
    });
    expect(await get(id)).toMatchObject({ active: true });
  });

  describe('A caller whose access ends', () => {
    const expiring = { ends_on: '2027-01-31T18:00:00.000Z' };

    it('adds no webhook, redirects and widens none, and gets no secret', async () => {
      const { id, endpoint } = await add(newKey(), { sub_account_ids: [3] });
      const refused = (field: string) => ({
        status: 403,
        body: { code: 'forbidden', field, required: 'expires_on' },
      });
      const key = { ...newKey(), ...expiring };
      expect(await send(key, { url: endpoint.url })).toMatchObject(refused('url'));
      expect(await update(key, id, { url: endpoint.url })).toMatchObject(refused('url'));
      expect(await update(key, id, { sub_account_ids: [] })).toMatchObject(refused('sub_account_ids'));
      expect((await update(key, id, { active: false, description: 'x' })).status).toBe(200);
      expect(await update(key, id, { active: true })).toMatchObject(refused('active'));
      const rotate = world.as(key).post('webhooks', `${WEBHOOKS}/rotate_secret/${id}`, { body: {} });
      expect(await rotate).toMatchObject(refused('secret'));
    });

    it('is asked for the password if a link began the session', async () => {
      const user = { ...newUser(), session: WITH_LINK };
      const { endpoint } = await add(newKey());
      const refused = { status: 403, body: { code: 'proof_required', field: 'url' } };
      expect(await send(user, { url: endpoint.url })).toMatchObject(refused);
      const proved = { ...user, session: { ...WITH_LINK, has_proof: true } };
      expect((await send(proved, { url: endpoint.url })).status).toBe(201);
    });
  });

  describe('A webhook whose maker was removed', () => {
    it('is paused, and sends what waits when another caller takes it over', async () => {
      const key = newKey('Leaver');
      const { id, endpoint } = await add(key);
      const kept = await add(newKey('Stayer'));
      const foreign = await add({ ...key, account_id: 2 });
      await remove(key);
      expect(await get(id)).toMatchObject({
        active: false,
        disabled_reason: 'maker_removed',
        created_by: { name: 'Leaver' },
        health: { state: 'disabled' },
      });
      expect((await get(kept.id)).active).toBe(true);
      const ofOther = await world.as({ account_id: 2 }).get('webhooks', `${WEBHOOKS}/get/${foreign.id}`);
      expect(ofOther.body.active).toBe(true);
      const event = await events.waitForOne(webhookDisabled, id);
      expect(event).toMatchObject({ accountid: 1, subaccountid: 0, aggregateversion: 2 });
      expect(event.data).toEqual({
        id,
        url: expect.stringContaining(endpoint.url),
        reason: 'maker_removed',
        maker: 'Leaver',
        failing_since: event.data.disabled_on,
        last_status: null,
        last_error: 'none',
        disabled_on: expect.stringMatching(/^\d{4}-/),
      });

      await world.review();
      await eventually(
        () => deliveryStates(world, id),
        (states) => states[0] === 1,
        'a delivery that waits',
      );
      expect(endpoint.requests).toEqual([]);
      const heir = newKey('Heir');
      expect((await update(heir, id, { active: true })).body).toMatchObject({
        active: true,
        disabled_reason: null,
        created_by: { type: 'key', id: heir.key_id, name: 'Heir' },
      });
      await received(endpoint, 1);
    });

    it('keeps its reason and is not announced if it was paused before', async () => {
      const key = newKey();
      const { id } = await add(key, { active: false });
      await remove(key);
      expect(await get(id)).toMatchObject({ active: false, disabled_reason: 'manual' });
      expect(events.of(webhookDisabled).filter(({ data }) => data.id === id)).toEqual([]);
    });

    it('is refused if the request arrives after the removal of its maker', async () => {
      const key = newKey();
      const { id, endpoint } = await add(newKey());
      await remove(key);
      const refused = { status: 401, body: { code: 'invalid_key' } };
      expect(await send(key, { url: endpoint.url })).toMatchObject(refused);
      expect(await update(key, id, { url: endpoint.url })).toMatchObject(refused);
      const user = newUser();
      await limit(user.user_id, [12]);
      const ended = { status: 401, body: { code: 'session_ended' } };
      expect(await send(user, { url: endpoint.url })).toMatchObject(ended);
      const elsewhere = { ...user, sub_account_id: 13, main: false };
      expect(await send(elsewhere, { url: endpoint.url })).toMatchObject(ended);
      expect((await send({ ...elsewhere, sub_account_id: 12 }, { url: endpoint.url })).status).toBe(201);
    });

    it('is accepted of a key that works again, some minutes after it had expired', async () => {
      const key = newKey();
      await remove(key);
      await world.admin.query(
        "update webhooks.access_reductions set noted_on = noted_on - interval '6 minutes'",
      );
      expect((await add(key)).body.active).toBe(true);
    });

    it('does not go on if the removal and the request happen at once', async () => {
      const key = newKey();
      const adding = [1, 2, 3, 4, 5, 6].map(() => add(key).catch(() => null));
      await remove(key);
      const added = (await Promise.all(adding)).flatMap((one) => (one ? [one.id] : []));
      for (const id of added) expect(await get(id)).toMatchObject({ disabled_reason: 'maker_removed' });
    });
  });

  describe('A webhook whose maker lost sub accounts', () => {
    const inSub = (subaccountid: number) => world.review({}, { subaccountid });

    it('sends only what the maker may still read, also of what waits', async () => {
      const user = newUser();
      let status = 500;
      const endpoint = await world.endpoint(() => ({ status }));
      const added = await send(user, { url: endpoint.url });
      const { id } = added.body as { id: number };
      await inSub(21);
      const kept = await inSub(22);
      await eventually(
        () => deliveryStates(world, id),
        (states) => states[0] === 2 && endpoint.requests.length === 2,
        'both to wait for their retry',
      );
      const [lost] = await world.admin.query<{ public_id: string }>(
        `select public_id from webhooks.deliveries d join webhooks.events e on e.id = d.event_id
         where webhook_id = $1 and e.sub_account_id = 21`,
        [id],
      );
      await limit(user.user_id, [22]);
      expect(await deliveryStates(world, id)).toEqual({ 0: 1, 4: 1 });
      const late = await inSub(21);
      await handled(late.id);
      status = 200;
      await world.makeRetriesDue();
      const requests = await received(endpoint, 3);
      expect(requests[2]?.headers['x-service-event-id']).toBe(kept.id);
      expect((await get(id)).active).toBe(true);
      const again = `${WEBHOOKS}/redeliver/${lost?.public_id}`;
      expect((await world.as().post('webhooks', again)).status).toBe(422);

      // A maker who may read everything takes it over.
      await update(newKey(), id, { url: `${endpoint.url}/all` });
      const next = await inSub(21);
      expect((await received(endpoint, 4))[3]?.headers['x-service-event-id']).toBe(next.id);
    });

    it('is paused if nothing is left that the maker may read', async () => {
      const user = newUser();
      const own = await add({ ...user, sub_account_id: 31, main: false });
      const filtered = await add(user, { sub_account_ids: [31] });
      const some = await add(user, { sub_account_ids: [31, 32] });
      await limit(user.user_id, [32, 33]);
      for (const { id } of [own, filtered]) expect((await get(id)).disabled_reason).toBe('maker_removed');
      expect(await get(some.id)).toMatchObject({ active: true, sub_account_ids: [31, 32] });
      await limit(user.user_id, [33]);
      expect((await get(some.id)).disabled_reason).toBe('maker_removed');
    });
  });
});
