import 'reflect-metadata';
import { once } from 'node:events';
import { durablesOf, reviewCreated } from '@plaudit/contracts';
import { deleteDurable, deleteStream, eventually, freeze, type PostgresProxy } from '@plaudit/testing';
import { EventsWorld } from '../fixtures/events-world';
import { published, type Replica } from '../fixtures/replica';
import { settled, statusOf } from '../fixtures/review-durable';
import { ended } from '../fixtures/run-program';
import { noteReviews, PATIENT_RETRIES, SHORT_ACK_WAIT } from '../fixtures/widgets';
import { applyTopology, checkTopology } from '../topology/topology';
import type { JetStreamStrategy } from './jetstream.strategy';

const DURABLE = 'widgets__review';
const durables = SHORT_ACK_WAIT.filter(({ name }) => durablesOf('widgets').some((its) => its.name === name));

/** Doubles: none; a proxy before Postgres is the network. Oracle: the effects in the consumer's own table. */
describe('a consumer', () => {
  let world: EventsWorld;
  let reviews: Replica;
  let widgets: Replica;

  beforeEach(async () => {
    world = await EventsWorld.start(['reviews', 'widgets'], { durables: SHORT_ACK_WAIT });
    reviews = await world.replica('reviews');
    reviews.relay.start();
    widgets = await world.replica('widgets');
  });
  afterEach(() => world.close());

  // A process that stands still for an ack wait, frozen by the test or not, has its events delivered again: they count
  // as often as that happens, and none becomes a dead letter of it.
  const consume = (replica = widgets) =>
    world.consume(replica, noteReviews(replica), { durables, retries: PATIENT_RETRIES });
  const handledOnce = (strategy: JetStreamStrategy) =>
    eventually(
      () => statusOf(strategy),
      ({ handled }) => handled >= 1,
      'the event to be handled',
    );
  const noted = (count: number) =>
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

  describe('in a process of its own', () => {
    let way: PostgresProxy;

    beforeEach(async () => {
      way = await world.proxy('widgets');
    });
    const start = async () => {
      const process = world.program('note-reviews', 'widgets', way.url);
      await once(process.stdout!, 'data');
      return process;
    };

    it('that is killed between commit and ack has its event delivered to another, to no second effect', async () => {
      const doomed = await start();
      const committed = way.loseResponse('COMMIT', 'leaveHalfOpen');
      await reviews.changeReview(1);
      await committed;
      expect(await widgets.effects()).toHaveLength(1);
      expect((await world.durable(DURABLE)).num_ack_pending).toBe(1);
      doomed.kill('SIGKILL');
      await ended(doomed);
      await handledOnce(consume());
      await settled(world);
      expect((await world.durable(DURABLE)).delivered.consumer_seq).toBeGreaterThan(1);
      expect(await widgets.effects()).toHaveLength(1);
    });

    it('that freezes in its transaction makes the other wait, and the effect happens once', async () => {
      const frozen = await start();
      const committing = way.hold('COMMIT');
      await reviews.changeReview(1);
      const commit = await committing;
      await freeze(frozen.pid!);
      const survivor = consume();
      await eventually(
        () => statusOf(survivor),
        ({ held }) => held >= 1,
        'the event to be delivered to the other',
      );
      expect(await widgets.effects()).toEqual([]);
      commit.release();
      await handledOnce(survivor);
      frozen.kill('SIGCONT');
      await settled(world);
      expect(await widgets.effects()).toHaveLength(1);
    });
  });

  it('that never hears whether its commit took place handles the event again, to no second effect', async () => {
    const way = await world.proxy('widgets');
    const strategy = consume(await world.replica('widgets', {}, { databaseUrl: way.url }));
    const lost = way.loseResponse('COMMIT');
    await reviews.changeReview(1);
    await lost;
    await handledOnce(strategy);
    await settled(world);
    expect(statusOf(strategy)).toMatchObject({ retried: 1, deadLettered: 0 });
    expect(await widgets.effects()).toHaveLength(1);
  });

  it('whose commit never arrived handles the event again, to the one effect', async () => {
    const way = await world.proxy('widgets');
    const strategy = consume(await world.replica('widgets', {}, { databaseUrl: way.url }));
    const committing = way.hold('COMMIT');
    await reviews.changeReview(1);
    (await committing).cut();
    await handledOnce(strategy);
    await settled(world);
    expect(statusOf(strategy)).toMatchObject({ retried: 1, deadLettered: 0 });
    expect(await widgets.effects()).toHaveLength(1);
    await eventually(
      () => open('inbox'),
      (sessions) => sessions.length === 0,
      'no transaction to stay open',
    );
  });

  it('whose durable is deleted while its handlers are busy says so, although no answer tells it', async () => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const strategy = world.consume(widgets, { [reviewCreated.pattern]: () => gate }, { durables, lanes: 1 });
    for (let version = 1; version <= 5; version += 1) await reviews.changeReview(1);
    await eventually(
      () => statusOf(strategy),
      ({ held }) => held === 2,
      'a consumer that has no room for more',
    );
    await deleteDurable(world.nats.url, DURABLE);
    release();
    await eventually(
      () => statusOf(strategy),
      ({ problem }) => problem !== null && /widgets__review of stream EVENTS is missing; run/.test(problem),
      'the missing durable to be reported',
    );
    await applyTopology(world.nats.url, { durables: SHORT_ACK_WAIT });
    await settled(world);
    await eventually(
      () => statusOf(strategy),
      ({ consuming, problem, held }) => consuming && problem === null && held === 0,
      'the consumer to have nothing left to do',
    );
  });

  it('whose stream is deleted says so, and goes on as soon as the topology is applied', async () => {
    const strategy = consume();
    await reviews.changeReview(1);
    await noted(1);
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
    // Meanwhile the service goes on; its events wait in the outbox.
    await reviews.changeReview(1);
    await eventually(
      () => reviews.relay.metrics,
      ({ publishErrors }) => publishErrors > 0,
      'the relay to be refused',
    );
    await applyTopology(world.nats.url, { durables: SHORT_ACK_WAIT });
    await published(reviews);
    await noted(2);
    expect(statusOf(strategy)).toMatchObject({ consuming: true, problem: null });
  });
});
