import 'reflect-metadata';
import { once } from 'node:events';
import { reviewCreated } from '@plaudit/contracts';
import { deleteDurable, deleteStream, eventually, freeze, type PostgresProxy } from '@plaudit/testing';
import { EventsWorld } from '../fixtures/events-world';
import { published, type Replica } from '../fixtures/replica';
import { settled, statusOf } from '../fixtures/review-durable';
import { ended } from '../fixtures/run-program';
import { reviewHandlers, MANY_RETRIES, SHORT_ACK_WAIT } from '../fixtures/review-handlers';
import { applyTopology, checkTopology } from '../topology/topology';
import type { JetStreamStrategy } from './jetstream.strategy';

const DURABLE = 'widgets__review';
const durables = SHORT_ACK_WAIT;

/**
 * Uses no mocks. A proxy before Postgres injects network faults. The tests check the effects in the consumer's table.
 */
describe('a consumer', () => {
  let world: EventsWorld;
  let reviews: Replica;
  let widgets: Replica;

  beforeEach(async () => {
    world = await EventsWorld.start(['reviews', 'widgets'], { durables });
    reviews = await world.replica('reviews');
    reviews.relay.start();
    widgets = await world.replica('widgets');
  });
  afterEach(() => world.close());

  // If a process stalls for the ack wait, in this test or because of a slow machine, its events are delivered again.
  // The retries allow many deliveries, so no event becomes a dead letter.
  const consume = (replica = widgets) =>
    world.consume(replica, reviewHandlers(replica), { durables, retries: MANY_RETRIES });
  const handledOnce = (strategy: JetStreamStrategy) =>
    eventually(
      () => statusOf(strategy),
      ({ handled }) => handled >= 1,
      'the event to be handled',
    );
  const effectsReach = (count: number) =>
    eventually(
      () => widgets.effects(),
      (effects) => effects.length === count,
      `${count} effects`,
    );
  const open = (sql: string) =>
    world.admin<{ state: string }>(
      `select state from pg_stat_activity where datname = current_database() and query like $1
         and state like 'idle in transaction%'`,
      [`%${sql}%`],
    );

  describe('in a separate process', () => {
    let proxy: PostgresProxy;

    beforeEach(async () => {
      proxy = await world.proxy('widgets');
    });
    const start = async () => {
      const process = world.program('consumer', 'widgets', proxy.url);
      await once(process.stdout!, 'data');
      return process;
    };

    it('has its event redelivered without a second effect if it is killed between commit and ack', async () => {
      const killed = await start();
      const committed = proxy.loseResponse('COMMIT', 'leaveHalfOpen');
      await reviews.changeReview(1);
      await committed;
      expect(await widgets.effects()).toHaveLength(1);
      expect((await world.durable(DURABLE)).num_ack_pending).toBe(1);
      killed.kill('SIGKILL');
      await ended(killed);
      await handledOnce(consume());
      await settled(world);
      expect((await world.durable(DURABLE)).delivered.consumer_seq).toBeGreaterThan(1);
      expect(await widgets.effects()).toHaveLength(1);
    });

    it('makes another consumer wait if it freezes in its transaction, and the effect happens once', async () => {
      const frozen = await start();
      const committing = proxy.hold('COMMIT');
      await reviews.changeReview(1);
      const commit = await committing;
      await freeze(frozen.pid!);
      const survivor = consume();
      await eventually(
        () => statusOf(survivor),
        ({ held }) => held >= 1,
        'the delivery to the other consumer',
      );
      expect(await widgets.effects()).toEqual([]);
      commit.release();
      await handledOnce(survivor);
      frozen.kill('SIGCONT');
      await settled(world);
      expect(await widgets.effects()).toHaveLength(1);
    });
  });

  it('handles an event again without a second effect if the response to its commit is lost', async () => {
    const proxy = await world.proxy('widgets');
    const strategy = consume(await world.replica('widgets', {}, { databaseUrl: proxy.url }));
    const lost = proxy.loseResponse('COMMIT');
    await reviews.changeReview(1);
    await lost;
    await handledOnce(strategy);
    await settled(world);
    expect(statusOf(strategy)).toMatchObject({ putBack: 1, retried: 0, deadLettered: 0 });
    expect(await widgets.effects()).toHaveLength(1);
  });

  it('handles an event again with one effect if its commit never reached Postgres', async () => {
    const proxy = await world.proxy('widgets');
    const strategy = consume(await world.replica('widgets', {}, { databaseUrl: proxy.url }));
    const committing = proxy.hold('COMMIT');
    await reviews.changeReview(1);
    (await committing).cut();
    await handledOnce(strategy);
    await settled(world);
    expect(statusOf(strategy)).toMatchObject({ putBack: 1, retried: 0, deadLettered: 0 });
    expect(await widgets.effects()).toHaveLength(1);
    await eventually(
      () => open('inbox'),
      (sessions) => sessions.length === 0,
      'all transactions to end',
    );
  });

  it('reports that its durable was deleted while its handlers were busy, although the server sends no error', async () => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const strategy = world.consume(widgets, { [reviewCreated.pattern]: () => gate }, { durables, lanes: 1 });
    for (let version = 1; version <= 5; version += 1) await reviews.changeReview(1);
    await eventually(
      () => statusOf(strategy),
      ({ held }) => held === 2,
      'a consumer at its capacity',
    );
    await deleteDurable(world.nats.url, DURABLE);
    release();
    await eventually(
      () => statusOf(strategy),
      ({ problem }) => problem !== null && /widgets__review of stream EVENTS is missing; run/.test(problem),
      'the missing durable to be reported',
    );
    await applyTopology(world.nats.url, { durables });
    await settled(world);
    await eventually(
      () => statusOf(strategy),
      ({ consuming, problem, held }) => consuming && problem === null && held === 0,
      'an idle consumer',
    );
  });

  it('reports that its stream was deleted and continues as soon as the topology is applied', async () => {
    const strategy = consume();
    await reviews.changeReview(1);
    await effectsReach(1);
    await deleteStream(world.nats.url, 'EVENTS');
    await eventually(
      () => statusOf(strategy),
      ({ problem, consuming }) => !consuming && problem !== null && /EVENTS is missing; run/.test(problem),
      'the missing stream to be reported',
    );
    expect(await checkTopology(world.nats.url)).toContainEqual({
      service: null,
      problem: 'stream EVENTS is missing; run "npm run topology"',
    });
    // The service continues to work. Its events wait in the outbox.
    await reviews.changeReview(1);
    await eventually(
      () => reviews.relay.metrics,
      ({ publishErrors }) => publishErrors > 0,
      'a publish error of the relay',
    );
    await applyTopology(world.nats.url, { durables });
    await published(reviews);
    await effectsReach(2);
    expect(statusOf(strategy)).toMatchObject({ consuming: true, problem: null });
  });
});
