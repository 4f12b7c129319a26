import type { ChildProcess } from 'node:child_process';
import { eventually, PostgresProxy } from '@plaudit/testing';
import { type RunningServices, startServices } from '@plaudit/runtime';
import { channelsService } from '../service';
import { storeReviews } from './apple-stand-in.suite';
import { ChannelsWorld } from './channels-world.suite';
import { killCrawlWorker, startCrawlWorker } from './crawl-worker.suite';

/** Three pages, and an empty fourth that is asked for twice. */
const REVIEWS = storeReviews(120);
const END = ['gb/4', 'gb/4'];
const PATIENCE = { timeoutMs: 90_000 };

/**
 * A worker process is killed at one exact step of a crawl; another one ends the crawl. Doubles: the store; a proxy
 * before the doomed worker's Postgres stops it at a statement. Oracle: the events that were published.
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

  /** Connects an app whose reviews the doomed worker begins to read. */
  async function crawl(): Promise<{ id: number; asked: () => string[] }> {
    const app = String((apps += 1));
    own.apple.app(app, { count: REVIEWS.length, reviews: { gb: REVIEWS } });
    const { id } = await own.connect(app);
    return { id, asked: () => own.apple.pagesAsked(app) };
  }

  /** Resolves when the store is asked for a page; it answers right after. */
  function whenAsked(page: string): Promise<void> {
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

  /** Kills the worker; what it had open is rolled back. */
  async function kill(): Promise<void> {
    await killCrawlWorker(doomed);
    way.cut();
  }

  /** Lets another worker work and waits for the end of the crawl: every review was published once, in order. */
  async function endWell(id: number): Promise<void> {
    const settings = { ...own.world.settings('channels'), PORT: '0', CRAWL_CONCURRENCY: '1' };
    survivor = await startServices([{ definition: channelsService, settings }]);
    await eventually(
      () => row(id),
      (crawled) => crawled?.['mode'] === 'incremental' && crawled['leased'] === false,
      'another worker to finish the crawl',
      PATIENCE,
    );
    expect(await own.get(id)).toMatchObject({ status: 'active', reviews: REVIEWS.length, crawling: false });
    const collected = await own.collected(id);
    expect(collected.map(({ external_id }) => external_id)).toEqual(REVIEWS.map((review) => review.id));
  }

  it('before its claim is committed was never claimed', async () => {
    const claiming = way.hold('update crawls set claimed_at');
    const { id, asked } = await crawl();
    await claiming;
    await kill();
    await eventually(
      () => row(id),
      (crawled) => crawled?.['leased'] === false && crawled['attempts'] === 0,
      'the claim to be rolled back',
    );
    expect(asked()).toEqual([]);
    await endWell(id);
  });

  it('after a page was fetched fetches that page again', async () => {
    const fetching = whenAsked('2');
    const { id, asked } = await crawl();
    await fetching;
    await way.hold('START TRANSACTION');
    await kill();
    expect(await row(id)).toMatchObject({ leased: true, pages_done: 1, seen: 50 });
    const before = asked().length;
    await endWell(id);
    // One page earlier, because new reviews would have shifted the pages meanwhile.
    expect(asked().slice(before)).toEqual(['gb/1', 'gb/2', 'gb/3', ...END]);
  });

  it('in the transaction of a page stores nothing of that page', async () => {
    const fetching = whenAsked('2');
    const { id } = await crawl();
    await fetching;
    await way.hold('insert into outbox');
    await kill();
    expect(await row(id)).toMatchObject({ pages_done: 1, seen: 50 });
    await endWell(id);
  });

  it('after a page was committed, without hearing of it, publishes that page once', async () => {
    const fetching = whenAsked('2');
    const { id, asked } = await crawl();
    await fetching;
    const publishing = await way.hold('insert into outbox');
    const committed = way.loseResponse('COMMIT', 'leaveHalfOpen');
    publishing.release();
    await committed;
    await kill();
    expect(await row(id)).toMatchObject({ leased: true, pages_done: 2, seen: 100 });
    const before = asked().length;
    await endWell(id);
    expect(asked().slice(before)).toEqual(['gb/2', 'gb/3', ...END]);
  });

  it('before its end is committed ends once', async () => {
    const ending = way.hold("set mode = 'incremental'");
    const { id } = await crawl();
    await ending;
    await kill();
    expect(await row(id)).toMatchObject({ mode: 'backfill', leased: true, seen: 120 });
    await endWell(id);
  });

  it('after its end was committed, without hearing of it, is not begun again', async () => {
    const ending = way.hold("set mode = 'incremental'");
    const { id, asked } = await crawl();
    const end = await ending;
    const committed = way.loseResponse('COMMIT', 'leaveHalfOpen');
    end.release();
    await committed;
    await kill();
    const before = asked().length;
    await endWell(id);
    expect(asked()).toHaveLength(before);
  });
});
