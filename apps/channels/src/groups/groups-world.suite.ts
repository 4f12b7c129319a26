import { createDataSource, Database } from '@plaudit/database';
import { type Caller, eventually, type HttpResult } from '@plaudit/testing';
import { appUrl, CHANNELS, ChannelsWorld } from '../channels-world.suite';

const GROUPS = '/public/v1/groups';

type Query = Record<string, string | number>;

/** A channels service without crawls. Every test has a sub account of its own. */
export class GroupsWorld {
  subAccount = 100;
  caller: Caller;

  private constructor(
    readonly own: ChannelsWorld,
    /** A second connection to the service's schema, for concurrent work. */
    readonly database: Database,
  ) {
    this.caller = own.world.as({ sub_account_id: this.subAccount });
  }

  static async start(): Promise<GroupsWorld> {
    const own = await ChannelsWorld.start({ CRAWL_CONCURRENCY: '0' });
    const url = own.world.databaseUrl('channels');
    const source = createDataSource({ url, schema: 'channels', entities: [], migrations: [], poolSize: 2 });
    await source.initialize();
    return new GroupsWorld(own, new Database(source, 'channels'));
  }

  async close(): Promise<void> {
    await this.database.dataSource.destroy();
    await this.own.close();
  }

  /** Makes the following requests those of a sub account without channels and properties. */
  useNextSubAccount(): void {
    this.subAccount += 1;
    this.caller = this.own.world.as({ sub_account_id: this.subAccount });
  }

  post(body: unknown, by = this.caller, headers: Record<string, string> = {}): Promise<HttpResult> {
    return by.post('channels', GROUPS, { body, headers });
  }

  put(id: number | string, body: unknown, by = this.caller): Promise<HttpResult> {
    return by.put('channels', `${GROUPS}/${id}`, { body });
  }

  remove(id: number | string, by = this.caller): Promise<HttpResult> {
    return by.delete('channels', `${GROUPS}/${id}`);
  }

  async groups(by = this.caller): Promise<{ id: number; name: string; profile_count: number }[]> {
    return (await by.get('channels', GROUPS)).body.groups;
  }

  async channel(id: number): Promise<{ group: number | null; group_name: string | null }> {
    return (await this.caller.get('channels', `${CHANNELS}/get/${id}`)).body;
  }

  update(id: number, body: unknown): Promise<HttpResult> {
    return this.caller.put('channels', `${CHANNELS}/update/${id}`, { body });
  }

  async listed(query: Query, by = this.caller): Promise<HttpResult['body']> {
    return (await by.get('channels', `${CHANNELS}/get`, { query })).body;
  }

  /** Adds a property and returns its id. */
  async group(name: string): Promise<number> {
    const added = await this.post({ name });
    if (added.status !== 201) throw new Error(`Could not add the property: ${JSON.stringify(added.body)}`);
    return added.body.group.id as number;
  }

  /** Connects an app of the stand-in store and returns the id of the channel. */
  async connect(app: string, body: object = {}): Promise<number> {
    this.own.apple.app(app);
    const added = await this.own.add({ type: 'app_store', url: appUrl(app), ...body }, {}, this.caller);
    if (added.status !== 200) throw new Error(`Could not connect: ${JSON.stringify(added.body)}`);
    return added.body.channel.id as number;
  }

  /** Adds channels to the database, in the property, and returns their ids. */
  async plant(groupId: number, count: number): Promise<number[]> {
    const rows = await this.own.world.admin.query<{ id: number }>(
      `insert into channels.channels (account_id, sub_account_id, type, profile_key, identity, name, rating_scale, group_id, updated_on)
       select 1, $1, 'app_store', '{}', 'planted ' || n, 'App ' || n, 5, $2, now() - interval '1 minute' from generate_series(1, $3::int) n returning id`,
      [this.subAccount, groupId, count],
    );
    await this.own.world.admin.query(
      `insert into channels.crawls (channel_id, account_id, sub_account_id, platform, due_at)
       select id, 1, sub_account_id, 'app_store', now() + interval '1 day' from channels.channels where group_id = $1`,
      [groupId],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the property that the channel has in the database. */
  async storedGroup(channelId: number): Promise<number | null> {
    const sql = 'select group_id from channels.channels where id = $1';
    const [stored] = await this.own.world.admin.query<{ group_id: number | null }>(sql, [channelId]);
    return stored?.group_id ?? null;
  }

  /** Waits until every channel has followed the changed properties. */
  async followed(): Promise<void> {
    await eventually(
      () => this.own.world.admin.query('select from channels.group_changes'),
      (left) => left.length === 0,
      'the channels to follow their properties',
    );
  }
}
