import 'reflect-metadata';
import { once } from 'node:events';
import { reviewCreated } from '@plaudit/contracts';
import { buildEvent, eventually, freeze } from '@plaudit/testing';
import { queryRows } from '@plaudit/database';
import { EventsWorld, outOfOrder } from '../fixtures/events-world';
import { type Replica, published } from '../fixtures/replica';
import { Writers } from '../fixtures/writers';
import { LeaderSession } from './leader-session';
import { BlackholeProxy } from '../fixtures/blackhole-proxy';

/** The product's limit is 15 s. Long enough for a relay that works to send a heartbeat on a machine that stalls. */
const IDLE_MS = 3_000;

let world: EventsWorld;
let reviews: Replica;

beforeEach(async () => {
  world = await EventsWorld.start(['reviews']);
  reviews = await world.replica('reviews');
});
afterEach(() => world.close());

/** A process that gets SIGSTOP keeps its connections, and its host answers keepalives. Uses no mocks. */
describe('an outbox relay that is frozen while it leads', () => {
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
      onNews: () => {},
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

/** Uses no mocks. Proxies before NATS and Postgres break one replica's connections only. */
describe('a relay that cannot work', () => {
  const leads = (replica: Replica) =>
    eventually(
      () => replica.relay.metrics.leader,
      (leading) => leading,
      'the relay to lead',
    );

  async function expectAllStoredInOrder(): Promise<void> {
    await published(reviews);
    const stored = await world.stored();
    expect(outOfOrder(stored)).toEqual([]);
    expect(stored).toHaveLength(await reviews.committed());
  }

  describe('because only its connection to NATS is broken', () => {
    let proxy: BlackholeProxy;
    let cut: Replica;

    beforeEach(async () => {
      proxy = await BlackholeProxy.open(world.nats.url);
      cut = await world.replica('reviews', {}, { natsServer: proxy.url });
      cut.relay.start();
      await leads(cut);
    });
    afterEach(() => proxy.close());

    it('lets a replica lead that can reach NATS, and leads again when it can and the other one ended', async () => {
      const writers = new Writers(reviews, { pauseMs: 20 });
      await eventually(
        () => cut.relay.metrics,
        (metrics) => metrics.published > 20,
        'the first replica to publish',
      );
      reviews.relay.start();
      proxy.cut();
      await eventually(
        () => reviews.relay.metrics,
        (metrics) => metrics.leader && metrics.published > 20,
        'the other replica to publish',
        // It takes less than 10 s: 4.5 s of pings, 3 s without a connection and a poll. A test machine may stand still.
        { timeoutMs: 60_000 },
      );
      expect(cut.relay.metrics.leader).toBe(false);
      await writers.stop();
      await expectAllStoredInOrder();

      proxy.reconnect();
      await cut.link.waitUntilConnected(20_000);
      await reviews.relay.stop();
      await leads(cut);
      await reviews.changeReview(1);
      await expectAllStoredInOrder();
    });

    it('keeps the lead if it reconnects within two seconds', async () => {
      reviews.relay.start();
      proxy.drop();
      await eventually(
        () => cut.link.connected,
        (connected) => !connected,
        'the connection to be lost',
      );
      await cut.link.waitUntilConnected(20_000);
      await reviews.changeReview(1);
      await expectAllStoredInOrder();
      expect([cut.relay.metrics.published, reviews.relay.metrics.published]).toEqual([1, 0]);
    });
  });

  it('leads in no replica while NATS is down, and reports the waiting events in each', async () => {
    reviews.relay.start();
    await leads(reviews);
    await world.nats.kill();
    // The other replica has never reached NATS.
    const second = await world.replica('reviews');
    second.relay.start();
    await reviews.changeReview(1);
    await reviews.changeReview(2);
    await eventually(
      () => [reviews.relay.metrics, second.relay.metrics],
      (all) =>
        all.every(
          ({ leader, pending, oldestAgeSeconds }) => !leader && pending === 2 && oldestAgeSeconds > 0,
        ),
      'both replicas to stay out and to measure',
    );
    await world.nats.restart();
    await expectAllStoredInOrder();
    await eventually(
      () => [reviews.relay.metrics, second.relay.metrics],
      (all) => all.every(({ oldestAgeSeconds, blockedSeconds }) => oldestAgeSeconds + blockedSeconds === 0),
      'both replicas to report that nothing waits',
    );
  });

  it('measures the waiting events while its statement hangs', async () => {
    const proxy = await world.proxy('reviews');
    const hanging = await world.replica('reviews', { databaseUrl: proxy.url });
    const reading = proxy.hold('select id, event_id');
    hanging.relay.start();
    const held = await reading;
    await reviews.changeReview(1);
    const first = await eventually(
      () => hanging.relay.metrics,
      ({ oldestAgeSeconds }) => oldestAgeSeconds > 0,
      'the age of the event',
    );
    await eventually(
      () => hanging.relay.metrics,
      ({ oldestAgeSeconds }) => oldestAgeSeconds > first.oldestAgeSeconds + 0.3,
      'the age to grow',
    );
    expect(hanging.relay.metrics).toMatchObject({ leader: true, pending: 1, published: 0 });
    held.release();
    await expectAllStoredInOrder();
  });

  it('measures the waiting events while a publication hangs', async () => {
    const slow = await world.replica('reviews', { publishTimeoutMs: 60_000 });
    slow.relay.start();
    await leads(slow);
    await world.nats.pause();
    await reviews.changeReview(1);
    await eventually(
      () => slow.relay.metrics,
      ({ oldestAgeSeconds }) => oldestAgeSeconds > 0.5,
      'the age to grow',
    );
    world.nats.resume();
    await expectAllStoredInOrder();
  });

  it('stops at an event larger than the server allows, and records the refusal', async () => {
    const event = buildEvent(reviewCreated);
    await reviews.database.transaction((tx) =>
      queryRows(tx, 'insert into outbox (event_id, subject, payload) values ($1, $2, $3)', [
        event.id,
        'review.created.v1.1.1',
        'x'.repeat(2_000_000),
      ]),
    );
    reviews.relay.start();
    const [row] = await eventually(
      () =>
        reviews.database.query<{ refusal: string }>('select refusal from outbox where refusal is not null'),
      ({ length }) => length === 1,
      'the refusal',
    );
    expect(row).toEqual({ refusal: 'rejected: larger than the max_payload of the NATS server' });
    expect(reviews.relay.metrics.blockedSeconds).toBeGreaterThan(0);
  });
});
