import 'reflect-metadata';
import { once } from 'node:events';
import { type DomainEvent, reviewCreated, STREAMS } from '@plaudit/contracts';
import { eventually, type PostgresProxy } from '@plaudit/testing';
import { EventsWorld, outOfOrder } from '../fixtures/events-world';
import { counted, published, type Replica } from '../fixtures/replica';
import { ended } from '../fixtures/run-program';
import { Writers } from '../fixtures/writers';

/**
 * Doubles: none; a proxy before Postgres is the network. Oracle: the versions in the writer's own table, which count
 * every commit. Bans: no fault is put right by the test; it only waits for the system to come to rest.
 */
describe('the outbox', () => {
  let world: EventsWorld;
  let reviews: Replica;

  beforeEach(async () => {
    world = await EventsWorld.start(['reviews', 'widgets']);
    reviews = await world.replica('reviews');
  });
  afterEach(() => world.close());

  const leads = (replica: Replica) =>
    eventually(() => replica.relay.metrics.leader && replica.link.connected, Boolean, 'a leader');

  /** Widgets notes one effect per event in its inbox; returns how often its handler was called. */
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

  /** A relay process publishes one event and is killed before it can remove it. */
  async function killBeforeRemoval(): Promise<DomainEvent> {
    const proxy = await world.proxy('reviews');
    const removing = proxy.hold('delete from outbox');
    const relay = world.program('lead-outbox', 'reviews', proxy.url);
    const event = await reviews.changeReview(1);
    const removal = await removing;
    expect(await world.stored()).toEqual([event]);
    relay.kill('SIGKILL');
    expect(await ended(relay)).toBe('SIGKILL');
    removal.cut();
    expect(await reviews.pending()).toBe(1);
    return event;
  }

  /** Everything that was committed is in the stream, once and in order. */
  async function expectAllStored(): Promise<DomainEvent[]> {
    await published(reviews);
    const stored = await world.stored();
    expect(outOfOrder(stored)).toEqual([]);
    expect(stored).toHaveLength(await reviews.committed());
    expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length);
    return stored;
  }

  it('whose relay is killed between publishing and removing publishes again; the stream keeps it once', async () => {
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

  it('that publishes again after the duplicate window leaves a second copy, whose effect is still one', async () => {
    await world.close();
    const streams = STREAMS.map((stream) => ({ ...stream, duplicateWindowMs: 200 }));
    world = await EventsWorld.start(['reviews', 'widgets'], { streams });
    reviews = await world.replica('reviews');
    const event = await killBeforeRemoval();
    const storedAt = Date.now();
    await eventually(
      async () => {
        // A server that stood still all the time has forgotten nothing.
        await world.durable('widgets__review');
        return Date.now() - storedAt;
      },
      (elapsed) => elapsed > 1_000,
      'five duplicate windows to pass',
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
      'both to be acknowledged',
    );
    expect(await widgets.effects()).toHaveLength(1);
  });

  it('whose active relay is killed under load has another one, without loss or disorder', async () => {
    const standby = await world.replica('reviews', { pollMs: 1_000 });
    const leader = world.program('lead-outbox', 'reviews');
    await once(leader.stdout!, 'data');
    standby.relay.start();
    const writers = new Writers(reviews);
    await eventually(
      () => world.stored(),
      ({ length }) => length > 50,
      'the leader to publish',
    );
    expect(standby.relay.metrics.leader).toBe(false);
    leader.kill('SIGKILL');
    await eventually(
      () => standby.relay.metrics,
      (metrics) => metrics.leader && metrics.published > 50,
      'the takeover',
    );
    await writers.stop();
    await expectAllStored();
  });

  describe('with two leaders', () => {
    let way: PostgresProxy;
    let first: Replica;

    beforeEach(async () => {
      way = await world.proxy('reviews');
      first = await world.replica('reviews', { databaseUrl: way.url });
      first.relay.start();
      await leads(first);
    });

    it('because the lock was stolen publishes everything once and in order', async () => {
      const writers = new Writers(reviews);
      await way.inject('select pg_advisory_unlock_all()');
      reviews.relay.start();
      await leads(reviews);
      const both = () => [first.relay.metrics, reviews.relay.metrics];
      await eventually(
        both,
        (all) =>
          all.every(({ published: count }) => count > 20) && all.some((each) => each.duplicateAcks > 0),
        'both to publish, some of it twice',
      );
      expect(both()).toMatchObject([{ leader: true }, { leader: true }]);
      await writers.stop();
      await expectAllStored();
    });

    it('because the network of one is gone publishes everything once and in order', async () => {
      for (let id = 1; id <= 5; id += 1) await reviews.changeReview(id);
      await published(reviews);
      await world.nats.pause();
      const reading = way.hold('select id, event_id');
      for (let round = 1; round <= 40; round += 1) await reviews.changeReview(1 + (round % 5));
      (await reading).release();
      // It has read them by the time it asks again; its publishing waits for NATS, and the server drops its lock.
      await eventually(
        () =>
          world.admin<{ state: string }>(
            `select state from pg_stat_activity
               where datname = current_database() and application_name = 'plaudit-reviews-relay'`,
          ),
        ([session]) => session?.state === 'idle',
        'the first to have read the outbox',
      );
      way.leaveHalfOpen();
      reviews.relay.start();
      await leads(reviews);
      world.nats.resume();
      await expectAllStored();
      expect(first.relay.metrics.leader).toBe(true);
      way.cut();
      await eventually(
        () => first.relay.metrics.leader,
        (leading) => !leading,
        'the first to learn that it no longer leads',
      );
      await reviews.changeReview(1);
      await expectAllStored();
    });
  });

  it('stands a NATS that is paused for longer than it waits for an answer', async () => {
    const patient = await world.replica('reviews', { publishTimeoutMs: 300, batchSize: 20 });
    patient.relay.start();
    const writers = new Writers(reviews);
    await eventually(
      () => patient.relay.metrics,
      ({ published: count }) => count > 20,
      'a start',
    );
    await world.nats.pause();
    await eventually(
      () => patient.relay.metrics,
      ({ publishErrors }) => publishErrors >= 3,
      'three tries',
    );
    world.nats.resume();
    await writers.stop();
    await expectAllStored();
    expect(patient.relay.metrics.duplicateAcks).toBeGreaterThan(0);
  });

  it('waits for room in a full stream, and keeps the order although smaller events would still fit', async () => {
    await world.close();
    world = await EventsWorld.start(['reviews'], { eventsMaxBytes: 200_000 });
    reviews = await world.replica('reviews');
    for (let round = 0; round < 300; round += 1) {
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
    const jsm = await world.manager();
    await jsm.streams.update('EVENTS', { max_bytes: 10_000_000 });
    await expectAllStored();
  });

  describe('when an answer of Postgres is lost', () => {
    it('to a commit publishes the event once, although the client was told it failed', async () => {
      const way = await world.proxy('reviews');
      const client = await world.replica('reviews', {}, { databaseUrl: way.url });
      reviews.relay.start();
      const lost = way.loseResponse('COMMIT');
      await expect(client.changeReview(1)).rejects.toThrow('terminated');
      await lost;
      expect(await expectAllStored()).toHaveLength(1);
      await client.changeReview(1);
      expect(await expectAllStored()).toHaveLength(2);
    });

    it('because the commit never arrived publishes nothing', async () => {
      const way = await world.proxy('reviews');
      const client = await world.replica('reviews', {}, { databaseUrl: way.url });
      reviews.relay.start();
      const committing = way.hold('COMMIT');
      const changing = client.changeReview(1);
      (await committing).cut();
      await expect(changing).rejects.toThrow('terminated');
      await client.changeReview(1);
      expect(await expectAllStored()).toHaveLength(1);
    });

    it('to a removal removes nothing twice and publishes nothing again', async () => {
      const way = await world.proxy('reviews');
      const relaying = await world.replica('reviews', { databaseUrl: way.url });
      const lost = way.loseResponse('delete from outbox');
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
