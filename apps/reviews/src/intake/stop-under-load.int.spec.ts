import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { reviewCreated, reviewsCollected } from '@plaudit/contracts';
import {
  buildCollectedReview,
  buildEvent,
  durableBacklog,
  eventually,
  type EventRecorder,
  PostgresProxy,
  startServiceProcess,
  startWorld,
  type World,
} from '@plaudit/testing';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';

const PAGES = 60;
const PER_PAGE = 10;
/** What a replica forgot to give back would be delivered again only after this. */
const ACK_WAIT_MS = 30_000;

/**
 * Two replicas take in pages, one of them as a process of its own that is told to stop in the middle of it. Doubles: a
 * proxy before its Postgres stops one of its transactions, so that it surely has work in hand. Oracle: the rows, and
 * the events that were published.
 */
describe('a replica that is told to stop under load', () => {
  let world: World;
  let way: PostgresProxy;
  let replica: ChildProcess;
  let created: EventRecorder;

  beforeAll(async () => {
    world = await startWorld({
      services: [REVIEWS_ALONE],
    });
    created = await world.recorder('review.created.>');
    way = await PostgresProxy.open(world.databaseUrl('reviews'));
    const settings = { ...world.settings('reviews'), DATABASE_URL: way.url };
    replica = await startServiceProcess(join(__dirname, '../main.ts'), settings);
  }, 180_000);
  afterAll(async () => {
    replica.kill('SIGKILL');
    await way.close();
    await world.close();
  });

  async function publishPages(): Promise<void> {
    for (let page = 0; page < PAGES; page += 1) {
      const reviews = Array.from({ length: PER_PAGE }, (_, n) =>
        buildCollectedReview({ external_id: `${page}-${n}` }),
      );
      const channel = page + 1;
      const data = { ...reviewsCollected.example, channel_id: channel, reviews };
      await world.publish(buildEvent(reviewsCollected, { subject: String(channel), data }));
    }
  }

  it('ends what it has begun, gives back the rest at once and leaves nothing pending', async () => {
    const working = way.hold('insert into reviews');
    const publishing = publishPages();
    const transaction = await working;
    replica.kill('SIGTERM');
    const exited = once(replica, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    transaction.release();
    expect(await exited).toEqual([0, null]);
    const stopped = Date.now();
    await publishing;
    await eventually(
      () => durableBacklog(world.natsUrl, 'reviews__channel'),
      ({ pending, unacknowledged }) => pending + unacknowledged === 0,
      'every page to be taken in by the other replica',
      { timeoutMs: 60_000 },
    );
    expect(Date.now() - stopped).toBeLessThan(ACK_WAIT_MS);
    const [rows] = await world.admin.query<{ reviews: number; different: number }>(
      'select count(*)::int as reviews, count(distinct external_id)::int as different from reviews.reviews',
    );
    expect(rows).toEqual({ reviews: PAGES * PER_PAGE, different: PAGES * PER_PAGE });
    const events = await created.waitFor(reviewCreated, PAGES * PER_PAGE);
    expect(events).toHaveLength(PAGES * PER_PAGE);
    expect(new Set(events.map(({ id }) => id)).size).toBe(PAGES * PER_PAGE);
    await eventually(
      () => world.admin.query('select 1 from reviews.outbox'),
      (waiting) => waiting.length === 0,
      'an empty outbox',
    );
  });
});
