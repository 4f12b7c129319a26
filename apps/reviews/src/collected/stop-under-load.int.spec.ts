import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { reviewCreated, reviewsCollected } from '@plaudit/contracts';
import { queryRows } from '@plaudit/database';
import {
  buildCollectedReview,
  buildEvent,
  type DurableBacklog,
  durableBacklog,
  eventually,
  type HeldStatement,
  PostgresProxy,
  setAckWait,
  startServiceProcess,
} from '@plaudit/testing';
import { type IntakeWorld, startIntakeWorld } from './collected-world.suite';

/** More than the other replica holds at once, so that some are left for the one that stops. */
const PAGES = 60;
const PER_PAGE = 10;
const DURABLE = 'reviews__channel';
/** What a replica forgot to give back is delivered again only after this: never, as far as the test goes. */
const ACK_WAIT_MS = 3_600_000;

/**
 * Two replicas take in pages, one of them as a process of its own that is told to stop in the middle of it. Doubles: a
 * proxy before its Postgres stops one of its transactions, so that it surely has work in hand. Oracle: the rows, and
 * the events that were published.
 */
describe('a replica that is told to stop under load', () => {
  let world: IntakeWorld;
  let way: PostgresProxy;
  let replica: ChildProcess;

  beforeAll(async () => {
    world = await startIntakeWorld();
    await setAckWait(world.natsUrl, DURABLE, ACK_WAIT_MS);
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

  /** Publishes, and lets nobody store a page before the replica is about to: the other could take in all of them. */
  async function replicaAtWork(): Promise<HeldStatement> {
    const working = way.hold('insert into reviews');
    let publishing = Promise.resolve();
    const transaction = await world.database.transaction(async (tx) => {
      await queryRows(tx, 'lock table reviews in share mode');
      publishing = publishPages();
      return working;
    });
    await publishing;
    return transaction;
  }

  function untilBacklog(is: (backlog: DurableBacklog) => boolean, awaited: string): Promise<DurableBacklog> {
    return eventually(() => durableBacklog(world.natsUrl, DURABLE), is, awaited, { timeoutMs: 60_000 });
  }

  it('ends what it has begun, gives back the rest at once and leaves nothing pending', async () => {
    const transaction = await replicaAtWork();
    await untilBacklog(({ pending }) => pending === 0, 'every page to be in the hands of a replica');
    replica.kill('SIGTERM');
    const exited = once(replica, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    // Only then does it finish what it holds, with other pages waiting behind.
    await untilBacklog(({ pulls }) => pulls < 2, 'the replica to ask for no more');
    transaction.release();
    expect(await exited).toEqual([0, null]);
    await untilBacklog(
      ({ pending, unacknowledged }) => pending + unacknowledged === 0,
      'every page to be taken in by the other replica',
    );
    const [rows] = await world.admin.query<{ reviews: number; different: number }>(
      'select count(*)::int as reviews, count(distinct external_id)::int as different from reviews.reviews',
    );
    expect(rows).toEqual({ reviews: PAGES * PER_PAGE, different: PAGES * PER_PAGE });
    const events = await world.events.waitFor(reviewCreated, PAGES * PER_PAGE);
    expect(events).toHaveLength(PAGES * PER_PAGE);
    expect(new Set(events.map(({ id }) => id)).size).toBe(PAGES * PER_PAGE);
    await eventually(
      () => world.admin.query('select 1 from reviews.outbox'),
      (waiting) => waiting.length === 0,
      'an empty outbox',
    );
  });
});
