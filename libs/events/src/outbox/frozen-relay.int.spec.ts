import 'reflect-metadata';
import { once } from 'node:events';
import { eventually, freeze } from '@plaudit/testing';
import { EventsWorld, outOfOrder } from '../fixtures/events-world';
import { published, type Replica } from '../fixtures/replica';
import { Writers } from '../fixtures/writers';
import { LeaderSession } from './leader-session';

/** The product's limit is 15 s. Long enough for a relay that works to send a heartbeat on a machine that stalls. */
const IDLE_MS = 3_000;

/** A process that gets SIGSTOP keeps its connections, and its host answers keepalives. Uses no mocks. */
describe('an outbox relay that is frozen while it leads', () => {
  let world: EventsWorld;
  let reviews: Replica;

  beforeEach(async () => {
    world = await EventsWorld.start(['reviews']);
    reviews = await world.replica('reviews');
  });
  afterEach(() => world.close());

  const untilStored = (more: number, awaited: string) =>
    eventually(
      () => world.stored(),
      ({ length }) => length > more,
      awaited,
    );

  it('does not lead in a session without its limits', async () => {
    // Postgres refuses the setting. The session itself works.
    const session = new LeaderSession({
      databaseUrl: world.databaseUrl('reviews'),
      schema: 'reviews',
      idleMs: -1,
    });
    for (const attempt of [1, 2])
      expect([attempt, await session.lead().catch((error: Error) => error.message)]).toEqual([
        attempt,
        expect.stringContaining('outside the valid range'),
      ]);
    expect(session.leading).toBe(false);
    await session.end();
  });

  it('is replaced without loss or reordering, and leads again after it woke up', async () => {
    const leader = world.program('relay', 'reviews', undefined, undefined, String(IDLE_MS));
    await once(leader.stdout!, 'data');
    const standby = await world.replica('reviews');
    standby.relay.start();
    const writers = new Writers(reviews);
    await untilStored(50, 'the leader to publish 50 events');
    await freeze(leader.pid!);
    await eventually(
      () => standby.relay.metrics,
      (metrics) => metrics.leader && metrics.published > 50,
      'the standby to take over',
    );
    leader.kill('SIGCONT');
    await standby.relay.stop();
    const before = (await world.stored()).length;
    await untilStored(before + 50, 'the one that was frozen to publish again');
    await writers.stop();
    await published(reviews);
    const stored = await world.stored();
    expect(outOfOrder(stored)).toEqual([]);
    expect(stored).toHaveLength(await reviews.committed());
    expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length);
  });
});
