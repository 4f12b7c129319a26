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
import { type CollectedWorld, startCollectedWorld } from './collected-world.suite';

/** More than the other replica handles at once, so that some are left for the one that stops. */
const PAGES = 60;
const PER_PAGE = 10;
const DURABLE = 'reviews__channel';
/** A message that a replica does not return is delivered again only after this time, which is longer than the test. */
const ACK_WAIT_MS = 3_600_000;

/**
 * Two replicas store pages. One of them is a process of its own that gets SIGTERM while it works. Doubles: a proxy in
 * front of its Postgres holds one of its transactions, so that it certainly has work in progress. Oracle: the rows and the
 * published events.
 */
describe('a replica that is stopped under load', () => {
  let world: CollectedWorld;
  let way: PostgresProxy;
  let replica: ChildProcess;

  beforeAll(async () => {
    world = await startCollectedWorld();
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

  /** Publishes the pages, but holds the other replica back until this one has work: the other could store all of them. */
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

  it('finishes the work it has begun, returns the rest at once and leaves nothing pending', async () => {
    const transaction = await replicaAtWork();
    await untilBacklog(({ pending }) => pending === 0, 'every page to be in the hands of a replica');
    replica.kill('SIGTERM');
    const exited = once(replica, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    // It finishes the held transaction only now, while other pages wait behind it.
    await untilBacklog(({ pulls }) => pulls < 2, 'the replica to ask for no more');
    transaction.release();
    expect(await exited).toEqual([0, null]);
    await untilBacklog(
      ({ pending, unacknowledged }) => pending + unacknowledged === 0,
      'every page to be stored by the other replica',
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
