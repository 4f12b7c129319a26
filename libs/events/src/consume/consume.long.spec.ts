import 'reflect-metadata';
import { once, once as emitted } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type DomainEvent,
  DURABLES,
  reviewCreated,
  reviewUpdated,
  EVENTS,
  ratingChanged,
  reviewDeleted,
  defineEvent,
  ReviewPayload,
} from '@plaudit/contracts';
import {
  buildEvent,
  eventually,
  deleteDurable,
  deleteStream,
  freeze,
  type PostgresProxy,
  buildReview,
  describeAtLength,
  itAtLength,
} from '@plaudit/testing';
import { queryRows } from '@plaudit/database';
import { Controller, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Subject } from 'rxjs';
import type { NatsConnection } from 'nats';
import { EventsWorld } from '../fixtures/events-world';
import { QUICK_PARKED, QUICK_RECHECK, QUICK_RETRIES, type Replica, published } from '../fixtures/replica';
import { Inbox } from '../inbox/inbox';
import { attachConsumers } from './attach-consumers';
import { JetStreamStrategy } from './jetstream.strategy';
import { OnEvent } from './on-event.decorator';
import { PermanentError } from './retry-policy';
import { settled, statusOf, created, once as applyOnce, status, DURABLE } from '../fixtures/review-durable';
import { ended } from '../fixtures/run-program';
import { reviewHandlers, MANY_RETRIES, SHORT_ACK_WAIT, POISON_ID } from '../fixtures/review-handlers';
import { applyTopology, checkTopology } from '../topology/topology';
import { eventContext } from '../event-context';
import { inVersion } from '../outbox/outbox';
import type { Delivery } from './delivery';
import { PullSession } from './pull-session';

@Injectable()
class Notes implements OnModuleInit {
  readonly lines: string[] = [];
  inits = 0;

  onModuleInit(): void {
    this.inits += 1;
  }
}

@Controller()
class OnReviewCreated {
  constructor(
    private readonly inbox: Inbox,
    private readonly notes: Notes,
  ) {}

  @OnEvent(reviewCreated)
  async handle(event: DomainEvent): Promise<void> {
    if (event.subject === '13') throw new PermanentError('poison review');
    await this.inbox.once(event, 'OnReviewCreated', async () => {
      this.notes.lines.push(`first ${event.id}`);
    });
  }
}

describe('attachConsumers', () => {
  let failures = 1;
  @Controller()
  class OnReviewCreatedToo {
    constructor(
      private readonly inbox: Inbox,
      private readonly notes: Notes,
    ) {}

    @OnEvent(reviewCreated)
    async handle(event: DomainEvent): Promise<void> {
      await this.inbox.once(event, 'OnReviewCreatedToo', async () => {
        if (failures-- > 0) throw new Error('try again');
        this.notes.lines.push(`second ${event.id}`);
      });
    }
  }

  let world: EventsWorld;
  let ai: Replica;
  let app: NestFastifyApplication;
  let strategy: JetStreamStrategy;

  beforeAll(async () => {
    world = await EventsWorld.start(['ai']);
    ai = await world.replica('ai');
    @Module({
      controllers: [OnReviewCreated, OnReviewCreatedToo],
      providers: [Notes, { provide: Inbox, useValue: ai.inbox }],
    })
    class WidgetsModule {}
    app = await NestFactory.create<NestFastifyApplication>(WidgetsModule, new FastifyAdapter(), {
      logger: false,
    });
    strategy = new JetStreamStrategy(ai.link, {
      durables: DURABLES.filter(({ service }) => service === 'ai'),
      database: ai.database,
      retries: QUICK_RETRIES,
      recheckMs: QUICK_RECHECK,
      parkedMs: QUICK_PARKED,
    });
    attachConsumers(app, strategy);
    await app.startAllMicroservices();
    await app.init();
  });
  afterAll(async () => {
    await app.close();
    await world.close();
  });

  const status = () => strategy.consumerStatus.find(({ durable }) => durable === 'ai__review')!;

  it('calls all handlers of an event, and after a failure repeats only the failed one', async () => {
    const event = buildEvent(reviewCreated);
    await world.publish(event);
    await eventually(status, ({ handled }) => handled === 1, 'both handlers');
    // Handlers run concurrently, so the failed one may be called again before the other has ended.
    expect(app.get(Notes).lines.toSorted()).toEqual([`first ${event.id}`, `second ${event.id}`]);
    expect(status()).toMatchObject({ retried: 1, deadLettered: 0 });
  });

  it('passes a permanent error through the filters of Nest', async () => {
    await world.publish(buildEvent(reviewCreated, { subject: '13' }));
    await eventually(status, ({ deadLettered }) => deadLettered === 1, 'the dead letter');
  });

  it('does not run the init hooks of the application twice', () => {
    expect(app.get(Notes).inits).toBe(1);
  });
});

const durables = SHORT_ACK_WAIT;

/**
 * Uses no mocks. A proxy before Postgres injects network faults. The tests check the effects in the consumer's table.
 */
describe('a consumer', () => {
  const DURABLE = 'ai__review';

  let world: EventsWorld;
  let reviews: Replica;
  let ai: Replica;

  beforeAll(async () => {
    world = await EventsWorld.start(['reviews', 'ai'], { durables });
  });
  beforeEach(async () => {
    await world.renew();
    reviews = await world.replica('reviews');
    reviews.relay.start();
    ai = await world.replica('ai');
  });
  afterAll(() => world.close());

  // If a process stalls for the ack wait, in this test or because of a slow machine, its events are delivered again.
  // The retries allow many deliveries, so no event becomes a dead letter.
  const consume = (replica = ai) =>
    world.consume(replica, reviewHandlers(replica), {
      durables,
      retries: { ...MANY_RETRIES, putBackMs: 100 },
    });
  const handledOnce = (strategy: JetStreamStrategy) =>
    eventually(
      () => statusOf(strategy),
      ({ handled }) => handled >= 1,
      'the event to be handled',
    );
  const effectsReach = (count: number) =>
    eventually(
      () => ai.effects(),
      (effects) => effects.length === count,
      `${count} effects`,
    );
  const open = (sql: string) =>
    world.admin<{ state: string }>(
      `select state from pg_stat_activity where datname = current_database() and query like $1
         and state like 'idle in transaction%'`,
      [`%${sql}%`],
    );

  describeAtLength('in a separate process', () => {
    let proxy: PostgresProxy;

    beforeEach(async () => {
      proxy = await world.proxy('ai');
    });
    const start = async () => {
      const process = world.program('consumer', 'ai', proxy.url);
      await once(process.stdout!, 'data');
      return process;
    };

    it('has its event redelivered without a second effect if it is killed between commit and ack', async () => {
      const killed = await start();
      const committed = proxy.loseResponse('COMMIT', 'leaveHalfOpen');
      await reviews.changeReview(1);
      await committed;
      expect(await ai.effects()).toHaveLength(1);
      expect((await world.durable(DURABLE)).num_ack_pending).toBe(1);
      killed.kill('SIGKILL');
      await ended(killed);
      await handledOnce(consume());
      await settled(world);
      expect((await world.durable(DURABLE)).delivered.consumer_seq).toBeGreaterThan(1);
      expect(await ai.effects()).toHaveLength(1);
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
      expect(await ai.effects()).toEqual([]);
      commit.release();
      await handledOnce(survivor);
      frozen.kill('SIGCONT');
      await settled(world);
      expect(await ai.effects()).toHaveLength(1);
    });
  });

  it('handles an event again without a second effect if the response to its commit is lost', async () => {
    const proxy = await world.proxy('ai');
    const strategy = consume(await world.replica('ai', {}, { databaseUrl: proxy.url }));
    const lost = proxy.loseResponse('COMMIT');
    await reviews.changeReview(1);
    await lost;
    await handledOnce(strategy);
    await settled(world);
    expect(statusOf(strategy)).toMatchObject({ putBack: 1, retried: 0, deadLettered: 0 });
    expect(await ai.effects()).toHaveLength(1);
  });

  it('handles an event again with one effect if its commit never reached Postgres', async () => {
    const proxy = await world.proxy('ai');
    const strategy = consume(await world.replica('ai', {}, { databaseUrl: proxy.url }));
    const committing = proxy.hold('COMMIT');
    await reviews.changeReview(1);
    (await committing).cut();
    await handledOnce(strategy);
    await settled(world);
    expect(statusOf(strategy)).toMatchObject({ putBack: 1, retried: 0, deadLettered: 0 });
    expect(await ai.effects()).toHaveLength(1);
    await eventually(
      () => open('inbox'),
      (sessions) => sessions.length === 0,
      'all transactions to end',
    );
  });

  it('reports that its durable was deleted while its handlers were busy, although the server sends no error', async () => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const strategy = world.consume(
      ai,
      { [reviewCreated.pattern]: () => gate },
      { durables, lanes: 1, pullMs: 2_000 },
    );
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
      ({ problem }) => problem !== null && /ai__review of stream EVENTS is missing; run/.test(problem),
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

const reviewDurable = DURABLES.find(({ name }) => name === DURABLE)!;

describe('DurableConsumer', () => {
  let world: EventsWorld;
  let ai: Replica;

  beforeAll(async () => {
    world = await EventsWorld.start(['ai']);
  });
  beforeEach(async () => {
    await world.renew();
    ai = await world.replica('ai');
  });
  afterAll(() => world.close());

  it('handles the events of one aggregate one by one and those of different aggregates concurrently', async () => {
    const running = new Set<string>();
    const order: number[] = [];
    let most = 0;
    const versions = Array.from({ length: 15 }, (_, index) => index + 1);
    // All events are published before the consumer starts, because a slow publisher would prevent concurrency.
    await world.publish(...versions.flatMap((version) => [1, 2, 3, 4, 5].map((id) => created(id, version))));
    const strategy = world.consume(ai, {
      [reviewCreated.pattern]: async ({ subject, aggregateversion }) => {
        expect(running.has(subject)).toBe(false);
        running.add(subject);
        most = Math.max(most, running.size);
        await pause(5);
        if (subject === '1') order.push(aggregateversion);
        running.delete(subject);
      },
    });
    await status(strategy, ({ handled }) => handled === 75, 'all of them');
    expect(order).toEqual(versions);
    expect(most).toBeGreaterThan(1);
    expect(statusOf(strategy)).toMatchObject({ retried: 0, deadLettered: 0 });
  });

  it('never holds more deliveries than twice the number of its lanes', async () => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const strategy = world.consume(ai, { [reviewCreated.pattern]: () => gate }, { lanes: 2 });
    await world.publish(...Array.from({ length: 20 }, (_, id) => created(id + 1)));
    await status(strategy, ({ held }) => held === 4, 'four held');
    expect((await world.durable(DURABLE)).num_ack_pending).toBe(4);
    release();
    await status(strategy, ({ handled }) => handled === 20, 'all of them');
    await settled(world);
  });

  it('extends the ack deadline of a slow event and of the events that wait behind it', async () => {
    // The deadline is extended after each third of the ack wait, so the machine may stall for two thirds, 4 s.
    const durables = [{ ...reviewDurable, ackWaitMs: 6_000 }];
    await applyTopology(world.nats.url, { durables });
    const extended = new Set<string>();
    (await world.client()).subscribe(`$JS.ACK.EVENTS.${DURABLE}.>`, {
      callback: (_error, message) => {
        if (message.string() === '+WPI') extended.add(message.subject);
      },
    });
    let finish = (): void => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const calls: number[] = [];
    const strategy = world.consume(
      ai,
      {
        [reviewCreated.pattern]: async ({ aggregateversion }) => {
          calls.push(aggregateversion);
          if (aggregateversion === 1) await finished;
        },
      },
      { durables },
    );
    await world.publish(created(1, 1), created(1, 2));
    await eventually(
      () => extended.size,
      (count) => count === 2,
      'both deadlines to be extended',
    );
    finish();
    await status(strategy, ({ handled }) => handled === 2, 'both');
    await settled(world);
    expect(calls).toEqual([1, 2]);
  });

  it('finishes the running handlers when it stops, and returns the other events to other replicas at once', async () => {
    // A delivery that is not returned is repeated after this ack wait, too late for the test.
    const durables = [{ ...reviewDurable, ackWaitMs: 120_000 }];
    await applyTopology(world.nats.url, { durables });
    const handled: string[] = [];
    const handlers = {
      [reviewCreated.pattern]: async ({ id }: DomainEvent) => {
        await pause(30);
        handled.push(id);
      },
    };
    const events = Array.from({ length: 60 }, (_, id) => created(id + 1));
    await world.publish(...events);
    const first = world.consume(ai, handlers, { durables });
    await status(first, ({ held }) => held > 8, 'held deliveries');
    await first.close();
    expect(statusOf(first)).toMatchObject({ held: 0, retried: 0 });
    const done = handled.length;
    await pause(50);
    expect(handled).toHaveLength(done);

    const second = world.consume(await world.replica('ai'), handlers, { durables });
    await status(second, (now) => now.handled === 60 - done, 'the other events');
    expect(handled.sort()).toEqual(events.map(({ id }) => id).sort());
    await settled(world);
  });

  it('leaves only the returned events unacknowledged when it stops', async () => {
    const strategy = world.consume(ai, { [reviewCreated.pattern]: () => pause(20) });
    await world.publish(...Array.from({ length: 16 }, (_, id) => created(id + 1)));
    await status(strategy, ({ handled, held }) => handled + held === 16, 'all deliveries');
    await strategy.close();
    // The server processes a received acknowledgement with a delay.
    await eventually(
      () => world.durable(DURABLE),
      ({ num_ack_pending }) => num_ack_pending === 16 - statusOf(strategy).handled,
      'the handled events to be acknowledged',
    );
  });

  it('reports a missing durable and consumes as soon as the topology is applied', async () => {
    const jsm = await world.manager();
    await jsm.consumers.delete('EVENTS', DURABLE);
    await world.publish(created(1));
    const strategy = world.consume(ai, {
      [reviewCreated.pattern]: applyOnce(ai, 'OnReviewCreated'),
    });
    const missing = await status(strategy, ({ problem }) => problem !== null, 'a problem');
    expect(missing).toMatchObject({
      consuming: false,
      problem: 'durable ai__review of stream EVENTS is missing; run "npm run topology"',
    });
    await applyTopology(world.nats.url);
    await status(strategy, ({ handled, problem }) => handled === 1 && problem === null, 'the event');
  });

  it('continues after its durable was deleted and created again', async () => {
    const strategy = world.consume(ai, {
      [reviewCreated.pattern]: applyOnce(ai, 'OnReviewCreated'),
    });
    await world.publish(created(1));
    await status(strategy, ({ handled }) => handled === 1, 'the first');
    const jsm = await world.manager();
    await jsm.consumers.delete('EVENTS', DURABLE);
    await status(strategy, ({ problem }) => problem !== null, 'a problem');
    await applyTopology(world.nats.url);
    await world.publish(created(2));
    await eventually(
      () => ai.effects(),
      (effects) => effects.length === 2,
      'one effect per event',
    );
  });

  it('continues after the server was killed and restarted', async () => {
    const strategy = world.consume(ai, {
      [reviewCreated.pattern]: applyOnce(ai, 'OnReviewCreated'),
    });
    await world.publish(created(1));
    await status(strategy, ({ handled }) => handled === 1, 'the first');
    await world.nats.kill();
    await world.nats.restart();
    await world.publish(created(2));
    // The test checks the effects, because the server may have been killed before it stored the first acknowledgement.
    await eventually(
      () => ai.effects(),
      (effects) => effects.length === 2,
      'one effect per event',
    );
    expect(statusOf(strategy)).toMatchObject({ consuming: true, problem: null });
  });

  it('starts while NATS is down', async () => {
    await world.nats.kill();
    const late = await world.replica('ai');
    const strategy = world.consume(late, { [reviewCreated.pattern]: applyOnce(ai, 'OnReviewCreated') });
    expect(statusOf(strategy)).toMatchObject({ consuming: false, problem: null });
    await world.nats.restart();
    await world.publish(created(1));
    await status(strategy, ({ handled }) => handled === 1, 'the event');
  });

  it('stops without waiting for NATS while it is down', async () => {
    const strategy = world.consume(ai, { [reviewUpdated.pattern]: () => {} });
    await status(strategy, ({ consuming }) => consuming, 'a start');
    await world.nats.kill();
    const before = Date.now();
    await strategy.close();
    expect(Date.now() - before).toBeLessThan(60_000);
    await world.nats.restart();
  });

  it('keeps its other lanes busy while the events of one record pile up, up to a quarter of the places', async () => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const hot = Array.from({ length: 200 }, (_, version) => created(1, version + 1));
    const others = Array.from({ length: 20 }, (_, id) => created(id + 2));
    await world.publish(...hot.slice(0, 30), ...others, ...hot.slice(30));
    const strategy = world.consume(ai, {
      [reviewCreated.pattern]: ({ subject }) => (subject === '1' ? gate : undefined),
    });
    // With eight lanes the capacity is 16, and 30 events of the hot record come first. Those in its lane wait.
    await status(strategy, ({ handled }) => handled > 10, 'the events of other records');
    await status(strategy, ({ held }) => held > 32, 'the events that pile up');
    expect(statusOf(strategy).held).toBeLessThanOrEqual(64);
    release();
    await status(strategy, ({ handled }) => handled === 220, 'all events');
  });

  it('frees the lane of a handler that hangs, and its late end changes nothing', async () => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    let calls = 0;
    const record = applyOnce(ai, 'OnReviewCreated');
    const strategy = world.consume(
      ai,
      {
        [reviewCreated.pattern]: async (event) => {
          calls += 1;
          if (event.aggregateversion === 1 && calls === 1) await gate;
          await record(event);
        },
      },
      { lanes: 1, deadlineMs: 500, retries: { delaysMs: [100], maxAttempts: 3 } },
    );
    await world.publish(created(1, 1), created(1, 2));
    await status(strategy, ({ oldestHeldSeconds }) => oldestHeldSeconds > 0.2, 'the gauge to move');
    const freed = await status(strategy, ({ handled }) => handled === 2, 'both events');
    expect(freed).toMatchObject({ retried: 1, deadLettered: 0, oldestHeldSeconds: 0 });
    expect(await ai.effects()).toHaveLength(2);
    release();
    await settled(world);
    await strategy.close();
    expect(calls).toBe(3);
    await eventually(
      () =>
        ai.database.query(
          "select from pg_stat_activity where datname = current_database() and state like 'idle in trans%'",
        ),
      ({ length }) => length === 0,
      'the late handler to end',
    );
    expect(await ai.effects()).toHaveLength(2);
  });
});

describe('JetStreamStrategy', () => {
  let world: EventsWorld;
  let ai: Replica;

  beforeAll(async () => {
    world = await EventsWorld.start(['ai']);
  });
  beforeEach(async () => {
    await world.renew();
    ai = await world.replica('ai');
  });
  afterAll(() => world.close());

  const deadLetterReasons = async () => {
    const jsm = await world.manager();
    const { state } = await jsm.streams.info('DLQ');
    const reasons: string[] = [];
    for (let seq = 1; seq <= state.last_seq; seq += 1) {
      reasons.push((await jsm.streams.getMessage('DLQ', { seq })).header.get('Plaudit-Reason'));
    }
    return reasons;
  };

  it('calls a handler with the event and acknowledges the message', async () => {
    const event = created(1);
    const seen: unknown[] = [];
    const strategy = world.consume(ai, { [reviewCreated.pattern]: (received) => seen.push(received) });
    await world.publish(event);
    await status(strategy, ({ handled }) => handled === 1, 'the event');
    await settled(world);
    expect(seen).toEqual([event]);
    expect(statusOf(strategy)).toMatchObject({ consuming: true, problem: null, handled: 1, held: 0 });
  });

  it('runs the effect of a duplicate event once', async () => {
    const event = created(1);
    const strategy = world.consume(ai, {
      [reviewCreated.pattern]: applyOnce(ai, 'OnReviewCreated'),
    });
    const client = await world.client();
    for (let copy = 0; copy < 3; copy += 1) {
      await client.jetstream().publish('review.created.v1.1.1', JSON.stringify(event));
    }
    await status(strategy, ({ handled }) => handled === 3, 'three deliveries');
    expect(await ai.effects()).toHaveLength(1);
  });

  it('retries a handler that throws until it succeeds, with one effect', async () => {
    let calls = 0;
    const strategy = world.consume(ai, {
      [reviewCreated.pattern]: applyOnce(ai, 'OnReviewCreated', () => {
        calls += 1;
        if (calls < 3) throw new Error('not yet');
      }),
    });
    await world.publish(created(1));
    await status(strategy, ({ handled }) => handled === 1, 'the third try');
    expect(calls).toBe(3);
    expect(statusOf(strategy)).toMatchObject({ retried: 2, deadLettered: 0 });
    expect(await ai.effects()).toHaveLength(1);
    await settled(world);
  });

  it('waits for a returned Observable and retries if it fails', async () => {
    let calls = 0;
    const strategy = world.consume(ai, {
      [reviewCreated.pattern]: () => {
        calls += 1;
        const result = new Subject<void>();
        setTimeout(() => (calls === 1 ? result.error(new Error('late')) : result.complete()), 20);
        return result;
      },
    });
    await world.publish(created(1));
    await status(strategy, ({ handled }) => handled === 1, 'the second try');
    expect(statusOf(strategy)).toMatchObject({ retried: 1 });
  });

  it('dead-letters a poison message after 8 attempts without blocking the messages behind it', async () => {
    let poisoned = 0;
    const seen: string[] = [];
    const strategy = world.consume(ai, {
      [reviewCreated.pattern]: ({ subject }) => {
        if (subject === '13') {
          poisoned += 1;
          throw new Error('cannot be handled');
        }
        seen.push(subject);
      },
    });
    await world.publish(created(13), created(13, 2), created(1), created(2));
    await eventually(
      () => seen.length,
      (count) => count === 2,
      'the events behind the poison message',
    );
    await status(strategy, ({ deadLettered }) => deadLettered === 2, 'the dead letters');
    expect(poisoned).toBe(16);
    expect(await deadLetterReasons()).toEqual(
      Array.from({ length: 2 }, () => 'failed 8 times; last error: cannot be handled'),
    );
    await settled(world);
  });

  it('handles a message that was in flight when processes died alone instead of dead-lettering it', async () => {
    await world.publish(created(1));
    // These are six deliveries without an ack, as if six processes had died because of another event.
    const client = await world.client();
    const consumer = await client.jetstream().consumers.get('EVENTS', DURABLE);
    for (let delivery = 0; delivery < 6; delivery += 1) (await consumer.next())!.nak();
    const strategy = world.consume(ai, {
      [reviewCreated.pattern]: applyOnce(ai, 'OnReviewCreated'),
    });
    const done = await status(strategy, ({ handled }) => handled === 1, 'the event');
    expect(done).toMatchObject({ parked: 1, retried: 0, deadLettered: 0 });
    expect(await ai.effects()).toHaveLength(1);
  });

  it('dead-letters an invalid message at once, with the reason', async () => {
    let calls = 0;
    const strategy = world.consume(ai, {
      [reviewCreated.pattern]: () => {
        calls += 1;
        throw new PermanentError('the widget has an old format');
      },
    });
    const client = await world.client();
    const subject = 'review.created.v1.1.1';
    await world.publish(created(1));
    await client.jetstream().publish(subject, 'not json');
    await client.jetstream().publish(subject, JSON.stringify({ hello: 'world' }));
    await world.publish(buildEvent(reviewCreated, { data: { status: 5 as never } }));
    await status(strategy, ({ deadLettered }) => deadLettered === 4, 'four dead letters');
    expect((await deadLetterReasons()).sort()).toEqual([
      expect.stringContaining('invalid envelope: id, type, subject'),
      expect.stringContaining('invalid payload: data.status: status must be one of'),
      'the message is not JSON',
      'the widget has an old format',
    ]);
    expect(calls).toBe(1);
    await settled(world);
  });

  it('keeps the headers and the beginning of a message that is too large for a dead letter', async () => {
    const strategy = world.consume(ai, { [reviewCreated.pattern]: () => {} });
    const client = await world.client();
    // The largest message that the server takes. The headers of a dead letter make it larger.
    const bytes = client.info!.max_payload;
    await client.jetstream().publish('review.created.v1.1.1', 'x'.repeat(bytes));
    await status(strategy, ({ deadLettered }) => deadLettered === 1, 'the dead letter');
    const letter = await (
      await world.manager()
    ).streams.getMessage('DLQ', { last_by_subj: `dlq.${DURABLE}` });
    expect(letter.header.get('Plaudit-Cut-From')).toBe(String(bytes));
    expect(letter.header.get('Plaudit-Reason')).toBe('the message is not JSON');
    expect(letter.data).toHaveLength(65_536);
  });

  it('parks events of an unknown kind at once after one of them was parked', async () => {
    const catalogue = EVENTS.filter(({ pattern }) => pattern !== reviewUpdated.pattern);
    const strategy = world.consume(ai, { [reviewCreated.pattern]: () => {} }, { catalogue });
    await world.publish(buildEvent(reviewUpdated));
    await status(strategy, ({ parked }) => parked === 1, 'the first to be parked');
    const { putBack } = statusOf(strategy);
    expect(putBack).toBe(QUICK_RETRIES.unknownDelaysMs.length);
    await world.publish(...Array.from({ length: 20 }, () => buildEvent(reviewUpdated)));
    await status(strategy, ({ parked }) => parked === 21, 'the others to be parked');
    expect(statusOf(strategy).putBack).toBe(putBack);
  });

  it('handles an event that breaks its connection each time alone, and counts its failure then', async () => {
    const strategy = world.consume(
      ai,
      {
        [reviewCreated.pattern]: (event: DomainEvent) =>
          ai.inbox.once(event, 'Breaking', (tx) =>
            queryRows(tx, 'select pg_terminate_backend(pg_backend_pid())'),
          ),
      },
      { retries: { delaysMs: [20], putBackMs: 100, maxAttempts: 2, suspectAfter: 1 } },
    );
    await world.publish(created(1));
    const alone = await status(strategy, ({ retried }) => retried === 1, 'the failure');
    expect(alone).toMatchObject({ putBack: 1, parked: 1 });
  });

  it('repeats no value of a failed statement in the reason of a dead letter', async () => {
    const strategy = world.consume(
      ai,
      {
        [reviewCreated.pattern]: () => ai.database.query('select $1::text::int', ['jane@example.com']),
      },
      { retries: { maxAttempts: 1 } },
    );
    await world.publish(created(1));
    await status(strategy, ({ deadLettered }) => deadLettered === 1, 'the dead letter');
    expect(await deadLetterReasons()).toEqual(['invalid input syntax for type integer: " "']);
  });

  it('acknowledges and counts events without a handler', async () => {
    const strategy = world.consume(ai, { [reviewCreated.pattern]: () => {} });
    await world.publish(buildEvent(reviewDeleted));
    await status(strategy, ({ ignored }) => ignored === 1, 'the event to be ignored');
    await settled(world);
    expect(statusOf(strategy)).toMatchObject({ handled: 0, deadLettered: 0 });
  });

  it('runs a handler with the event as the cause, inside the context of the runtime', async () => {
    const event = buildEvent(reviewCreated, { correlationid: 'req_1', traceparent: '00-a-b-01' });
    const seen: unknown[] = [];
    const strategy = world.consume(
      ai,
      { [reviewCreated.pattern]: () => seen.push('handler', eventContext.current()) },
      {
        runInContext: (handled, work) => {
          seen.push(handled.id);
          return work();
        },
      },
    );
    await world.publish(event);
    await status(strategy, ({ handled }) => handled === 1, 'the event');
    expect(seen).toEqual([
      event.id,
      'handler',
      {
        correlationId: 'req_1',
        causationId: event.id,
        traceparent: '00-a-b-01',
        givenUp: expect.any(AbortSignal),
      },
    ]);
  });

  it('refuses to start with a handler that can never be called', () => {
    const start = (pattern: string) => () => world.consume(ai, { [pattern]: () => {} });
    expect(start('review.sung.v1')).toThrow('review.sung.v1, which is not in the catalogue');
    expect(start(ratingChanged.pattern)).toThrow('ai does not consume rating');
  });
});

/** The next release of the event, with the payload of the first one. */
const createdV2 = defineEvent({
  name: 'review.created',
  version: 2,
  producer: 'reviews',
  payload: ReviewPayload,
  summary: 'A review is new.',
  example: reviewCreated.example,
});

const NEW_CATALOGUE = [...EVENTS, createdV2];

describe('consumers of two releases on one durable', () => {
  let world: EventsWorld;
  let reviews: Replica;
  let ai: Replica;

  beforeAll(async () => {
    world = await EventsWorld.start(['reviews', 'ai'], { durables });
    reviews = await world.replica('reviews');
    reviews.relay.start();
    ai = await world.replica('ai');
  });
  afterAll(() => world.close());

  const parked = () =>
    ai.database.query<{ kind: string; state: string; attempts: number }>(
      'select kind, state, attempts from parked_events order by id',
    );
  const deadLetters = async () => (await (await world.manager()).streams.info('DLQ')).state.messages;
  const effectsOf = async (ids: readonly string[]) =>
    (await ai.effects()).map(({ event_id }) => event_id).filter((id) => ids.includes(id));

  it('keep the events of a kind that only the new one knows until it runs, and count nothing', async () => {
    const old = world.consume(
      await world.replica('ai'),
      { [reviewCreated.pattern]: applyOnce(ai, 'RecordReview') },
      { durables, catalogue: EVENTS.filter(({ pattern }) => pattern !== reviewUpdated.pattern) },
    );
    const [known, unknown] = [created(1), buildEvent(reviewUpdated)];
    await world.publish(unknown, known);
    await status(old, (now) => now.handled === 1 && now.parked === 1, 'both to be settled');
    await settled(world);
    expect(await parked()).toEqual([{ kind: 'review.updated.v1', state: 'unknown', attempts: 0 }]);

    world.consume(ai, { [reviewUpdated.pattern]: applyOnce(ai, 'RecordReview') }, { durables });
    await eventually(
      () => effectsOf([unknown.id, known.id]),
      ({ length }) => length === 2,
      'the new kind to be handled',
    );
    await eventually(parked, ({ length }) => length === 0, 'no parked event');
    expect(await deadLetters()).toBe(0);
    await old.close();
  });

  itAtLength(
    'handle every event once, v1 and v2 of an occurrence together, while new kinds are published',
    async () => {
      const old = world.program('previous-release', 'ai', undefined, undefined, reviewCreated.pattern);
      await emitted(old.stdout!, 'data');
      const strategy = world.consume(
        await world.replica('ai'),
        Object.fromEntries(
          [reviewCreated, createdV2, reviewUpdated].map(({ pattern }) => [
            pattern,
            applyOnce(ai, 'RecordReview'),
          ]),
        ),
        { durables, catalogue: NEW_CATALOGUE },
      );
      const before = await world.stored();
      const occurrences: DomainEvent[] = [];
      // The handlers of the previous release refuse the review POISON_ID.
      for (let id = POISON_ID + 1; id <= POISON_ID + 40; id += 1) occurrences.push(...(await occurrence(id)));
      await published(reviews);
      const stored = (await world.stored()).slice(before.length);
      expect(stored).toHaveLength(120);
      const ids = [...new Set(occurrences.map((event) => event.id))];
      expect(ids).toHaveLength(80);
      await eventually(
        () => effectsOf(ids),
        ({ length }) => length >= 80,
        'every occurrence to be handled',
      );
      await settled(world);
      await eventually(parked, ({ length }) => length === 0, 'no parked event');
      expect((await effectsOf(ids)).sort()).toEqual(ids.sort());
      expect(await deadLetters()).toBe(0);
      const total = strategy.consumerStatus.map(({ retried, deadLettered }) => retried + deadLettered);
      expect(total.every((count) => count === 0)).toBe(true);
    },
  );

  /** Publishes a created review in two versions, and its update, a kind that the previous release does not know. */
  function occurrence(id: number): Promise<DomainEvent[]> {
    const common = { accountId: 7, subAccountId: 12, subject: id };
    const data = buildReview({ id });
    return reviews.database.transaction(async (tx) => {
      await queryRows(tx, 'insert into aggregates (id, version) values ($1, 2)', [id]);
      const versions = [inVersion(reviewCreated, data), inVersion(createdV2, data)];
      const added = await reviews.outbox.addVersions(tx, { ...common, version: 1 }, versions);
      const changed = { ...data, changed: ['status'], previous_status: 'inbox' as const };
      return [
        ...added,
        await reviews.outbox.add(tx, reviewUpdated, { ...common, version: 2, data: changed }),
      ];
    });
  }
});

const CAPACITY = 4;

const EXPIRES_MS = 1_000;

describe('PullSession', () => {
  let world: EventsWorld;
  let client: NatsConnection;

  beforeAll(async () => {
    world = await EventsWorld.start(['ai']);
  });
  beforeEach(async () => {
    await world.renew();
    client = await world.client();
  });
  afterAll(() => world.close());

  function open(held: Delivery[]): PullSession {
    return new PullSession(client, {
      stream: 'EVENTS',
      durable: DURABLE,
      service: 'spec',
      capacity: CAPACITY,
      room: () => CAPACITY - held.length,
      receive: (delivery) => held.push(delivery),
      expiresMs: EXPIRES_MS,
    });
  }

  it('goes on while all lanes are busy for longer than the heartbeats may be missing', async () => {
    const held: Delivery[] = [];
    const session = open(held);
    let ended: string | null = null;
    void session.ended.then((reason) => (ended = reason ?? 'stopped'));
    await world.publish(...Array.from({ length: CAPACITY + 1 }, (_, id) => created(id + 1)));
    await eventually(
      () => held.length,
      (length) => length === CAPACITY,
      'a full capacity',
    );
    // Nothing is requested, so the server sends nothing.
    await pause(EXPIRES_MS);
    expect(ended).toBeNull();
    for (const delivery of held.splice(0)) delivery.ack();
    session.refill();
    await eventually(
      () => held.length,
      (length) => length === 1,
      'the last event',
    );
    expect(ended).toBeNull();
    await session.stop();
  });

  it('ends with the reason if the server sends neither events nor heartbeats', async () => {
    await (await world.manager()).consumers.delete('EVENTS', DURABLE);
    await expect(open([]).ended).resolves.toBe('the server sent no heartbeat');
  });
});
