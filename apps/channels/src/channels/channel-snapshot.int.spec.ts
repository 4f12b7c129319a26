import { channelDeleted } from '@plaudit/contracts';
import { createDataSource, Database } from '@plaudit/database';
import { CHANNELS, ChannelsWorld } from '../channels-world.suite';
import { ExplainedDatabase } from '../explained-database.suite';
import { ChannelSnapshotReadModel } from './channel-snapshot.read-model';

const PLANTED = 8_000_000;
/** Of the planted channels, every third one is deleted. */
const ROWS = 3_000;

describe('the snapshot of channels', () => {
  let own: ChannelsWorld;
  let database: Database;
  let read: ChannelSnapshotReadModel;

  beforeAll(async () => {
    own = await ChannelsWorld.start({ CRAWL_CONCURRENCY: '0' });
    const url = own.world.databaseUrl('channels');
    const source = createDataSource({ url, schema: 'channels', entities: [], migrations: [], poolSize: 1 });
    await source.initialize();
    database = new Database(source, 'channels');
    read = new ChannelSnapshotReadModel(database);
    await own.world.admin.query(
      `insert into channels.channels (id, account_id, sub_account_id, version, type, profile_key, identity, name, rating_scale)
       overriding system value
       select ${PLANTED} + n, 3, 31, 2, 'app_store', '{}', 'planted ' || n, 'Planted', 5 from generate_series(1, ${ROWS}) n
       where n % 3 > 0`,
    );
    await own.world.admin.query(
      `insert into channels.deleted_channels (channel_id, account_id, sub_account_id, version, last_state)
       select ${PLANTED} + n, 3, 31, 4, jsonb_build_object('id', ${PLANTED} + n, 'name', 'Deleted')
       from generate_series(1, ${ROWS}) n where n % 3 = 0`,
    );
    await own.world.admin.query('analyze channels.channels, channels.deleted_channels');
  });
  afterAll(async () => {
    await database.dataSource.destroy();
    await own.close();
  });

  it('has a deleted channel as its event carried it, marks it, and knows no secret of it', async () => {
    own.apple.app('950');
    const { id } = await own.connect('950');
    const added = await own.api.post('channels', '/public/v1/groups', { body: { name: 'Lisbon' } });
    const group = added.body.group.id as number;
    await own.world.admin.query(
      `update channels.channels set credentials = 'token-1', meta = '{"key": "token-2"}', error_msg = 'token-3',
         group_id = $2, score = 4.35, reviews = 12 where id = $1`,
      [id, group],
    );
    const owner = { account_id: 1, sub_account_id: 1 };
    const [existing] = await read.page(id - 1, 1);
    expect((await own.api.delete('channels', `${CHANNELS}/delete/${id}`)).status).toBe(200);
    const [event] = await own.published(channelDeleted, id);
    const { keep_reviews: _keep, ...state } = event!.data;
    expect(state).toMatchObject({ group, group_name: 'Lisbon', score: 4.35, reviews: 12 });
    expect(existing).toEqual({ ...owner, ...state, version: 1 });
    expect(await read.page(id - 1, 1)).toEqual([{ ...owner, ...state, version: 2, deleted: true }]);
    const [kept] = await own.world.admin.query<{ last_state: object }>(
      'select * from channels.deleted_channels where channel_id = $1',
      [id],
    );
    expect(JSON.stringify(kept)).not.toContain('token');
    // It is kept for good, so consider a new field here.
    expect(Object.keys(kept!.last_state).toSorted().join(' ')).toBe(
      'created_on group group_name id label logo name rating_scale reviews score status type type_id url',
    );
  });

  it('lacks a channel that was deleted by a release that kept no last state', async () => {
    await own.world.admin.query(
      `insert into channels.deleted_channels (channel_id, account_id, sub_account_id) values (${PLANTED}, 3, 31)`,
    );
    expect(await read.page(PLANTED - 1, 1)).toMatchObject([{ id: PLANTED + 1 }]);
  });

  it('has every channel once, existing or deleted, in pages that follow each other in the order of ids', async () => {
    const rows: { id: number; version: number; deleted?: boolean }[] = [];
    for (let after = PLANTED; ;) {
      const page = await read.page(after, 700);
      rows.push(...page);
      if (page.length < 700) break;
      after = page.at(-1)!.id;
    }
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: ROWS }, (_, at) => PLANTED + 1 + at));
    for (const { id, version, deleted } of rows)
      expect([id, version, deleted]).toEqual((id - PLANTED) % 3 === 0 ? [id, 4, true] : [id, 2, undefined]);
  });

  it('merges the primary keys of both tables, without sorting', async () => {
    const explained = new ExplainedDatabase(database.dataSource, 'channels');
    await new ChannelSnapshotReadModel(explained).page(PLANTED + 50, 500);
    expect(explained.plans[0]).toMatch(/"Node Type":"Merge Append"/);
    for (const index of ['channels_pkey', 'deleted_channels_pkey'])
      expect(explained.plans[0]).toContain(`"Index Name":"${index}"`);
    expect(explained.plans[0]).not.toMatch(/"Node Type":"(Incremental )?Sort"/);
  });
});
