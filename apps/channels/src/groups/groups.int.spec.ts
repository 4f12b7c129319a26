import { channelUpdated, channelConnected } from '@plaudit/contracts';
import { queryRows } from '@plaudit/database';
import { eventually } from '@plaudit/testing';
import { ExplainedDatabase } from '../explained-database.suite';
import { GroupsReadModel } from './groups.read-model';
import { GroupsWorld } from './groups-world.suite';
import { appUrl } from '../channels-world.suite';

describe('groups', () => {
  let world: GroupsWorld;

  beforeAll(async () => {
    world = await GroupsWorld.start();
  });

  beforeEach(() => world.useNextSubAccount());

  afterAll(() => world.close());

  describe('POST /groups', () => {
    it.each([
      [{}, 'missing_field'],
      [{ name: 7 }, 'validation_failed'],
      [{ name: '' }, 'validation_failed'],
      [{ name: ' \u200b ' }, 'validation_failed'],
      [{ name: 'x'.repeat(192) }, 'validation_failed'],
      [{ name: 'a\u0000b' }, 'invalid_value'],
    ])('refuses the body %j with the code %s', async (body, code) => {
      const refused = await world.post(body);
      expect([refused.status, refused.body.code, refused.body.field]).toEqual([400, code, 'name']);
    });

    it('adds a property with a clean name, and GET /groups lists all by name', async () => {
      const added = await world.post({ name: '  Porto   Centro ' });
      const created = { id: expect.any(Number) as number, name: 'Porto Centro', profile_count: 0 };
      expect([added.status, added.body]).toEqual([201, { success: true, group: created }]);
      await world.post({ name: 'lisbon' });
      await world.post({ name: 'x'.repeat(191) });
      const names = (await world.groups()).map(({ name }) => name);
      expect(names).toEqual(['lisbon', 'Porto Centro', 'x'.repeat(191)]);
    });

    it('refuses a name that differs only in case, also of concurrent requests, and names the property that has it', async () => {
      const results = await Promise.all(['KÖLN', 'Köln', 'köln'].map((name) => world.post({ name })));
      const statuses = results.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([201, 400, 400]);
      const { id } = results.find(({ status }) => status === 201)!.body.group;
      const refused = results.find(({ status }) => status === 400)!.body;
      expect(refused).toMatchObject({ code: 'duplicate_group', field: 'name', existing_id: id });
      world.useNextSubAccount();
      expect((await world.post({ name: 'Köln' })).status).toBe(201);
    });

    it('refuses the property after the thousandth', async () => {
      await world.own.world.admin.query(
        `insert into channels.channel_groups (account_id, sub_account_id, name)
       select 1, $1, 'Place ' || n from generate_series(1, 999) n`,
        [world.subAccount],
      );
      const results = await Promise.all([world.post({ name: 'One' }), world.post({ name: 'Two' })]);
      expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400]);
      expect(await world.groups()).toHaveLength(1_000);
    });

    it('answers a repeat with the same Idempotency-Key with the first property', async () => {
      const send = () => world.post({ name: 'Once' }, world.caller, { 'Idempotency-Key': 'g-1' });
      const [first, second] = [await send(), await send()];
      expect(second.body).toEqual(first.body);
      expect(await world.groups()).toHaveLength(1);
    });
  });

  describe('PUT /groups', () => {
    it('renames a property of 2,000 channels: all show the name at once, and each has one event with a new version', async () => {
      const lisbon = await world.group('Lisbon');
      const ids = await world.plant(lisbon, 2_000);
      const since = '2000-01-01';
      const { updated_until } = await eventually(
        () => world.listed({ updated_since: since, limit: 1 }),
        ({ count }) => count === 2_000,
        'the planted channels to be settled',
      );
      const renamed = await world.put(lisbon, { name: 'Lisboa' });
      expect(renamed.body).toEqual({
        success: true,
        group: { id: lisbon, name: 'Lisboa', profile_count: 2_000 },
      });
      expect((await world.channel(ids.at(-1)!)).group_name).toBe('Lisboa');
      await world.followed();
      const [sizes] = await world.own.world.admin.query<{ versions: number[]; events: number }>(
        `select array_agg(distinct version) as versions,
         (select count(*)::int from (select event_id from channels.outbox union select event_id from channels.outbox_sent) sent) as events
       from channels.channels where group_id = $1`,
        [lisbon],
      );
      expect(sizes!.versions).toEqual([2]);
      for (const id of [ids[0]!, ids[999]!, ids.at(-1)!]) {
        const events = await world.own.published(channelUpdated, id);
        expect(events.map(({ aggregateversion, data }) => [aggregateversion, data.group_name])).toEqual([
          [2, 'Lisboa'],
        ]);
      }
      const changed = await eventually(
        () => world.listed({ updated_since: updated_until, limit: 1 }),
        ({ count }) => count === 2_000,
        'the changes to be settled',
      );
      expect(changed.items[0].group_name).toBe('Lisboa');
    });

    it('changes only the case of a name, and publishes nothing for the same name', async () => {
      const lisbon = await world.group('Lisbon');
      const id = await world.connect('77', { group_id: lisbon });
      expect((await world.put(lisbon, { name: 'LISBON' })).body.group.name).toBe('LISBON');
      expect((await world.put(lisbon, { name: ' LISBON ' })).status).toBe(200);
      await world.followed();
      expect(await world.own.published(channelUpdated, id)).toHaveLength(1);
    });

    it('refuses the name of another property, and leaves the channels alone', async () => {
      const [lisbon] = [await world.group('Lisbon'), await world.group('Porto')];
      const refused = await world.put(lisbon, { name: 'PORTO' });
      expect(refused.body).toMatchObject({ code: 'duplicate_group', field: 'name' });
      expect(await world.own.world.admin.query('select from channels.group_changes')).toEqual([]);
    });

    it('drops the cached list of channels', async () => {
      const lisbon = await world.group('Lisbon');
      await world.connect('78', { group_id: lisbon });
      expect((await world.listed({})).items[0].group_name).toBe('Lisbon');
      await world.put(lisbon, { name: 'Lisboa' });
      expect((await world.listed({})).items[0].group_name).toBe('Lisboa');
    });
  });

  describe('DELETE /groups', () => {
    it('takes its channels out of the property, with an event each', async () => {
      const lisbon = await world.group('Lisbon');
      const id = await world.connect('79', { group_id: lisbon });
      expect((await world.remove(lisbon)).body).toEqual({ success: true });
      expect(await world.channel(id)).toMatchObject({ group: null, group_name: null });
      expect(await world.groups()).toEqual([]);
      await world.followed();
      const [updated] = await world.own.published(channelUpdated, id);
      expect(updated!.data).toMatchObject({ group: null, group_name: null });
      expect(await world.storedGroup(id)).toBeNull();
    });

    it('shows no channel in the property before they all have followed', async () => {
      const lisbon = await world.group('Lisbon');
      const [first] = await world.plant(lisbon, 1);
      // The state between the deletion and the batches.
      await world.own.world.admin.query('delete from channels.channel_groups where id = $1', [lisbon]);
      expect(await world.channel(first!)).toMatchObject({ group: null, group_name: null });
      expect((await world.listed({ group: lisbon })).count).toBe(0);
      expect((await world.update(first!, { auto_approve: true })).body.channel.group).toBeNull();
    });

    it('leaves no channel in the property if one is put into it meanwhile', async () => {
      const id = await world.connect('710');
      for (let round = 0; round < 10; round += 1) {
        const place = await world.group(`Place ${round}`);
        const [updated, removed] = await Promise.all([
          world.update(id, { group_id: place }),
          world.remove(place),
        ]);
        expect(removed.status).toBe(200);
        expect([200, 400]).toContain(updated.status);
        await world.followed();
        expect(await world.storedGroup(id)).toBeNull();
      }
      const last = (await world.own.published(channelUpdated, id)).at(-1);
      expect(last?.data.group ?? null).toBeNull();
    });

    it('waits for a request that puts a channel into the property, without a deadlock', async () => {
      const lisbon = await world.group('Lisbon');
      const id = await world.connect('711', { group_id: lisbon });
      let removed: Promise<unknown> = Promise.resolve();
      await world.database.transaction(async (tx) => {
        await queryRows(tx, 'select from channels where id = $1 for update', [id]);
        await queryRows(tx, 'select from channel_groups where id = $1 for share', [lisbon]);
        removed = world.remove(lisbon);
        await eventually(
          () => world.own.world.admin.query("select from pg_stat_activity where wait_event_type = 'Lock'"),
          (waiting) => waiting.length > 0,
          'the deletion to wait',
        );
      });
      expect(await removed).toMatchObject({ status: 200 });
      await world.followed();
      expect((await world.channel(id)).group).toBeNull();
    });
  });

  describe('GroupsController', () => {
    it.each([
      ['another sub account', { sub_account_id: 9_010 }],
      ['another account', { account_id: 2 }],
    ])('returns 404 for a property of %s, and leaves it alone', async (_name, tenant) => {
      const mine = await world.group('Mine');
      const id = await world.connect('712', { group_id: mine });
      const stranger = world.own.world.as(tenant);
      const results = [
        await world.put(mine, { name: 'Theirs' }, stranger),
        await world.remove(mine, stranger),
      ];
      expect(results.map(({ status, body }) => [status, body.code])).toEqual([
        [404, 'not_found'],
        [404, 'not_found'],
      ]);
      expect((await world.groups(stranger)).map((one) => one.id)).not.toContain(mine);
      expect(await world.channel(id)).toMatchObject({ group: mine, group_name: 'Mine' });
      expect(await world.own.published(channelUpdated, id)).toEqual([]);
    });

    it('returns 404 for a deleted property and for an id that is not a number', async () => {
      const gone = await world.group('Gone');
      await world.remove(gone);
      expect([(await world.remove(gone)).status, (await world.put(gone, { name: 'x' })).status]).toEqual([
        404, 404,
      ]);
      expect((await world.remove('abc')).status).toBe(404);
    });

    it('counts the channels of each property with an index', async () => {
      await world.plant(await world.group('Large'), 3_000);
      await world.own.world.admin.query('analyze channels.channels');
      const explained = new ExplainedDatabase(world.database.dataSource, 'channels');
      await new GroupsReadModel(explained).list({ account_id: 1, sub_account_id: world.subAccount });
      expect(explained.plans[0]).toContain('channels_group_idx');
    });
  });
});

describe('grouped channels', () => {
  let world: GroupsWorld;

  beforeAll(async () => {
    world = await GroupsWorld.start();
  });

  beforeEach(() => world.useNextSubAccount());

  afterAll(() => world.close());

  describe('PUT /channels/update with group_id', () => {
    it('puts a channel into a property and takes it out, with an event each', async () => {
      const lisbon = await world.group('Lisbon');
      const id = await world.connect('71');
      const inside = await world.update(id, { group_id: lisbon });
      expect(inside.body.channel).toMatchObject({ group: lisbon, group_name: 'Lisbon' });
      expect(await world.channel(id)).toMatchObject({ group: lisbon, group_name: 'Lisbon' });
      expect((await world.groups())[0]).toMatchObject({ profile_count: 1 });
      expect((await world.update(id, { name: 'Other' })).body.channel.group_name).toBe('Lisbon');
      expect((await world.update(id, { group_id: null })).body.channel).toMatchObject({
        group: null,
        group_name: null,
      });
      const events = await world.own.published(channelUpdated, id);
      expect(events.map(({ data }) => [data.group, data.group_name])).toEqual([
        [lisbon, 'Lisbon'],
        [lisbon, 'Lisbon'],
        [null, null],
      ]);
    });

    it.each([0, -1, 1.5, '7', {}, 1e20])('refuses %j as group_id', async (group_id) => {
      const id = await world.connect('72');
      const refused = await world.update(id, { group_id });
      expect([refused.status, refused.body.field]).toEqual([400, 'group_id']);
    });

    it('refuses the property of another sub account and of another account like one that does not exist', async () => {
      const foreign = await Promise.all(
        [{ sub_account_id: 9_001 }, { account_id: 2, sub_account_id: 9_002 }].map(
          async (tenant) =>
            (await world.post({ name: 'Theirs' }, world.own.world.as(tenant))).body.group.id as number,
        ),
      );
      const id = await world.connect('73');
      for (const group_id of [...foreign, 999_999_999]) {
        const refused = await world.update(id, { group_id });
        expect([refused.status, refused.body.field]).toEqual([400, 'group_id']);
        const added = await world.own.add(
          { type: 'app_store', url: appUrl('73'), group_id },
          {},
          world.own.world.as({ sub_account_id: 9_003 }),
        );
        expect([added.status, added.body.field]).toEqual([400, 'group_id']);
      }
      expect((await world.channel(id)).group).toBeNull();
    });
  });

  describe('POST /channels/add with group_id', () => {
    it('connects the channel in the property, as its event says', async () => {
      const lisbon = await world.group('Lisbon');
      const id = await world.connect('74', { group_id: lisbon });
      expect(await world.channel(id)).toMatchObject({ group: lisbon, group_name: 'Lisbon' });
      const [connected] = await world.own.published(channelConnected, id);
      expect(connected!.data).toMatchObject({ group: lisbon, group_name: 'Lisbon' });
    });
  });

  describe('GET /channels/get with group', () => {
    it('returns the channels of these properties, in pages, and nothing for foreign and unknown ones', async () => {
      const [lisbon, porto] = [await world.group('Lisbon'), await world.group('Porto')];
      const [inLisbon, inPorto, outside] = [
        await world.plant(lisbon, 2),
        await world.plant(porto, 0),
        await world.connect('75'),
      ];
      await world.update(outside, { group_id: porto });
      await world.connect('76');
      const ids = async (query: Record<string, string | number>) =>
        ((await world.listed(query)).items as { id: number }[]).map(({ id }) => id);
      expect(inPorto).toEqual([]);
      expect(await ids({ group: lisbon })).toEqual(inLisbon);
      expect(await ids({ group: `${porto}, ${lisbon}` })).toEqual(
        [...inLisbon, outside].toSorted((a, b) => a - b),
      );
      expect(await world.listed({ group: lisbon, limit: 1 })).toMatchObject({
        count: 2,
        next_cursor: inLisbon[0],
      });
      expect(await ids({})).toHaveLength(4);
      expect(await world.listed({ group: 999_999_999 })).toMatchObject({ count: 0, items: [] });
      const stranger = world.own.world.as({ sub_account_id: 9_004 });
      expect(await world.listed({ group: lisbon }, stranger)).toMatchObject({ count: 0, items: [] });
    });

    it.each(['', 'x', '0', '-7', '5,', '1'.repeat(16), Array.from({ length: 101 }, () => '1').join(',')])(
      'refuses the list %s',
      async (list) => {
        const refused = await world.listed({ group: list });
        expect(refused).toMatchObject({ success: false, field: 'group' });
      },
    );
  });
});
