import { channelConnected, channelUpdated } from '@plaudit/contracts';
import { appUrl } from '../channels-world.suite';
import { GroupsWorld } from './groups-world.suite';

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
    expect(await ids({ group: '' })).toHaveLength(4);
    expect(await world.listed({ group: 999_999_999 })).toMatchObject({ count: 0, items: [] });
    const stranger = world.own.world.as({ sub_account_id: 9_004 });
    expect(await world.listed({ group: lisbon }, stranger)).toMatchObject({ count: 0, items: [] });
  });

  it.each(['x', '0', '-7', '5,', '1'.repeat(16), Array.from({ length: 101 }, () => '1').join(',')])(
    'refuses the list %s',
    async (list) => {
      const refused = await world.listed({ group: list });
      expect(refused).toMatchObject({ success: false, field: 'group' });
    },
  );
});
