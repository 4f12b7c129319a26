import { channelDeleted, channelUpdated, reviewCreated, reviewDeleted } from '@plaudit/contracts';
import { buildEvent, eventually, waitUntilConsumed } from '@plaudit/testing';
import { storeReviews } from '../apple-stand-in.suite';
import { appUrl, CHANNELS, ChannelsWorld } from '../channels-world.suite';

/** Runs no crawls, so that only the endpoints change what a spec sees. */
let own: ChannelsWorld;

beforeAll(async () => {
  own = await ChannelsWorld.start({ CRAWL_CONCURRENCY: '0', CHANNEL_REFRESH_LIMIT_MINUTES: '360' });
});

afterAll(() => own.close());

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
    const { id } = await own.connect('30', { countries: 'gb' });
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
  it('deletes the channel, returns the number of kept reviews and publishes an event', async () => {
    own.apple.app('40');
    own.apple.app('41');
    for (const keep of [false, true]) {
      const { id } = await own.connect(keep ? '41' : '40');
      await own.world.admin.query('update channels.channels set collected_reviews = 9 where id = $1', [id]);
      const query = keep ? { keep_reviews: 1 } : {};
      const { status, body } = await own.api.delete('channels', `${CHANNELS}/delete/${id}`, { query });
      expect([status, body]).toEqual([200, { success: true, reviews_kept: keep ? 9 : 0 }]);
      expect((await own.api.get('channels', `${CHANNELS}/get/${id}`)).status).toBe(404);
      const [deleted] = await own.published(channelDeleted, id);
      expect(deleted).toMatchObject({ aggregateversion: 2, data: { id, keep_reviews: keep } });
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
    expect(await own.get(id)).toMatchObject({ status: 'pending', consecutive_failures: 0, error_code: null });
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
    expect((await own.api.get('channels', `${CHANNELS}/get/abc`)).status).toBe(400);
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
