import { createDataSource, Database, queryRows } from '@plaudit/database';
import { type Caller, eventually } from '@plaudit/testing';
import { appUrl, CHANNELS, ChannelsWorld } from '../channels-world.suite';

type Query = Record<string, string | number | undefined>;

const BEGINNING = '2000-01-01';

let own: ChannelsWorld;
/** A second connection to the service's schema, for concurrent work. */
let database: Database;
let caller: Caller;
let subAccount = 100;

beforeAll(async () => {
  own = await ChannelsWorld.start({ CRAWL_CONCURRENCY: '0' });
  const url = own.world.databaseUrl('channels');
  const source = createDataSource({ url, schema: 'channels', entities: [], migrations: [] });
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

async function connect(app: string): Promise<number> {
  own.apple.app(app);
  const { body } = await own.add({ type: 'app_store', url: appUrl(app) }, {}, caller);
  return body.channel.id as number;
}

const rename = (id: number, name: string) =>
  caller.put('channels', `${CHANNELS}/update/${id}`, { body: { name } });
const remove = (id: number) => caller.delete('channels', `${CHANNELS}/delete/${id}`);
const changed = async (query: Query) =>
  (await caller.get('channels', `${CHANNELS}/get`, { query: { ...query } })).body;
const deleted = async (query: Query = {}) =>
  (await caller.get('channels', `${CHANNELS}/deleted`, { query: { ...query } })).body;
const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name);

/** Moves all changes so far a minute into the past, where every transaction has ended. */
async function age(): Promise<void> {
  const minute = "interval '1 minute'";
  await own.world.admin.query(`update channels.channels set updated_on = updated_on - ${minute}`);
  await own.world.admin.query(`update channels.deleted_channels set deleted_on = deleted_on - ${minute}`);
}

describe('GET /channels/get with updated_since', () => {
  it('is not answered from the cache', async () => {
    await connect('1');
    await age();
    expect((await changed({})).updated_until).toBeNull();
    await own.world.admin.query('update channels.channels set collected_reviews = 7');
    expect((await changed({})).items[0].collected_reviews).toBe(0);
    expect((await changed({ updated_since: BEGINNING })).items[0].collected_reviews).toBe(7);
  });

  it('returns what changed since then, and never passes a change whose transaction is still open', async () => {
    const [slow, quick] = [await connect('3'), await connect('4')];
    await connect('5');
    await age();
    const { count, updated_until: since } = await changed({ updated_since: BEGINNING });
    expect(count).toBe(3);
    await database.transaction(async (tx) => {
      const sql =
        "update channels set name = 'slow', updated_on = now() where id = $1 returning now() as begun";
      const [{ begun }] = (await queryRows(tx, sql, [slow])) as [{ begun: Date }];
      await rename(quick, 'quick');
      const list = await changed({ updated_since: since });
      expect(Date.parse(`${list.updated_until}Z`)).toBeLessThan(begun.getTime());
      expect(list.items).toEqual([]);
    });
    const list = await eventually(
      () => changed({ updated_since: since }),
      (page) => page.count === 2,
      'both changes',
    );
    expect(namesOf(list)).toEqual(['slow', 'quick']);
  });

  it('returns the time of a synchronisation on the first page only', async () => {
    for (const app of ['5', '6', '7']) await connect(app);
    await age();
    const first = await changed({ updated_since: BEGINNING, limit: 2 });
    expect(first).toMatchObject({ count: 3, updated_until: expect.stringMatching(/^\d{4}-/) as unknown });
    const second = await changed({ updated_since: BEGINNING, limit: 2, cursor: first.next_cursor });
    expect(second).toMatchObject({ count: 3, updated_until: null, next_cursor: null });
    expect(namesOf(second)).toEqual(['App 7']);
  });

  it('refuses a time that cannot be read, and treats an empty one as left out', async () => {
    const refused = await changed({ updated_since: 'yesterday' });
    expect(refused).toMatchObject({ code: 'invalid_date', field: 'updated_since' });
    expect(await changed({ updated_since: '' })).toMatchObject({ updated_until: null });
  });
});

describe('GET /channels/deleted', () => {
  it('returns the ids of deleted channels page by page, in the order of their deletion', async () => {
    const ids: number[] = [];
    for (const app of ['10', '11', '12']) ids.push(await connect(app));
    const order = [ids[2], ids[0], ids[1]] as [number, number, number];
    for (const id of order) await remove(id);
    await age();
    const all = await deleted();
    expect(all).toMatchObject({ next_cursor: null, items: order.map((id) => ({ id })) });
    const first = await deleted({ limit: 2 });
    expect(first.items).toEqual(all.items.slice(0, 2));
    expect((await deleted({ limit: 2, cursor: first.next_cursor })).items).toEqual(all.items.slice(2));
    expect((await deleted({ since: all.deleted_until })).count).toBe(0);
    expect((await deleted({ since: '' })).items).toEqual(all.items);
    expect((await changed({ updated_since: BEGINNING })).count).toBe(0);
  });

  it('never passes a deletion whose transaction is still open, and shows no other tenant', async () => {
    const quick = await connect('13');
    await database.transaction(async (tx) => {
      const [{ begun }] = (await queryRows(tx, 'select now() as begun')) as [{ begun: Date }];
      await remove(quick);
      const { items, deleted_until } = await deleted();
      expect(items).toEqual([]);
      expect(Date.parse(`${deleted_until}Z`)).toBeLessThan(begun.getTime());
    });
    await age();
    expect((await deleted()).items).toMatchObject([{ id: quick }]);
    caller = own.world.as({ account_id: 2, sub_account_id: subAccount });
    expect((await deleted()).count).toBe(0);
  });

  it.each([
    [{ since: 'yesterday' }, 'since'],
    [{ cursor: 'x' }, 'cursor'],
    [{ limit: 1_001 }, 'limit'],
  ])('refuses the query %j', async (query, field) => {
    expect(await deleted(query)).toMatchObject({ success: false, field });
  });
});
