import 'reflect-metadata';
import { once } from 'node:events';
import { setTimeout as held } from 'node:timers/promises';
import { type DomainEvent, reviewCreated } from '@plaudit/contracts';
import { queryRows } from '@plaudit/database';
import { eventually } from '@plaudit/testing';
import { EventsWorld, outOfOrder } from '../fixtures/events-world';
import { counted, published } from '../fixtures/replica';
import { ended } from '../fixtures/run-program';

describe('OutboxRelay', () => {
  let world: EventsWorld;

  beforeEach(async () => {
    world = await EventsWorld.start(['reviews', 'widgets']);
  });
  afterEach(() => world.close());

  it('publishes committed events and moves them to outbox_sent', async () => {
    const reviews = await world.replica('reviews', { pollMs: 60_000 });
    reviews.relay.start();
    await eventually(() => reviews.relay.metrics.leader && reviews.link.connected, Boolean, 'a leader');
    const event = await reviews.changeReview(1);
    const stored = await eventually(
      () => world.stored(),
      (events) => events.length === 1,
      'the event, after a wake-up and not after a poll',
    );
    expect(stored).toEqual([event]);
    await published(reviews);
    const sent = await reviews.database.query('select event_id, subject from outbox_sent');
    expect(sent).toEqual([{ event_id: event.id, subject: 'review.created.v1.7.12' }]);
    const metrics = await counted(reviews, 1);
    expect(metrics).toMatchObject({ published: 1, publishErrors: 0, duplicateAcks: 0 });
  });

  it('does not publish the event of a change that was rolled back', async () => {
    const reviews = await world.replica('reviews');
    reviews.relay.start();
    const failing = reviews.changeReview(1, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    const event = await reviews.changeReview(2);
    await published(reviews);
    expect(await world.stored()).toEqual([event]);
  });

  it('keeps the order of each aggregate under 16 writers, some of which hold their transactions open', async () => {
    const reviews = await world.replica('reviews', { batchSize: 50 });
    reviews.relay.start();
    const committed: string[] = [];
    await Promise.all(
      Array.from({ length: 16 }, async (_, writer) => {
        for (let round = 0; round < 20; round += 1) {
          const id = (writer * 7 + round * 3) % 10;
          // Some lower ids commit after higher ones. A cursor over the ids would lose these events.
          const hold = () => (round % 3 === 0 ? held(writer % 8) : Promise.resolve());
          committed.push((await reviews.changeReview(id, hold)).id);
        }
      }),
    );
    await published(reviews);
    const stored = await world.stored();
    expect(stored.map(({ id }) => id).sort()).toEqual(committed.sort());
    expect(outOfOrder(stored)).toEqual([]);
  });

  it('publishes the event of a process that was killed after its commit, with one effect', async () => {
    expect(await ended(world.program('commit-and-crash', 'reviews'))).toBe('SIGKILL');
    expect(await world.stored()).toEqual([]);

    const reviews = await world.replica('reviews');
    const widgets = await world.replica('widgets');
    world.consume(widgets, {
      [reviewCreated.pattern]: (event) =>
        widgets.inbox.once(event, 'OnReviewCreated', (tx) => widgets.effect(tx, 'OnReviewCreated', event)),
    });
    reviews.relay.start();
    await eventually(
      () => widgets.effects(),
      (effects) => effects.length === 1,
      'the effect',
    );
    await published(reviews);
    expect(await widgets.effects()).toHaveLength(1);
  });

  it('keeps events while NATS is down and publishes all of them later', async () => {
    const reviews = await world.replica('reviews');
    reviews.relay.start();
    await reviews.changeReview(1);
    await published(reviews);
    await world.nats.kill();
    for (let version = 2; version <= 20; version += 1) await reviews.changeReview(1);
    await eventually(
      () => reviews.relay.metrics,
      ({ publishErrors }) => publishErrors > 0,
      'a publish error of the relay',
    );
    expect(await reviews.pending()).toBe(19);
    await world.nats.restart();
    await published(reviews);
    const stored = await world.stored();
    expect(stored).toHaveLength(20);
    expect(outOfOrder(stored)).toEqual([]);
  });

  it('neither loses nor reorders events while NATS is killed repeatedly', async () => {
    const reviews = await world.replica('reviews', { batchSize: 40, publishTimeoutMs: 500 });
    reviews.relay.start();
    let writing = true;
    const writers = Promise.all(
      [0, 1, 2, 3].map(async (writer) => {
        for (let round = 0; writing; round += 1) {
          await reviews.changeReview((writer + round) % 5);
          await held(1);
        }
      }),
    );
    for (let kill = 0; kill < 3; kill += 1) {
      await held(300);
      await world.nats.kill();
      await world.nats.restart();
    }
    writing = false;
    await writers;
    await published(reviews);
    const stored = await world.stored();
    expect(stored).toHaveLength(await reviews.committed());
    expect(outOfOrder(stored)).toEqual([]);
  });

  it('continues after its database session was terminated', async () => {
    const reviews = await world.replica('reviews');
    reviews.relay.start();
    await reviews.changeReview(1);
    await published(reviews);
    // The query is limited to this database, because other specs use the same server.
    const sessions = await world.admin(
      `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'plaudit-reviews-relay'`,
    );
    expect(sessions).toHaveLength(1);
    await reviews.changeReview(1);
    await published(reviews);
    expect(outOfOrder(await world.stored())).toEqual([]);
  });

  it('leads in only one of two replicas, which the other one wakes', async () => {
    const second = await world.replica('reviews', { pollMs: 1_000 });
    const leader = world.program('relay', 'reviews');
    await once(leader.stdout!, 'data');
    second.relay.start();
    await second.link.waitUntilConnected(5_000);
    const event = await second.changeReview(1);
    await published(second);
    expect(await world.stored()).toEqual([event]);
    expect(second.relay.metrics).toMatchObject({ leader: false, published: 0 });
  });

  it('publishes the event of a long transaction when it commits, after events with higher ids', async () => {
    const reviews = await world.replica('reviews');
    reviews.relay.start();
    let commit = (): void => {};
    const committing = new Promise<void>((resolve) => (commit = resolve));
    let committingSlowly: Promise<DomainEvent> | undefined;
    await new Promise<void>((added) => {
      committingSlowly = reviews.changeReview(1, () => {
        added();
        return committing;
      });
    });
    const quick = await reviews.changeReview(2);
    await eventually(
      () => world.stored(),
      (events) => events.length === 1,
      'the event of the quick transaction',
    );
    commit();
    const slow = await committingSlowly;
    await published(reviews);
    expect(await world.stored()).toEqual([quick, slow]);
  });

  it('publishes the pending events before it stops and releases the lock', async () => {
    const reviews = await world.replica('reviews', { pollMs: 60_000 });
    reviews.relay.start();
    await eventually(() => reviews.relay.metrics.leader && reviews.link.connected, Boolean, 'a leader');
    await reviews.database.transaction(async (tx) => {
      await queryRows(
        tx,
        "insert into outbox (event_id, subject, payload) values ('evt_x', 'review.created.v1.7.12', '{}')",
      );
    });
    await reviews.relay.stop();
    expect(await reviews.pending()).toBe(0);
    expect(reviews.relay.metrics.leader).toBe(false);
    await eventually(
      () =>
        world.admin(
          `select 1 from pg_locks where locktype = 'advisory' and granted
             and database = (select oid from pg_database where datname = current_database())`,
        ),
      (locks) => locks.length === 0,
      'the release of the lock',
    );
  });
});
