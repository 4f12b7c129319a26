import { channelConnected, channelUpdated } from '@plaudit/contracts';
import { createDataSource, Database, queryRows } from '@plaudit/database';
import { type Caller, eventually } from '@plaudit/testing';
import { appUrl, CHANNELS, ChannelsWorld } from '../channels-world.suite';
import { ExplainedDatabase } from '../explained-database.suite';
import { GroupsReadModel } from './groups.read-model';

const GROUPS = '/public/v1/groups';

let own: ChannelsWorld;
/** A second connection to the service's schema, for concurrent work. */
let database: Database;
let caller: Caller;
let subAccount = 100;

beforeAll(async () => {
  own = await ChannelsWorld.start({ CRAWL_CONCURRENCY: '0' });
  const url = own.world.databaseUrl('channels');
  const source = createDataSource({ url, schema: 'channels', entities: [], migrations: [], poolSize: 2 });
  await source.initialize();
  database = new Database(source, 'channels');
});

beforeEach(() => {
  caller = own.world.as({ sub_account_id: (subAccount += 1) });
});

afterAll(async () => {
  await database.dataSource.destroy();
  await own.close();
});

const post = (body: unknown, by = caller) => by.post('channels', GROUPS, { body });
const put = (id: number, body: unknown, by = caller) => by.put('channels', `${GROUPS}/${id}`, { body });
const remove = (id: number, by = caller) => by.delete('channels', `${GROUPS}/${id}`);
const groups = async (by = caller) => (await by.get('channels', GROUPS)).body.groups;
const getChannel = async (id: number) => (await caller.get('channels', `${CHANNELS}/get/${id}`)).body;
const update = (id: number, body: unknown) => caller.put('channels', `${CHANNELS}/update/${id}`, { body });
const listed = async (query: Record<string, string | number>) =>
  (await caller.get('channels', `${CHANNELS}/get`, { query })).body;

async function group(name: string): Promise<number> {
  const added = await post({ name });
  expect(added.status).toBe(201);
  return added.body.group.id as number;
}

async function connect(app: string, body: object = {}): Promise<number> {
  own.apple.app(app);
  const added = await own.add({ type: 'app_store', url: appUrl(app), ...body }, {}, caller);
  expect(added.status).toBe(200);
  return added.body.channel.id as number;
}

/** Adds channels to the database, in the property, and returns their ids. */
async function plant(groupId: number, count: number): Promise<number[]> {
  const rows = await own.world.admin.query<{ id: number }>(
    `insert into channels.channels (account_id, sub_account_id, type, profile_key, identity, name, rating_scale, group_id)
     select 1, $1, 'app_store', '{}', 'planted ' || n, 'App ' || n, 5, $2 from generate_series(1, $3::int) n returning id`,
    [subAccount, groupId, count],
  );
  await own.world.admin.query(
    `insert into channels.crawls (channel_id, account_id, sub_account_id, platform, due_at)
     select id, 1, sub_account_id, 'app_store', now() + interval '1 day' from channels.channels where group_id = $1`,
    [groupId],
  );
  return rows.map(({ id }) => id);
}

/** Waits until every channel has followed the changed properties. */
const followed = () =>
  eventually(
    () => own.world.admin.query('select from channels.group_changes'),
    (left) => left.length === 0,
    'the channels to follow their properties',
  );

describe('POST /groups', () => {
  it.each([
    [{}, 'missing_field'],
    [{ name: 7 }, 'validation_failed'],
    [{ name: '' }, 'validation_failed'],
    [{ name: ' \u200b ' }, 'validation_failed'],
    [{ name: 'x'.repeat(192) }, 'validation_failed'],
    [{ name: 'a\u0000b' }, 'invalid_value'],
  ])('refuses the body %j with the code %s', async (body, code) => {
    const refused = await post(body);
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([400, code, 'name']);
  });

  it('adds a property with a clean name, and GET /groups lists all by name', async () => {
    const added = await post({ name: '  Porto   Centro ' });
    const created = { id: expect.any(Number) as number, name: 'Porto Centro', profile_count: 0 };
    expect([added.status, added.body]).toEqual([201, { success: true, group: created }]);
    await post({ name: 'lisbon' });
    await post({ name: 'x'.repeat(191) });
    const names = ((await groups()) as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(['lisbon', 'Porto Centro', 'x'.repeat(191)]);
  });

  it('refuses a name that differs only in case, also of concurrent requests, and names the property that has it', async () => {
    const results = await Promise.all(['KÖLN', 'Köln', 'köln'].map((name) => post({ name })));
    const statuses = results.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, 400, 400]);
    const { id } = results.find(({ status }) => status === 201)!.body.group;
    const refused = results.find(({ status }) => status === 400)!.body;
    expect(refused).toMatchObject({ code: 'duplicate_group', field: 'name', existing_id: id });
    caller = own.world.as({ sub_account_id: (subAccount += 1) });
    expect((await post({ name: 'Köln' })).status).toBe(201);
  });

  it('refuses the property after the thousandth', async () => {
    await own.world.admin.query(
      `insert into channels.channel_groups (account_id, sub_account_id, name)
       select 1, $1, 'Place ' || n from generate_series(1, 999) n`,
      [subAccount],
    );
    const results = await Promise.all([post({ name: 'One' }), post({ name: 'Two' })]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    expect(await groups()).toHaveLength(1_000);
  });

  it('answers a repeat with the same Idempotency-Key with the first property', async () => {
    const send = () =>
      caller.post('channels', GROUPS, { body: { name: 'Once' }, headers: { 'Idempotency-Key': 'g-1' } });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(await groups()).toHaveLength(1);
  });
});

describe('PUT /channels/update with group_id', () => {
  it('puts a channel into a property and takes it out, with an event each', async () => {
    const lisbon = await group('Lisbon');
    const id = await connect('71');
    const inside = await update(id, { group_id: lisbon });
    expect(inside.body.channel).toMatchObject({ group: lisbon, group_name: 'Lisbon' });
    expect(await getChannel(id)).toMatchObject({ group: lisbon, group_name: 'Lisbon' });
    expect((await groups())[0]).toMatchObject({ profile_count: 1 });
    expect((await update(id, { name: 'Other' })).body.channel.group_name).toBe('Lisbon');
    expect((await update(id, { group_id: null })).body.channel).toMatchObject({
      group: null,
      group_name: null,
    });
    const events = await own.published(channelUpdated, id);
    expect(events.map(({ data }) => [data.group, data.group_name])).toEqual([
      [lisbon, 'Lisbon'],
      [lisbon, 'Lisbon'],
      [null, null],
    ]);
  });

  it.each([0, -1, 1.5, '7', {}, 1e20])('refuses %j as group_id', async (group_id) => {
    const id = await connect('72');
    const refused = await update(id, { group_id });
    expect([refused.status, refused.body.field]).toEqual([400, 'group_id']);
  });

  it('refuses the property of another sub account and of another account like one that does not exist', async () => {
    const foreign = await Promise.all(
      [{ sub_account_id: 9_001 }, { account_id: 2, sub_account_id: 9_002 }].map(
        async (tenant) => (await post({ name: 'Theirs' }, own.world.as(tenant))).body.group.id as number,
      ),
    );
    const id = await connect('73');
    for (const group_id of [...foreign, 999_999_999]) {
      const refused = await update(id, { group_id });
      expect([refused.status, refused.body.field]).toEqual([400, 'group_id']);
      const added = await own.add(
        { type: 'app_store', url: appUrl('73'), group_id },
        {},
        own.world.as({ sub_account_id: 9_003 }),
      );
      expect([added.status, added.body.field]).toEqual([400, 'group_id']);
    }
    expect((await getChannel(id)).group).toBeNull();
  });
});

describe('POST /channels/add with group_id', () => {
  it('connects the channel in the property, as its event says', async () => {
    const lisbon = await group('Lisbon');
    const id = await connect('74', { group_id: lisbon });
    expect(await getChannel(id)).toMatchObject({ group: lisbon, group_name: 'Lisbon' });
    const [connected] = await own.published(channelConnected, id);
    expect(connected!.data).toMatchObject({ group: lisbon, group_name: 'Lisbon' });
  });
});

describe('GET /channels/get with group', () => {
  it('returns the channels of these properties, in pages, and nothing for foreign and unknown ones', async () => {
    const [lisbon, porto] = [await group('Lisbon'), await group('Porto')];
    const [inLisbon, inPorto, outside] = [await plant(lisbon, 2), await plant(porto, 0), await connect('75')];
    await update(outside, { group_id: porto });
    await connect('76');
    const ids = async (query: Record<string, string | number>) =>
      ((await listed(query)).items as { id: number }[]).map(({ id }) => id);
    expect(inPorto).toEqual([]);
    expect(await ids({ group: lisbon })).toEqual(inLisbon);
    expect(await ids({ group: `${porto}, ${lisbon}` })).toEqual(
      [...inLisbon, outside].toSorted((a, b) => a - b),
    );
    expect(await listed({ group: lisbon, limit: 1 })).toMatchObject({ count: 2, next_cursor: inLisbon[0] });
    expect(await ids({ group: '' })).toHaveLength(4);
    expect(await listed({ group: 999_999_999 })).toMatchObject({ count: 0, items: [] });
    const stranger = own.world.as({ sub_account_id: 9_004 });
    const theirs = await stranger.get('channels', `${CHANNELS}/get`, { query: { group: lisbon } });
    expect(theirs.body).toMatchObject({ count: 0, items: [] });
  });

  it.each(['x', '0', '-7', '5,', '1'.repeat(16), Array.from({ length: 101 }, () => '1').join(',')])(
    'refuses the list %s',
    async (list) => {
      const refused = await listed({ group: list });
      expect(refused).toMatchObject({ success: false, field: 'group' });
    },
  );
});

describe('PUT /groups', () => {
  it('renames a property of 2,000 channels: all show the name at once, and each has one event with a new version', async () => {
    const lisbon = await group('Lisbon');
    const ids = await plant(lisbon, 2_000);
    const since = '2000-01-01';
    const { updated_until } = await eventually(
      () => listed({ updated_since: since, limit: 1 }),
      ({ count }) => count === 2_000,
      'the planted channels to be settled',
    );
    const renamed = await put(lisbon, { name: 'Lisboa' });
    expect(renamed.body).toEqual({
      success: true,
      group: { id: lisbon, name: 'Lisboa', profile_count: 2_000 },
    });
    expect((await getChannel(ids.at(-1)!)).group_name).toBe('Lisboa');
    await followed();
    const [sizes] = await own.world.admin.query<{ versions: number[]; events: number }>(
      `select array_agg(distinct version) as versions,
         (select count(*)::int from (select event_id from channels.outbox union select event_id from channels.outbox_sent) sent) as events
       from channels.channels where group_id = $1`,
      [lisbon],
    );
    expect(sizes!.versions).toEqual([2]);
    for (const id of [ids[0]!, ids[999]!, ids.at(-1)!]) {
      const events = await own.published(channelUpdated, id);
      expect(events.map(({ aggregateversion, data }) => [aggregateversion, data.group_name])).toEqual([
        [2, 'Lisboa'],
      ]);
    }
    const changed = await eventually(
      () => listed({ updated_since: updated_until, limit: 1 }),
      ({ count }) => count === 2_000,
      'the changes to be settled',
    );
    expect(changed.items[0].group_name).toBe('Lisboa');
  });

  it('changes only the case of a name, and publishes nothing for the same name', async () => {
    const lisbon = await group('Lisbon');
    const id = await connect('77', { group_id: lisbon });
    expect((await put(lisbon, { name: 'LISBON' })).body.group.name).toBe('LISBON');
    expect((await put(lisbon, { name: ' LISBON ' })).status).toBe(200);
    await followed();
    expect(await own.published(channelUpdated, id)).toHaveLength(1);
  });

  it('refuses the name of another property, and leaves the channels alone', async () => {
    const [lisbon] = [await group('Lisbon'), await group('Porto')];
    const refused = await put(lisbon, { name: 'PORTO' });
    expect(refused.body).toMatchObject({ code: 'duplicate_group', field: 'name' });
    expect(await own.world.admin.query('select from channels.group_changes')).toEqual([]);
  });

  it('drops the cached list of channels', async () => {
    const lisbon = await group('Lisbon');
    await connect('78', { group_id: lisbon });
    expect((await listed({})).items[0].group_name).toBe('Lisbon');
    await put(lisbon, { name: 'Lisboa' });
    expect((await listed({})).items[0].group_name).toBe('Lisboa');
  });
});

describe('DELETE /groups', () => {
  it('takes its channels out of the property, with an event each', async () => {
    const lisbon = await group('Lisbon');
    const id = await connect('79', { group_id: lisbon });
    expect((await remove(lisbon)).body).toEqual({ success: true });
    expect(await getChannel(id)).toMatchObject({ group: null, group_name: null });
    expect(await groups()).toEqual([]);
    await followed();
    const [updated] = await own.published(channelUpdated, id);
    expect(updated!.data).toMatchObject({ group: null, group_name: null });
    const [stored] = await own.world.admin.query<{ group_id: number | null }>(
      'select group_id from channels.channels where id = $1',
      [id],
    );
    expect(stored!.group_id).toBeNull();
  });

  it('shows no channel in the property before they all have followed', async () => {
    const lisbon = await group('Lisbon');
    const [first] = await plant(lisbon, 1);
    // The state between the deletion and the batches.
    await own.world.admin.query('delete from channels.channel_groups where id = $1', [lisbon]);
    expect(await getChannel(first!)).toMatchObject({ group: null, group_name: null });
    expect((await listed({ group: lisbon })).count).toBe(0);
    expect((await update(first!, { auto_approve: true })).body.channel.group).toBeNull();
  });

  it('leaves no channel in the property if one is put into it meanwhile', async () => {
    const id = await connect('710');
    for (let round = 0; round < 10; round += 1) {
      const place = await group(`Place ${round}`);
      const [updated, removed] = await Promise.all([update(id, { group_id: place }), remove(place)]);
      expect(removed.status).toBe(200);
      expect([200, 400]).toContain(updated.status);
      await followed();
      const [stored] = await own.world.admin.query<{ group_id: number | null }>(
        'select group_id from channels.channels where id = $1',
        [id],
      );
      expect(stored!.group_id).toBeNull();
    }
    const last = (await own.published(channelUpdated, id)).at(-1);
    expect(last?.data.group ?? null).toBeNull();
  });

  it('waits for a request that puts a channel into the property, without a deadlock', async () => {
    const lisbon = await group('Lisbon');
    const id = await connect('711', { group_id: lisbon });
    let removed: Promise<unknown> = Promise.resolve();
    await database.transaction(async (tx) => {
      await queryRows(tx, 'select from channels where id = $1 for update', [id]);
      await queryRows(tx, 'select from channel_groups where id = $1 for share', [lisbon]);
      removed = remove(lisbon);
      await eventually(
        () => own.world.admin.query("select from pg_stat_activity where wait_event_type = 'Lock'"),
        (waiting) => waiting.length > 0,
        'the deletion to wait',
      );
    });
    expect(await removed).toMatchObject({ status: 200 });
    await followed();
    expect((await getChannel(id)).group).toBeNull();
  });
});

describe('GroupsController', () => {
  it.each([
    ['another sub account', { sub_account_id: 9_010 }],
    ['another account', { account_id: 2 }],
  ])('returns 404 for a property of %s, and leaves it alone', async (_name, tenant) => {
    const mine = await group('Mine');
    const id = await connect('712', { group_id: mine });
    const stranger = own.world.as(tenant);
    const results = [await put(mine, { name: 'Theirs' }, stranger), await remove(mine, stranger)];
    expect(results.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
    ]);
    expect((await groups(stranger)).map((one: { id: number }) => one.id)).not.toContain(mine);
    expect(await getChannel(id)).toMatchObject({ group: mine, group_name: 'Mine' });
    expect(await own.published(channelUpdated, id)).toEqual([]);
  });

  it('returns 404 for a deleted property and 400 for an id that is not a number', async () => {
    const gone = await group('Gone');
    await remove(gone);
    expect([(await remove(gone)).status, (await put(gone, { name: 'x' })).status]).toEqual([404, 404]);
    expect((await caller.delete('channels', `${GROUPS}/abc`)).status).toBe(400);
  });

  it('counts the channels of each property with an index', async () => {
    await plant(await group('Large'), 3_000);
    await own.world.admin.query('analyze channels.channels');
    const explained = new ExplainedDatabase(database.dataSource, 'channels');
    await new GroupsReadModel(explained).list({ account_id: 1, sub_account_id: subAccount });
    expect(explained.plans[0]).toContain('channels_group_idx');
  });
});
