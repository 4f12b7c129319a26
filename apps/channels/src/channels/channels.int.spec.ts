import {
  channelDeleted,
  channelReviewsPath,
  channelUpdated,
  reviewCreated,
  reviewDeleted,
  accountSubAccountDeleted,
  FAILING_CHANNELS_PATH,
  MAX_COUNTED_SUB_ACCOUNTS,
  type PlanLimits,
  type Principal,
  PRINCIPAL_HEADER,
  UNKNOWN_CHANNEL_TYPES_PATH,
  UNKNOWN_CHANNELS_PATH,
  UNLIMITED,
} from '@plaudit/contracts';
import {
  buildEvent,
  eventually,
  type FixtureResponse,
  type FixtureServer,
  startFixtureServer,
  waitUntilConsumed,
  type Caller,
} from '@plaudit/testing';
import { createDataSource, Database } from '@plaudit/database';
import { storeReviews } from '../apple-stand-in.suite';
import { appUrl, CHANNELS, ChannelsWorld } from '../channels-world.suite';
import { ExplainedDatabase } from '../explained-database.suite';
import { ChannelSnapshotReadModel } from './channel-snapshot.read-model';

describe('channels', () => {
  /** Runs no crawls, so that only the endpoints change what a spec sees. */
  let own: ChannelsWorld;
  /** Stands in for the reviews service. */
  let reviews: FixtureServer;

  beforeAll(async () => {
    reviews = await startFixtureServer(() => ({ body: { count: 7 } }));
    own = await ChannelsWorld.start({
      CRAWL_CONCURRENCY: '0',
      CHANNEL_REFRESH_LIMIT_MINUTES: '360',
      REVIEWS_URL: reviews.url,
    });
  });

  afterAll(async () => {
    await own.close();
    await reviews.close();
  });

  /** Puts the channel into the state after a crawl that ended `minutes` ago. */
  async function settleCrawl(id: number, minutes: number): Promise<void> {
    await own.world.admin.query(
      `update channels.crawls set due_at = now() + interval '1 day' where channel_id = $1`,
      [id],
    );
    await own.world.admin.query(
      `update channels.channels set last_checked = now() - make_interval(mins => $2) where id = $1`,
      [id, minutes],
    );
  }

  describe('PUT /channels/update', () => {
    it('changes the given fields, keeps the others and publishes an event', async () => {
      own.apple.app('30');
      const { id } = await own.connect('30', { countries: 'gb', stores: null });
      const put = (body: unknown) => own.api.put('channels', `${CHANNELS}/update/${id}`, { body });
      const named = await put({ name: '  Ours  ', auto_approve: true, countries: 'us, gb' });
      expect(named.body).toMatchObject({
        success: true,
        channel: { name: 'Ours', auto_approve: true, auto_approve_4_stars: false, countries: 'us,gb' },
      });
      expect((await put({ countries: '' })).body.channel).toMatchObject({ name: 'Ours', countries: null });
      expect((await put({ name: 'Ours' })).status).toBe(200);
      const updated = await own.published(channelUpdated, id);
      expect(updated.map(({ aggregateversion, data }) => [aggregateversion, data.name])).toEqual([
        [2, 'Ours'],
        [3, 'Ours'],
      ]);
    });

    it.each([
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(192) }, 'name'],
      [{ auto_approve: 'yes' }, 'auto_approve'],
      [{ countries: 'zz' }, 'countries'],
      [{ stores: 'main' }, 'stores'],
      [{ group_id: 3 }, 'group_id'],
    ])('refuses the body %j and names the field %s', async (body, field) => {
      own.apple.app('31');
      const known = (await own.api.get('channels', `${CHANNELS}/get`)).body.items[0].id;
      const refused = await own.api.put('channels', `${CHANNELS}/update/${known}`, { body });
      expect([refused.status, refused.body.field]).toEqual([400, field]);
    });
  });

  describe('DELETE /channels/delete', () => {
    it('deletes the channel, returns how many reviews the reviews service has, and publishes an event', async () => {
      own.apple.app('40');
      own.apple.app('41');
      for (const keep of [false, true]) {
        const { id } = await own.connect(keep ? '41' : '40');
        const query = keep ? { keep_reviews: 1 } : {};
        const { status, body } = await own.api.delete('channels', `${CHANNELS}/delete/${id}`, { query });
        expect([status, body]).toEqual([200, { success: true, reviews_kept: keep ? 7 : 0 }]);
        expect((await own.api.get('channels', `${CHANNELS}/get/${id}`)).status).toBe(404);
        const [deleted] = await own.published(channelDeleted, id);
        expect(deleted).toMatchObject({ aggregateversion: 2, data: { id, keep_reviews: keep } });
      }
    });

    it('asks for the reviews of the channel with the rights of the caller', async () => {
      own.apple.app('42');
      const { id } = await own.connect('42');
      reviews.requests.length = 0;
      await own.api.delete('channels', `${CHANNELS}/delete/${id}`, { query: { keep_reviews: 1 } });
      expect(
        reviews.requests.map(({ path, headers }) => [path, headers[PRINCIPAL_HEADER] !== undefined]),
      ).toEqual([[channelReviewsPath(id), true]]);
    });

    it.each<[string, FixtureResponse]>([
      ['refuses', { status: 403, body: { success: false } }],
      ['fails', { status: 500 }],
      ['does not answer', 'reset'],
    ])('deletes the channel and returns its own count if the reviews service %s', async (what, response) => {
      own.apple.app('43');
      for (const [counted, kept] of [
        [5, 5],
        [-1, 0],
      ]) {
        const { id } = await own.connect('43', { name: what });
        const values = [id, counted];
        await own.world.admin.query(
          'update channels.channels set collected_reviews = $2 where id = $1',
          values,
        );
        reviews.handle(() => response);
        const { status, body } = await own.api.delete('channels', `${CHANNELS}/delete/${id}`, {
          query: { keep_reviews: 1 },
        });
        expect([status, body]).toEqual([200, { success: true, reviews_kept: kept }]);
        expect((await own.api.get('channels', `${CHANNELS}/get/${id}`)).status).toBe(404);
      }
    });

    it('refuses any value of keep_reviews except 1', async () => {
      const refused = await own.api.delete('channels', `${CHANNELS}/delete/1`, {
        query: { keep_reviews: 'yes' },
      });
      expect([refused.status, refused.body.field]).toEqual([400, 'keep_reviews']);
    });
  });

  describe('POST /channels/refresh', () => {
    it('refuses a queued or recently crawled channel, and queues a crawl after six hours', async () => {
      own.apple.app('50');
      const { id } = await own.connect('50');
      const refresh = () => own.api.post('channels', `${CHANNELS}/refresh/${id}`, { body: {} });
      const waiting = await refresh();
      expect([waiting.status, waiting.body.code]).toEqual([429, 'refresh_queued']);

      await settleCrawl(id, 60);
      const soon = await refresh();
      expect(soon.status).toBe(429);
      expect(soon.body).toMatchObject({
        success: false,
        queued: false,
        code: 'refresh_too_soon',
        msg: expect.any(String) as unknown,
        last_checked: expect.stringMatching(/^\d{4}-/) as unknown,
        retry_after_minutes: 300,
        retry_after_seconds: 18_000,
      });

      await settleCrawl(id, 400);
      const queued = await refresh();
      expect([queued.status, queued.body]).toEqual([
        202,
        { success: true, queued: true, msg: expect.any(String) },
      ]);
      expect((await refresh()).body.code).toBe('refresh_queued');
      await settleCrawl(id, 400);
      expect((await refresh()).body).toMatchObject({ code: 'refresh_too_soon', retry_after_minutes: 360 });
    });

    it('enables a disabled channel again', async () => {
      own.apple.app('51');
      const { id } = await own.connect('51');
      await own.world.admin.query(
        `update channels.channels set status = 'disabled', consecutive_failures = 10, error_code = 'not_found', error_msg = 'x' where id = $1`,
        [id],
      );
      await own.world.admin.query('update channels.crawls set due_at = null where channel_id = $1', [id]);
      expect((await own.get(id)).next_crawl_on).toBeNull();
      expect((await own.api.post('channels', `${CHANNELS}/refresh/${id}`)).status).toBe(202);
      expect(await own.get(id)).toMatchObject({
        status: 'pending',
        consecutive_failures: 0,
        error_code: null,
      });
    });
  });

  describe('ChannelsController', () => {
    it.each([
      ['another sub account', { sub_account_id: 2 }],
      ['another account', { account_id: 2 }],
    ])('returns 404 for a channel of %s', async (_name, principal) => {
      const stranger = own.world.as(principal);
      const [mine] = (await own.api.get('channels', `${CHANNELS}/get`)).body.items;
      const results = await Promise.all([
        stranger.get('channels', `${CHANNELS}/get/${mine.id}`),
        stranger.put('channels', `${CHANNELS}/update/${mine.id}`, { body: { name: 'Mine' } }),
        stranger.delete('channels', `${CHANNELS}/delete/${mine.id}`),
        stranger.post('channels', `${CHANNELS}/refresh/${mine.id}`),
      ]);
      expect(results.map(({ status, body }) => [status, body.code])).toEqual(
        results.map(() => [404, 'not_found']),
      );
      const listed = (await stranger.get('channels', `${CHANNELS}/get`)).body.items as { id: number }[];
      expect(listed.map(({ id }) => id)).not.toContain(mine.id);
    });

    it('returns 400 for an id that is not a number', async () => {
      expect((await own.api.get('channels', `${CHANNELS}/get/abc`)).status).toBe(404);
    });
  });

  describe('GET /channels/get', () => {
    it('serves the list from a cache that every change drops', async () => {
      const caller = own.world.as({ sub_account_id: 60 });
      const names = async () =>
        ((await caller.get('channels', `${CHANNELS}/get`)).body.items as { name: string }[]).map(
          ({ name }) => name,
        );
      own.apple.app('60', { name: 'First' });
      expect(await names()).toEqual([]);
      const added = await own.add({ type: 'app_store', url: appUrl('60') }, {}, caller);
      expect(await names()).toEqual(['First']);
      const rename = (name: string) =>
        own.world.admin.query('update channels.channels set name = $2 where id = $1', [
          added.body.channel.id,
          name,
        ]);
      // The broadcast of channel.connected may still be on its way and drops the cached list once more.
      let renames = 0;
      await eventually(
        async () => {
          const before = await names();
          await rename(`Hidden ${++renames}`);
          return [before, await names()];
        },
        ([before, after]) => before?.[0] === after?.[0],
        'the list to be served from the cache',
      );
      await rename('Hidden');
      await caller.put('channels', `${CHANNELS}/update/${added.body.channel.id}`, {
        body: { auto_approve: true },
      });
      expect(await names()).toEqual(['Hidden']);
      await caller.delete('channels', `${CHANNELS}/delete/${added.body.channel.id}`);
      expect(await names()).toEqual([]);
    });

    it('drops the cached list when another replica publishes a change', async () => {
      const caller = own.world.as({ sub_account_id: 61 });
      const list = async () => (await caller.get('channels', `${CHANNELS}/get`)).body;
      expect((await list()).count).toBe(0);
      own.apple.app('61');
      const added = await own.add({ type: 'app_store', url: appUrl('61') }, {}, caller);
      await list();
      await own.world.admin.query(`update channels.channels set name = 'Elsewhere' where id = $1`, [
        added.body.channel.id,
      ]);
      await own.world.publish(
        buildEvent(channelUpdated, { subaccountid: 61, data: { id: added.body.channel.id } }),
      );
      await eventually(list, ({ items }) => items[0].name === 'Elsewhere', 'the list to be read again');
    });

    describe('in pages', () => {
      const MANY = 1_050;
      const caller = () => own.world.as({ sub_account_id: 62 });
      const page = async (query: Record<string, string | number> = {}) =>
        (await caller().get('channels', `${CHANNELS}/get`, { query })).body as {
          count: number;
          items: { id: number }[];
          next_cursor: number | null;
        };

      beforeAll(async () => {
        await own.world.admin.query(
          `with added as (
           insert into channels.channels (account_id, sub_account_id, type, profile_key, identity, name, rating_scale)
           select 1, 62, 'app_store', '{}', 'paged ' || n, 'App ' || n, 5 from generate_series(1, ${MANY}) n
           returning id)
         insert into channels.crawls (channel_id, account_id, sub_account_id, platform, due_at)
         select id, 1, 62, 'app_store', now() + interval '1 day' from added`,
        );
      });

      it('returns the first 1,000 channels without parameters, and the count of all', async () => {
        const response = await caller().get('channels', `${CHANNELS}/get`);
        const { count, items, next_cursor } = response.body;
        expect([count, items.length, next_cursor]).toEqual([MANY, 1_000, items.at(-1).id]);
        expect(response.headers.get('link')).toBe(`<${CHANNELS}/get?cursor=${next_cursor}>; rel="next"`);
        expect(response.headers.get('x-next-cursor')).toBe(String(next_cursor));
      });

      it('returns every channel once, also when the first page comes from the cache', async () => {
        for (const query of [{}, { limit: 400 }] as Record<string, number>[]) {
          const ids: number[] = [];
          let cursor: number | null = 0;
          while (cursor !== null) {
            const { count, items, next_cursor } = await page(cursor === 0 ? query : { ...query, cursor });
            expect(count).toBe(MANY);
            ids.push(...items.map(({ id }) => id));
            cursor = next_cursor;
          }
          expect(new Set(ids).size).toBe(MANY);
          expect(ids).toEqual(ids.toSorted((one, other) => one - other));
        }
      });

      it('does not serve the cached first page for another page', async () => {
        const [first] = (await page()).items;
        expect((await page({ limit: 1 })).items).toHaveLength(1);
        expect((await page({ cursor: first!.id, limit: 1 })).items[0]!.id).toBeGreaterThan(first!.id);
      });

      it.each(['limit=0', 'limit=1001', 'limit=x', 'cursor=0', 'cursor=x'])(
        'refuses the query %s and names the field',
        async (query) => {
          const refused = await caller().get('channels', `${CHANNELS}/get?${query}`);
          expect([refused.status, refused.body.field]).toEqual([400, query.split('=')[0]]);
        },
      );
    });
  });

  describe('OnReviewCreated and OnReviewDeleted', () => {
    it('count the reviews of a channel and ignore a repeated event', async () => {
      own.apple.app('70', { reviews: { gb: storeReviews(1) } });
      const { id } = await own.connect('70');
      const created = [1, 2, 3].map((review) =>
        buildEvent(reviewCreated, { data: { id: review, channel_id: id } }),
      );
      const deleted = buildEvent(reviewDeleted, { data: { id: 2, channel_id: id } });
      for (const event of created) await own.world.publish(event);
      await own.world.publishAgain(created[0]!);
      await own.world.publish(deleted);
      await own.world.publish(buildEvent(reviewCreated, { data: { id: 4, channel_id: null } }));
      // The first two events add up to two as well, so the spec waits for all of them.
      await waitUntilConsumed(own.world.natsUrl, 'channels__review');
      expect((await own.get(id)).collected_reviews).toBe(2);
    });
  });

  describe('the channels service', () => {});
});

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

interface SubAccount {
  id: number;
  api: Caller;
}

describe('sub account closure', () => {
  let own: ChannelsWorld;

  beforeAll(async () => {
    own = await ChannelsWorld.start();
  });

  afterAll(() => own.close());

  let subAccounts = 100;

  let apps = 1_000_000_000;

  /** Returns a new sub account with a caller of its own. */
  function subAccount(account_id = 1, limits: Partial<PlanLimits> = {}): SubAccount {
    const id = (subAccounts += 1);
    const principal = { account_id, sub_account_id: id, main: false, limits: { ...UNLIMITED, ...limits } };
    return { id, api: own.world.as(principal) };
  }

  /** Adds an app with the given number of reviews to the store and returns its id. */
  function newApp(reviews = 1): string {
    const id = String((apps += 1));
    own.apple.app(id, { count: reviews, reviews: { gb: storeReviews(reviews) } });
    return id;
  }

  async function add({ api }: SubAccount, app: string): Promise<{ status: number; id: number }> {
    const added = await own.add({ type: 'app_store', url: appUrl(app) }, {}, api);
    return { status: added.status, id: added.body.channel?.id };
  }

  async function close({ id }: SubAccount, accountid = 1): Promise<void> {
    const event = buildEvent(accountSubAccountDeleted, { accountid, subaccountid: id, data: { id } });
    await own.world.publish(event);
    await eventually(
      () => own.world.admin.query('select from channels.inbox where event_id = $1', [event.id]),
      (rows) => rows.length === 1,
      'the event to be handled',
    );
  }

  async function crawlOf(
    channelId: number,
  ): Promise<{ due_at: Date | null; lease_id: string | null; run: number }> {
    const [crawl] = await own.world.admin.query<{
      due_at: Date | null;
      lease_id: string | null;
      run: number;
    }>('select due_at, lease_id, run from channels.crawls where channel_id = $1', [channelId]);
    return crawl as { due_at: Date | null; lease_id: string | null; run: number };
  }

  async function crawled(channelId: number, run = 1): Promise<void> {
    await eventually(
      () => crawlOf(channelId),
      (crawl) => crawl.run >= run && crawl.lease_id === null,
      `crawl ${run} of channel ${channelId}`,
    );
  }

  describe('OnSubAccountDeleted', () => {
    it('disables the channels of the sub account, publishes that once, and leaves other sub accounts alone', async () => {
      const [closing, staying] = [subAccount(), subAccount()];
      const closed = (await add(closing, newApp())).id;
      const kept = (await add(staying, newApp())).id;
      await Promise.all([crawled(closed), crawled(kept)]);
      await close(closing);
      await close(closing);
      expect(await crawlOf(closed)).toMatchObject({ due_at: null, lease_id: null });
      const { body } = await closing.api.get('channels', `/public/v1/channels/get/${closed}`);
      expect(body).toMatchObject({ status: 'disabled', next_crawl_on: null, crawling: false });
      const events = await own.published(channelUpdated, closed);
      expect(events.filter(({ data }) => data.status === 'disabled')).toHaveLength(1);
      expect((await staying.api.get('channels', `/public/v1/channels/get/${kept}`)).body.status).toBe(
        'active',
      );
      expect((await crawlOf(kept)).due_at).not.toBeNull();
    });

    it('stops a crawl in progress, so that no further page is stored', async () => {
      const closing = subAccount();
      const app = newApp(120);
      let release = (): void => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      own.apple.interfere = async ({ path }) => {
        if (path.includes(`/page=2/id=${app}/`)) await held;
        return undefined;
      };
      const { id } = await add(closing, app);
      await eventually(
        () => own.apple.requestedPages(app),
        (pages) => pages.includes('gb/2'),
        'the request for the second page',
      );
      const before = (await own.collected(id)).length;
      await close(closing);
      release();
      // When a later crawl of another sub account has ended, the stopped crawl would have stored its next page.
      const marker = (await add(subAccount(), newApp())).id;
      await crawled(marker);
      expect(await own.collected(id)).toHaveLength(before);
      expect(await crawlOf(id)).toMatchObject({ due_at: null, lease_id: null });
      own.apple.interfere = () => undefined;
    });

    it('does not crawl a channel that a late request adds or refreshes', async () => {
      const closing = subAccount();
      const known = (await add(closing, newApp())).id;
      await crawled(known);
      await close(closing);
      const late = (await add(closing, newApp())).id;
      await closing.api.post('channels', `/public/v1/channels/refresh/${known}`);
      const marker = (await add(subAccount(), newApp())).id;
      await crawled(marker);
      expect((await crawlOf(late)).run).toBe(0);
      expect((await crawlOf(known)).run).toBe(1);
    });

    it('takes the channels of the sub account out of the plan limits', async () => {
      const closing = subAccount(7, { channels: 1 });
      const next = subAccount(7, { channels: 1 });
      expect((await add(closing, newApp())).status).toBe(200);
      expect((await add(next, newApp())).status).toBe(402);
      await close(closing, 7);
      expect((await add(next, newApp())).status).toBe(200);
    });

    it('leaves the channels of another account alone', async () => {
      const mine = subAccount(8);
      const { id } = await add(mine, newApp());
      await crawled(id);
      const event = buildEvent(accountSubAccountDeleted, { accountid: 9, subaccountid: 1, data: { id: 1 } });
      await own.world.publish(event);
      await eventually(
        () => own.world.admin.query('select from channels.inbox where event_id = $1', [event.id]),
        (rows) => rows.length === 1,
        'the event to be handled',
      );
      expect((await mine.api.get('channels', `/public/v1/channels/get/${id}`)).body.status).toBe('active');
    });
  });

  describe('the question which channels do not exist', () => {
    const ask = async (as: Partial<Principal>, ids: number[], sub_account_id: number | null) =>
      (await own.world.as(as).post('channels', UNKNOWN_CHANNELS_PATH, { body: { ids, sub_account_id } }))
        .body;

    it('is answered from the account and the sub account of the caller, without deleted sub accounts', async () => {
      const [one, other] = [subAccount(7), subAccount(7)];
      const { id } = await add(one, newApp());
      const main = { account_id: 7, main: true };
      expect(await ask(main, [id, 999_999], null)).toEqual({ unknown: [999_999] });
      expect(await ask(main, [id], one.id)).toEqual({ unknown: [] });
      expect(await ask(main, [id], other.id)).toEqual({ unknown: [id] });
      expect(await ask({ ...main, account_id: 8 }, [id], null)).toEqual({ unknown: [id] });
      const branch = { account_id: 7, sub_account_id: other.id, main: false };
      expect(await ask(branch, [id], null)).toEqual({ unknown: [id] });
      expect(await ask({ ...main, scopes: ['reports:read'] }, [id], null)).toEqual({ unknown: [] });
      await close(one, 7);
      expect(await ask(main, [id], null)).toEqual({ unknown: [id] });
    });
  });

  describe('the question how many channels fail', () => {
    const ask = (as: Partial<Principal>, ids: unknown[]) =>
      own.world.as(as).post('channels', FAILING_CHANNELS_PATH, { body: { ids } });

    it('is answered for the sub accounts of the caller, and of no other account', async () => {
      const [one, fine, foreign] = [subAccount(7), subAccount(7), subAccount(8)];
      const added = [one, one, one, fine, foreign].map((owner) => add(owner, newApp()));
      const [failing, disabled, , , theirs] = (await Promise.all(added)).map(({ id }) => id);
      await own.world.admin.query(
        `update channels.channels set error_code = case when id = $2 then null else 'profile_not_found' end,
         status = case when id = $2 then 'disabled' else 'error' end
       where id = any ($1)`,
        [[failing, disabled, theirs], disabled],
      );
      const ids = [one.id, fine.id, foreign.id, 999_999];
      const { status, body } = await ask({ account_id: 7, sub_account_id: one.id }, ids);
      expect({ status, body }).toEqual({ status: 200, body: { counts: [{ id: one.id, count: 2 }] } });
      expect((await ask({ account_id: 8 }, ids)).body).toEqual({ counts: [{ id: foreign.id, count: 1 }] });
      expect((await ask({ account_id: 7, scopes: ['reviews:read'] }, ids)).status).toBe(403);
    });

    it('is refused for more than 50 sub accounts', async () => {
      const many = Array.from({ length: MAX_COUNTED_SUB_ACCOUNTS + 1 }, (_, n) => n + 1);
      expect((await ask({}, many)).body).toMatchObject({ code: 'validation_failed', field: 'ids' });
      expect((await ask({}, ['1'])).status).toBe(400);
    });
  });

  describe('the question which platforms do not exist', () => {
    it('is answered from the catalogue, for a key of any scope', async () => {
      const reader = own.world.as({ scopes: ['reports:read'] });
      const { body } = await reader.get('channels', '/public/v1/channels/types');
      expect(body).toMatchObject({ code: 'forbidden' });
      const types = (await own.world.as().get('channels', '/public/v1/channels/types')).body.items as {
        id: number;
      }[];
      const known = types.map(({ id }) => id);
      expect(known.length).toBeGreaterThan(1);
      const answer = await reader.post('channels', UNKNOWN_CHANNEL_TYPES_PATH, {
        body: { ids: [...known, 999] },
      });
      expect(answer).toMatchObject({ status: 200, body: { unknown: [999] } });
      expect(
        (await reader.post('channels', UNKNOWN_CHANNEL_TYPES_PATH, { body: { ids: ['1'] } })).status,
      ).toBe(400);
    });
  });
});
