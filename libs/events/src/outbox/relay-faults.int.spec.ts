import 'reflect-metadata';
import { once } from 'node:events';
import { type DomainEvent, reviewCreated } from '@plaudit/contracts';
import { eventually, type PostgresProxy } from '@plaudit/testing';
import { nanos } from 'nats';
import { EventsWorld, outOfOrder } from '../fixtures/events-world';
import { counted, published, type Replica } from '../fixtures/replica';
import { ended } from '../fixtures/run-program';
import { Writers } from '../fixtures/writers';

/**
 * Uses no mocks. A proxy before Postgres injects network faults. The tests compare the stream with the versions in the
 * writer's table, which count every commit. A test never repairs a fault. It only waits until the system is idle.
 */
describe('the outbox relay', () => {
  let world: EventsWorld;
  let reviews: Replica;

  beforeEach(async () => {
    world = await EventsWorld.start(['reviews', 'widgets']);
    reviews = await world.replica('reviews');
  });
  afterEach(() => world.close());

  const leads = (replica: Replica) =>
    eventually(() => replica.relay.metrics.leader && replica.link.connected, Boolean, 'a leader');

  /** Starts a consumer in widgets that records one effect per event. `calls` lists the calls of its handler. */
  async function consume(): Promise<{ widgets: Replica; calls: string[] }> {
    const widgets = await world.replica('widgets');
    const calls: string[] = [];
    world.consume(widgets, {
      [reviewCreated.pattern]: (event) => {
        calls.push(event.id);
        return widgets.inbox.once(event, 'OnReviewCreated', (tx) =>
          widgets.effect(tx, 'OnReviewCreated', event),
        );
      },
    });
    return { widgets, calls };
  }

  /** Starts a relay process, lets it publish one event and kills it before it can remove the event. */
  async function killBeforeRemoval(): Promise<DomainEvent> {
    const proxy = await world.proxy('reviews');
    const removing = proxy.hold('delete from outbox');
    const relay = world.program('relay', 'reviews', proxy.url);
    const event = await reviews.changeReview(1);
    const removal = await removing;
    expect(await world.stored()).toEqual([event]);
    relay.kill('SIGKILL');
    expect(await ended(relay)).toBe('SIGKILL');
    removal.cut();
    expect(await reviews.pending()).toBe(1);
    return event;
  }

  /** Expects every committed event in the stream, once and in order. Returns the events. */
  async function expectAllStored(): Promise<DomainEvent[]> {
    await published(reviews);
    const stored = await world.stored();
    expect(outOfOrder(stored)).toEqual([]);
    expect(stored).toHaveLength(await reviews.committed());
    expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length);
    return stored;
  }

  it('publishes an event again if it is killed before removing it, and the stream keeps it once', async () => {
    const event = await killBeforeRemoval();
    const { widgets } = await consume();
    reviews.relay.start();
    await published(reviews);
    expect(await counted(reviews, 1)).toMatchObject({ published: 1, duplicateAcks: 1 });
    expect(await world.stored()).toEqual([event]);
    await eventually(
      () => widgets.effects(),
      (effects) => effects.length === 1,
      'the effect',
    );
  });

  it('stores an event twice if it publishes it again after the duplicate window, with one effect', async () => {
    const jsm = await world.manager();
    await jsm.streams.update('EVENTS', { duplicate_window: nanos(100) });
    const event = await killBeforeRemoval();
    const storedAt = Date.now();
    await eventually(
      async () => {
        // The request also proves that the server runs. A server that stalls does not advance its duplicate window.
        await world.durable('widgets__review');
        return Date.now() - storedAt;
      },
      (elapsed) => elapsed > 1_000,
      'ten duplicate windows to pass',
    );
    const { widgets, calls } = await consume();
    reviews.relay.start();
    await published(reviews);
    expect(await counted(reviews, 1)).toMatchObject({ published: 1, duplicateAcks: 0 });
    expect(await world.stored()).toEqual([event, event]);
    await eventually(
      () => calls,
      ({ length }) => length === 2,
      'both deliveries',
    );
    await eventually(
      () => world.durable('widgets__review'),
      ({ num_ack_pending }) => num_ack_pending === 0,
      'both deliveries to be acknowledged',
    );
    expect(await widgets.effects()).toHaveLength(1);
  });

  it('is replaced without loss or reordering if it is killed under load', async () => {
    const standby = await world.replica('reviews', { pollMs: 1_000 });
    const leader = world.program('relay', 'reviews');
    await once(leader.stdout!, 'data');
    standby.relay.start();
    const writers = new Writers(reviews);
    await eventually(
      () => world.stored(),
      ({ length }) => length > 50,
      'the leader to publish 50 events',
    );
    expect(standby.relay.metrics.leader).toBe(false);
    leader.kill('SIGKILL');
    await eventually(
      () => standby.relay.metrics,
      (metrics) => metrics.leader && metrics.published > 50,
      'the standby to take over',
    );
    await writers.stop();
    await expectAllStored();
  });

  describe('with two leaders', () => {
    let proxy: PostgresProxy;
    let first: Replica;

    beforeEach(async () => {
      proxy = await world.proxy('reviews');
      first = await world.replica('reviews', { databaseUrl: proxy.url });
      first.relay.start();
      await leads(first);
    });

    it('publishes everything once and in order after the first one lost its lock', async () => {
      const writers = new Writers(reviews);
      await proxy.inject('select pg_advisory_unlock_all()');
      reviews.relay.start();
      await leads(reviews);
      const both = () => [first.relay.metrics, reviews.relay.metrics];
      await eventually(
        both,
        (all) =>
          all.every(({ published: count }) => count > 20) && all.some((each) => each.duplicateAcks > 0),
        'both to publish, and some events twice',
      );
      expect(both()).toMatchObject([{ leader: true }, { leader: true }]);
      await writers.stop();
      await expectAllStored();
    });

    it('publishes everything once and in order after the network of the first one failed', async () => {
      for (let id = 1; id <= 5; id += 1) await reviews.changeReview(id);
      await published(reviews);
      const reading = proxy.hold('select id, event_id');
      for (let round = 1; round <= 40; round += 1) await reviews.changeReview(1 + (round % 5));
      const held = await reading;
      // NATS pauses only briefly, because a relay that cannot reach it gives up its lead.
      await world.nats.pause();
      held.release();
      // An idle session has read the events. Its relay waits for NATS while the server releases the lock.
      await eventually(
        () =>
          world.admin<{ state: string }>(
            `select state from pg_stat_activity
               where datname = current_database() and application_name = 'plaudit-reviews-relay'`,
          ),
        ([session]) => session?.state === 'idle',
        'the first relay to have read the outbox',
      );
      proxy.leaveHalfOpen();
      world.nats.resume();
      reviews.relay.start();
      await leads(reviews);
      await expectAllStored();
      expect(first.relay.metrics.leader).toBe(true);
      proxy.cut();
      await eventually(
        () => first.relay.metrics.leader,
        (leading) => !leading,
        'the first relay to notice that it no longer leads',
      );
      await reviews.changeReview(1);
      await expectAllStored();
    });
  });

  it('continues after NATS was paused for longer than the publish timeout', async () => {
    const patient = await world.replica('reviews', { publishTimeoutMs: 300, batchSize: 20 });
    patient.relay.start();
    const writers = new Writers(reviews);
    await eventually(
      () => patient.relay.metrics,
      ({ published: count }) => count > 20,
      'the first 20 events',
    );
    await world.nats.pause();
    await eventually(
      () => patient.relay.metrics,
      ({ publishErrors }) => publishErrors >= 3,
      'three failed attempts',
    );
    world.nats.resume();
    await writers.stop();
    await expectAllStored();
    expect(patient.relay.metrics.duplicateAcks).toBeGreaterThan(0);
  });

  it('waits for space in a full stream and keeps the order although smaller events would still fit', async () => {
    const jsm = await world.manager();
    await jsm.streams.update('EVENTS', { max_bytes: 200_000 });
    for (let round = 0; round < 100; round += 1) {
      const text = 'x'.repeat(round % 2 === 0 ? 8_000 : 10);
      await reviews.changeReview(1 + (round % 3), undefined, { text });
    }
    reviews.relay.start();
    await eventually(
      () => reviews.relay.metrics,
      ({ publishErrors }) => publishErrors > 3,
      'a full stream',
    );
    expect(await reviews.pending()).toBeGreaterThan(0);
    await jsm.streams.update('EVENTS', { max_bytes: 10_000_000 });
    await expectAllStored();
  });

  describe('with a faulty connection to Postgres', () => {
    it('publishes the event once if the response to its commit is lost', async () => {
      const proxy = await world.proxy('reviews');
      const client = await world.replica('reviews', {}, { databaseUrl: proxy.url });
      reviews.relay.start();
      const lost = proxy.loseResponse('COMMIT');
      await expect(client.changeReview(1)).rejects.toThrow('terminated');
      await lost;
      expect(await expectAllStored()).toHaveLength(1);
      await client.changeReview(1);
      expect(await expectAllStored()).toHaveLength(2);
    });

    it('publishes nothing if the commit never reached Postgres', async () => {
      const proxy = await world.proxy('reviews');
      const client = await world.replica('reviews', {}, { databaseUrl: proxy.url });
      reviews.relay.start();
      const committing = proxy.hold('COMMIT');
      const changing = client.changeReview(1);
      (await committing).cut();
      await expect(changing).rejects.toThrow('terminated');
      await client.changeReview(1);
      expect(await expectAllStored()).toHaveLength(1);
    });

    it('neither removes nor publishes an event twice if the response to the removal is lost', async () => {
      const proxy = await world.proxy('reviews');
      const relaying = await world.replica('reviews', { databaseUrl: proxy.url });
      const lost = proxy.loseResponse('delete from outbox');
      relaying.relay.start();
      await reviews.changeReview(1);
      await lost;
      await reviews.changeReview(1);
      await expectAllStored();
      expect(relaying.relay.metrics).toMatchObject({ leader: true, duplicateAcks: 0 });
      expect(await reviews.database.query('select 1 from outbox_sent')).toHaveLength(2);
    });
  });
});
