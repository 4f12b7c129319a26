import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '@plaudit/testing';
import { storeReviews } from '../../apple-stand-in.suite';
import { ChannelsWorld } from '../../channels-world.suite';
import { killCrawlWorker, startCrawlWorker } from './crawl-worker.suite';

/** Serves requests and runs no crawls. The workers are processes of their own. */
let own: ChannelsWorld;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  own = await ChannelsWorld.start({ CRAWL_CONCURRENCY: '0' });
});

afterAll(async () => {
  await Promise.all(workers.map(killCrawlWorker));
  await own.close();
});

async function startWorker(settings: Record<string, string>): Promise<ChildProcess> {
  const worker = await startCrawlWorker({ ...own.world.settings('channels'), ...settings });
  workers.push(worker);
  return worker;
}

/** Makes the store wait with the response for one page until the returned function is called. */
function gateAt(page: string): () => void {
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  own.apple.interfere = async ({ path }) => {
    if (path.includes(page)) await gate;
    return undefined;
  };
  return open;
}

describe('a crawl', () => {
  it('continues at its checkpoint after its worker was killed, without losing or repeating a review', async () => {
    const reviews = storeReviews(230);
    own.apple.app('500', { count: 230, reviews: { gb: reviews } });
    const open = gateAt('page=4/id=500/');
    const first = await startWorker({});
    const { id } = await own.connect('500');
    const requested = () => own.apple.requestedPages('500');
    await eventually(requested, (pages) => pages.includes('gb/4'), 'the request for the fourth page', {
      timeoutMs: 90_000,
    });
    await killCrawlWorker(first);
    open();
    const before = requested().length;
    await startWorker({});
    await eventually(
      () => own.get(id),
      (channel) => channel.status === 'active',
      'the second worker to finish the crawl',
      { timeoutMs: 90_000 },
    );
    // The page before the missing one is read again, because new reviews may have moved others to the next page.
    expect(requested()[before]).toBe('gb/3');
    const collected = await own.collected(id);
    expect(collected.map((review) => review.external_id)).toEqual(reviews.map((review) => review.id));
  }, 180_000);

  it('returns to the queue at once when its worker stops on SIGTERM', async () => {
    await Promise.all(workers.map(killCrawlWorker));
    own.apple.app('501', { count: 120, reviews: { gb: storeReviews(120) } });
    const open = gateAt('page=2/id=501/');
    const worker = await startWorker({ CRAWL_LEASE_SECONDS: '600' });
    const { id } = await own.connect('501');
    const requested = () => own.apple.requestedPages('501');
    await eventually(requested, (pages) => pages.includes('gb/2'), 'the request for the second page', {
      timeoutMs: 90_000,
    });
    worker.kill('SIGTERM');
    await once(worker, 'exit');
    open();
    const [crawl] = await own.world.admin.query(
      'select lease_id, due_at <= now() as due, pages_done from channels.crawls where channel_id = $1',
      [id],
    );
    expect(crawl).toEqual({ lease_id: null, due: true, pages_done: 1 });
    await startWorker({});
    await eventually(
      () => own.get(id),
      (channel) => channel.status === 'active',
      'another worker to finish the crawl',
      { timeoutMs: 90_000 },
    );
    expect(await own.collected(id)).toHaveLength(120);
  }, 180_000);

  it('reads every review once, even if it needs several slices', async () => {
    await Promise.all(workers.map(killCrawlWorker));
    own.apple.app('502', { count: 430, reviews: { gb: storeReviews(430) } });
    const { id } = await own.connect('502');
    await startWorker({ CRAWL_SLICE_PAGES: '2' });
    await eventually(
      () => own.get(id),
      (channel) => channel.status === 'active',
      'the last slice to end',
      { timeoutMs: 90_000 },
    );
    expect(await own.collected(id)).toHaveLength(430);
  }, 180_000);
});
