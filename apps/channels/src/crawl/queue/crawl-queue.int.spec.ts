import { createDataSource, Database, queryRows } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import { eventually, Exposition, fakeOnly } from '@plaudit/testing';
import { ChannelsWorld } from '../../channels-world.suite';
import { ExplainedDatabase } from '../../explained-database.suite';
import { appStore } from '../../platforms/apps/app-store';
import { channelsService } from '../../service';
import { CrawlPlanService } from './crawl-plan.service';
import { enqueueCrawl, type WaitingCrawl } from './crawl-queue.suite';
import { type CrawlLease, CrawlsRepository, LeaseLost } from './crawls.repository';
import { LeaseHeartbeat } from './lease-heartbeat';

const LEASE_MS = 60_000;
const ONE_NEW = { read: 1, fresh: 1, changed: 0 };

let own: ChannelsWorld;
let database: Database;
let crawls: CrawlsRepository;

beforeAll(async () => {
  own = await ChannelsWorld.start({ CRAWL_CONCURRENCY: '0' });
  const source = createDataSource({
    url: own.world.databaseUrl('channels'),
    schema: 'channels',
    entities: channelsService.entities,
    migrations: [],
    poolSize: 10,
  });
  await source.initialize();
  database = new Database(source, 'channels');
  crawls = new CrawlsRepository(database);
});

afterAll(async () => {
  await database.dataSource.destroy();
  await own.close();
});

beforeEach(() => own.world.admin.query('delete from channels.channels'));
afterEach(() => jest.useRealTimers());

const enqueue = (waiting: WaitingCrawl): Promise<number> => enqueueCrawl(own.world.admin, waiting);
const platform = (limit: number) => ({ slug: 'app_store', rate: { ...appStore.meta.rate, crawls: limit } });
/** Claims as a worker does that has just started, so that it has no plan yet. */
const claim = (limit = 100): Promise<CrawlLease | null> =>
  new CrawlPlanService(crawls, new Clock()).claim(platform(limit), LEASE_MS);

async function claimAll(limit = 100): Promise<CrawlLease[]> {
  const claimed: CrawlLease[] = [];
  for (let next = await claim(limit); next; next = await claim(limit)) claimed.push(next);
  return claimed;
}

async function leaseUntil(): Promise<Date> {
  const [crawl] = await own.world.admin.query<{ lease_until: Date }>(
    'select lease_until from channels.crawls',
  );
  return crawl!.lease_until;
}

/** Moves the end of the lease by `ms` into the past and returns it. */
async function leaseAges(ms: number): Promise<Date> {
  await own.world.admin.query(
    'update channels.crawls set lease_until = lease_until - make_interval(secs => $1::float8 / 1000)',
    [ms],
  );
  return leaseUntil();
}

describe('the metrics of the queue', () => {
  it('count due and leased crawls by platform without those of deleted sub accounts, and age the oldest', async () => {
    for (const since of [30, 600]) await enqueue({ account: 1, since });
    await enqueue({ account: 2, since: -600 });
    await enqueue({ account: 98, since: 9_000 });
    await own.world.admin.query('insert into channels.closed_sub_accounts (sub_account_id) values (98)');
    const leased = await claim();
    const backlog = async (): Promise<Record<string, number>> => {
      const exported = await Exposition.fetch(own.world.metricsUrl);
      const value = (name: string): number => exported.sum(name, { platform: 'app_store' });
      return {
        due: value('plaudit_crawls_due'),
        leased: value('plaudit_crawls_leased'),
        seconds: Math.floor(value('plaudit_crawl_oldest_due_seconds') / 30),
        others: exported.sum('plaudit_crawls_due', { platform: 'website' }),
      };
    };
    // The oldest one is leased.
    expect(await backlog()).toEqual({ due: 1, leased: 1, seconds: 1, others: 0 });
    await crawls.release(leased as CrawlLease);
    await own.world.admin.query(
      "update channels.crawls set due_at = due_at - interval '1 hour' where account_id = 1",
    );
    expect(await backlog()).toMatchObject({ due: 2, leased: 0, seconds: expect.any(Number) });
    await own.world.admin.query('delete from channels.closed_sub_accounts where sub_account_id = 98');
  });
});

describe('CrawlsRepository', () => {
  it('lets accounts take turns, however many crawls one of them has due', async () => {
    for (let index = 0; index < 5; index++) await enqueue({ account: 1, since: 100 });
    for (const account of [2, 3]) for (let index = 0; index < 2; index++) await enqueue({ account });
    const order = (await claimAll()).map((lease) => lease.account_id);
    expect(order).toEqual([1, 2, 3, 1, 2, 3, 1, 1, 1]);
  });

  it('lets accounts take turns in one plan, too', async () => {
    for (let index = 0; index < 5; index++) await enqueue({ account: 1, since: 100 });
    for (const account of [2, 3]) for (let index = 0; index < 2; index++) await enqueue({ account });
    const plan = new CrawlPlanService(crawls, new Clock());
    const order: number[] = [];
    for (
      let next = await plan.claim(platform(9), LEASE_MS);
      next;
      next = await plan.claim(platform(9), LEASE_MS)
    ) {
      order.push(next.account_id);
    }
    expect(order).toEqual([1, 2, 3, 1, 2, 3, 1, 1, 1]);
  });

  it('goes on with its plan when another worker has claimed a crawl of it, and makes a new one when told', async () => {
    const [first, second] = [await enqueue({ since: 20 }), await enqueue({ since: 10 })];
    const plan = new CrawlPlanService(crawls, new Clock());
    expect((await plan.claim(platform(9), LEASE_MS))?.channel_id).toBe(first);
    expect((await claim())?.channel_id).toBe(second);
    const third = await enqueue({ since: 5 });
    expect((await plan.claim(platform(9), LEASE_MS))?.channel_id).toBe(third);
    await enqueue({ priority: 2, since: 50 });
    await enqueue({ priority: 2, since: 40 });
    await plan.claim(platform(9), LEASE_MS);
    const urgent = await enqueue({});
    plan.forget();
    expect((await plan.claim(platform(9), LEASE_MS))?.channel_id).toBe(urgent);
  });

  it('claims first crawls before requested refreshes, and those before daily crawls', async () => {
    const daily = await enqueue({ priority: 2, since: 500 });
    const requested = await enqueue({ priority: 1, since: 50 });
    const first = await enqueue({ priority: 0 });
    expect((await claimAll()).map((lease) => lease.channel_id)).toEqual([first, requested, daily]);
  });

  it('never exceeds the maximum of concurrent crawls of a platform, even with concurrent claims', async () => {
    for (let index = 0; index < 20; index++) await enqueue({ account: index });
    const claimed = await Promise.all(Array.from({ length: 12 }, () => claim(3)));
    expect(claimed.filter((lease) => lease !== null)).toHaveLength(3);
  });

  it('claims a crawl while a request has locked its channel and waits for the crawl, without a deadlock', async () => {
    const channelId = await enqueue({});
    const claimed = await database.transaction(async (tx) => {
      await queryRows(tx, 'select from channels where id = $1 for update', [channelId]);
      // A claim that needed the channel would wait for this transaction.
      const lease = await claim();
      await expect(crawls.isQueued(tx, channelId)).resolves.toBe(true);
      return lease;
    });
    expect(claimed).toMatchObject({ channel_id: channelId, attempts: 1, run: 1 });
  });

  it('does not claim a crawl that is due later or leased', async () => {
    await enqueue({ since: -600 });
    expect(await claim()).toBeNull();
    expect(await crawls.duePlatforms(['app_store', 'website_schema'])).toEqual([]);
    await enqueue({});
    expect(await crawls.duePlatforms(['app_store', 'website_schema'])).toEqual([
      { slug: 'app_store', priority: 0 },
    ]);
    expect(await claim()).not.toBeNull();
    expect(await claim()).toBeNull();
  });

  it('finds the platforms with due crawls by an index, however many channels wait for their next day', async () => {
    await own.world.admin.query(
      `with added as (
         insert into channels.channels (account_id, sub_account_id, type, profile_key, identity, name, rating_scale)
         select 1, 1, 'app_store', '{}', 'planted-' || n, 'x', 5 from generate_series(1, 3000) n returning id
       )
       insert into channels.crawls (channel_id, account_id, sub_account_id, platform, due_at)
       select id, 1, 1, 'app_store', now() + interval '1 hour' from added`,
    );
    await own.world.admin.query('analyze channels.crawls');
    const explained = new ExplainedDatabase(database.dataSource, 'channels');
    await new CrawlsRepository(explained).duePlatforms(['app_store', 'website_schema']);
    expect(explained.plans[0]).toMatch(/"Index Name":"crawls_priority_idx","Relation Name":"crawls"/);
    expect(explained.plans[0]).toMatch(/"Index Cond":"[^"]*due_at <= statement_timestamp/);
  });

  it('lets another worker claim a crawl with an expired lease, and refuses writes of the old worker', async () => {
    const channelId = await enqueue({});
    const first = await claim(1);
    if (!first) throw new Error('No crawl was claimed');
    await leaseAges(LEASE_MS);
    const second = await claim(1);
    expect(second).toMatchObject({ channel_id: channelId, attempts: 2 });
    expect(second?.lease_id).not.toBe(first.lease_id);
    expect(await crawls.heartbeat(first, LEASE_MS)).toBe(false);
    const checkpoint = { partition: 'gb', cursor: 2, previous: null, pages: 1, knownPages: 0 };
    await expect(
      database.transaction((tx) => crawls.progress(tx, first, checkpoint, ONE_NEW)),
    ).rejects.toThrow('lease');
    if (second) await database.transaction((tx) => crawls.progress(tx, second, checkpoint, ONE_NEW));
    await crawls.release(first);
    expect(await claim()).toBeNull();
  });

  it('raises the run number only for a crawl without a checkpoint', async () => {
    await enqueue({});
    const first = await claim();
    if (!first) throw new Error('No crawl was claimed');
    await crawls.release(first);
    const again = await claim();
    expect(again).toMatchObject({ run: 2, pages_done: 0 });
    if (!again) return;
    const checkpoint = { partition: 'gb', cursor: 2, previous: null, pages: 1, knownPages: 0 };
    await database.transaction((tx) => crawls.progress(tx, again, checkpoint, ONE_NEW));
    await crawls.release(again);
    expect(await claim()).toMatchObject({ run: 2, pages_done: 1, reviews_seen: 1, checkpoint });
  });
});

describe('CrawlPlanService', () => {
  /** Claims everything that is due, as one worker with a single place does, and returns it in this order. */
  async function claimedInTurn(): Promise<CrawlLease[]> {
    const plan = new CrawlPlanService(crawls, new Clock());
    const claimed: CrawlLease[] = [];
    for (
      let next = await plan.claimNext(LEASE_MS, new Set());
      next;
      next = await plan.claimNext(LEASE_MS, new Set())
    ) {
      claimed.push(next);
      await own.world.admin.query(
        'update channels.crawls set lease_until = null, due_at = null where id = $1',
        [next.id],
      );
    }
    return claimed;
  }

  it('lets platforms take turns, so that an account with many channels on one does not delay the others', async () => {
    for (let index = 0; index < 50; index++) await enqueue({ account: 1, since: 100 });
    for (const type of ['yelp', 'yelp', 'steam']) await enqueue({ account: 2, type });
    const order = (await claimedInTurn()).map(({ platform: slug }) => slug);
    expect(order).toHaveLength(53);
    expect(order.slice(0, 5).toSorted()).toEqual(['app_store', 'app_store', 'steam', 'yelp', 'yelp']);
    expect(order.slice(0, 3).toSorted()).toEqual(['app_store', 'steam', 'yelp']);
  });

  it('claims the first crawls of one platform before the daily crawls of another', async () => {
    for (let index = 0; index < 3; index++) await enqueue({ priority: 2, since: 500 });
    const firsts = [await enqueue({ account: 2, type: 'yelp' }), await enqueue({ account: 3, type: 'yelp' })];
    const order = (await claimedInTurn()).map(({ channel_id: id }) => id);
    expect(order.slice(0, 2)).toEqual(firsts);
    expect(order).toHaveLength(5);
  });

  it('goes on to other platforms if one has its maximum of crawls, and tells which that is', async () => {
    for (let index = 0; index <= appStore.meta.rate.crawls; index++) await enqueue({ account: index });
    await enqueue({ type: 'yelp', priority: 2 });
    const plan = new CrawlPlanService(crawls, new Clock());
    const full = new Set<string>();
    const order: string[] = [];
    for (let next = await plan.claimNext(LEASE_MS, full); next; next = await plan.claimNext(LEASE_MS, full)) {
      order.push(next.platform);
    }
    expect(order).toEqual([...Array.from({ length: appStore.meta.rate.crawls }, () => 'app_store'), 'yelp']);
    expect([...full]).toEqual(['app_store']);
  });
});

describe('LeaseHeartbeat', () => {
  it('keeps the lease of a crawl, and aborts its signal when the lease is lost', async () => {
    await enqueue({});
    const lease = await claim();
    if (!lease) throw new Error('No crawl was claimed');
    const third = LEASE_MS / 3;
    // Only intervals follow the fake clock. With the real one, the lease could expire between two beats on a busy machine.
    fakeOnly('setInterval', 'clearInterval');
    const heartbeat = new LeaseHeartbeat(lease, crawls, LEASE_MS);
    for (let passed = third; passed <= 3 * LEASE_MS; passed += third) {
      const until = await leaseAges(third);
      expect(await claim()).toBeNull();
      jest.advanceTimersByTime(third);
      await eventually(leaseUntil, (extended) => extended > until, `the heartbeat after ${passed} ms`);
    }
    await own.world.admin.query('update channels.crawls set lease_id = gen_random_uuid()');
    expect(heartbeat.signal.aborted).toBe(false);
    jest.advanceTimersByTime(third);
    await eventually(
      () => heartbeat.signal.aborted,
      (aborted) => aborted,
      'the loss to be noticed',
    );
    expect(heartbeat.signal.reason).toBeInstanceOf(LeaseLost);
    await heartbeat.end();
  });
});
