import type { ChildProcess } from 'node:child_process';
import { eventually, PostgresProxy } from '@plaudit/testing';
import { type RunningServices, startServices } from '@plaudit/runtime';
import { storeReviews } from '../apple-stand-in.suite';
import { ChannelsWorld } from '../channels-world.suite';
import { channelsService } from '../service';
import { killCrawlWorker, startCrawlWorker } from './run/crawl-worker.suite';

/** Three pages. The empty fourth page is requested twice. */
const REVIEWS = storeReviews(120);

const END = ['gb/4', 'gb/4'];

const TIMEOUT = { timeoutMs: 90_000 };

/**
 * Kills a worker process at one exact step of a crawl and lets another one finish it. A proxy in front of the first
 * worker's Postgres stops that worker at a statement. The published events show whether a review was lost or repeated.
 */
describe('a crawl whose worker is killed', () => {
  let own: ChannelsWorld;
  let way: PostgresProxy;
  let doomed: ChildProcess;
  let survivor: RunningServices | undefined;
  let apps = 600;

  beforeAll(async () => {
    own = await ChannelsWorld.start({ CRAWL_CONCURRENCY: '0' });
  });
  afterAll(() => own.close());
  beforeEach(async () => {
    way = await PostgresProxy.open(own.world.databaseUrl('channels'));
    doomed = await startCrawlWorker({ ...own.world.settings('channels'), DATABASE_URL: way.url });
  });
  afterEach(async () => {
    await killCrawlWorker(doomed);
    await survivor?.close();
    survivor = undefined;
    await way.close();
    own.apple.interfere = () => undefined;
  });

  /** Connects an app, whose reviews the doomed worker then starts to read. */
  async function crawl(): Promise<{ id: number; requested: () => string[] }> {
    const app = String((apps += 1));
    own.apple.app(app, { count: REVIEWS.length, reviews: { gb: REVIEWS } });
    const { id } = await own.connect(app);
    return { id, requested: () => own.apple.requestedPages(app) };
  }

  /** Resolves when the store receives the request for a page, before it responds. */
  function whenRequested(page: string): Promise<void> {
    return new Promise((resolve) => {
      own.apple.interfere = ({ path }) => {
        if (path.includes(`page=${page}/`)) resolve();
        return undefined;
      };
    });
  }

  const row = async (id: number) => {
    const [crawled] = await own.world.admin.query<Record<string, unknown>>(
      `select lease_id is not null as leased, pages_done, attempts, mode,
         (select count(*)::int from channels.seen_reviews seen where seen.channel_id = crawls.channel_id) as seen
       from channels.crawls where channel_id = $1`,
      [id],
    );
    return crawled;
  };

  /** Kills the worker and cuts its database connections, so that its open transaction is rolled back. */
  async function kill(): Promise<void> {
    await killCrawlWorker(doomed);
    way.cut();
  }

  /** Lets another worker finish the crawl, and checks that every review was published once and in order. */
  async function expectFinished(id: number): Promise<void> {
    const settings = { ...own.world.settings('channels'), PORT: '0', CRAWL_CONCURRENCY: '1' };
    survivor = await startServices([{ definition: channelsService, settings }]);
    await eventually(
      () => row(id),
      (crawled) => crawled?.['mode'] === 'incremental' && crawled['leased'] === false,
      'another worker to finish the crawl',
      TIMEOUT,
    );
    expect(await own.get(id)).toMatchObject({ status: 'active', reviews: REVIEWS.length, crawling: false });
    const collected = await own.collected(id);
    expect(collected.map(({ external_id }) => external_id)).toEqual(REVIEWS.map((review) => review.id));
  }

  it('before the commit of the claim is claimed by another worker as if for the first time', async () => {
    const claiming = way.loseResponse('set lease_id = gen_random_uuid()', 'leaveHalfOpen');
    const { id, requested } = await crawl();
    await claiming;
    await kill();
    await eventually(
      () => row(id),
      (crawled) => crawled?.['leased'] === false && crawled['attempts'] === 0,
      'the claim to be rolled back',
    );
    expect(requested()).toEqual([]);
    await expectFinished(id);
  });

  it('after fetching a page continues with that page', async () => {
    const fetching = whenRequested('2');
    const { id, requested } = await crawl();
    await fetching;
    await way.hold('START TRANSACTION');
    await kill();
    expect(await row(id)).toMatchObject({ leased: true, pages_done: 1, seen: 50 });
    const before = requested().length;
    await expectFinished(id);
    // The page before is read again, because new reviews may have moved others to the next page.
    expect(requested().slice(before)).toEqual(['gb/1', 'gb/2', 'gb/3', ...END]);
  });

  it('inside the transaction of a page has stored nothing of that page', async () => {
    const fetching = whenRequested('2');
    const { id } = await crawl();
    await fetching;
    await way.hold('insert into outbox');
    await kill();
    expect(await row(id)).toMatchObject({ pages_done: 1, seen: 50 });
    await expectFinished(id);
  });

  it('after the commit of a page, before its confirmation, publishes that page once', async () => {
    const fetching = whenRequested('2');
    const { id, requested } = await crawl();
    await fetching;
    const publishing = await way.hold('insert into outbox');
    const committed = way.loseResponse('COMMIT', 'leaveHalfOpen');
    publishing.release();
    await committed;
    await kill();
    expect(await row(id)).toMatchObject({ leased: true, pages_done: 2, seen: 100 });
    const before = requested().length;
    await expectFinished(id);
    expect(requested().slice(before)).toEqual(['gb/2', 'gb/3', ...END]);
  });

  it('before the commit of its end ends once', async () => {
    const ending = way.hold('set priority = $2, due_at');
    const { id } = await crawl();
    await ending;
    await kill();
    expect(await row(id)).toMatchObject({ mode: 'backfill', leased: true, seen: 120 });
    await expectFinished(id);
  });

  it('after the commit of its end, before its confirmation, is not started again', async () => {
    const ending = way.hold('set priority = $2, due_at');
    const { id, requested } = await crawl();
    const end = await ending;
    const committed = way.loseResponse('COMMIT', 'leaveHalfOpen');
    end.release();
    await committed;
    await kill();
    const before = requested().length;
    await expectFinished(id);
    expect(requested()).toHaveLength(before);
  });
});
