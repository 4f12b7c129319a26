import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { type DomainEvent, DURABLES, reviewCreated, reviewUpdated } from '@plaudit/contracts';
import { eventually } from '@plaudit/testing';
import { EventsWorld } from '../fixtures/events-world';
import type { Replica } from '../fixtures/replica';
import { created, DURABLE, once, settled, status, statusOf } from '../fixtures/review-durable';
import { applyTopology } from '../topology/topology';

const reviewDurable = DURABLES.find(({ name }) => name === DURABLE)!;

describe('DurableConsumer', () => {
  let world: EventsWorld;
  let widgets: Replica;

  beforeEach(async () => {
    world = await EventsWorld.start(['widgets']);
    widgets = await world.replica('widgets');
  });
  afterEach(() => world.close());

  it('handles the events of one aggregate one by one and those of different aggregates concurrently', async () => {
    const running = new Set<string>();
    const order: number[] = [];
    let most = 0;
    const versions = Array.from({ length: 15 }, (_, index) => index + 1);
    // All events are published before the consumer starts, because a slow publisher would prevent concurrency.
    await world.publish(...versions.flatMap((version) => [1, 2, 3, 4, 5].map((id) => created(id, version))));
    const strategy = world.consume(widgets, {
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
    const strategy = world.consume(widgets, { [reviewCreated.pattern]: () => gate }, { lanes: 2 });
    await world.publish(...Array.from({ length: 20 }, (_, id) => created(id + 1)));
    await status(strategy, ({ held }) => held === 4, 'four held');
    expect((await world.durable(DURABLE)).num_ack_pending).toBe(4);
    release();
    await status(strategy, ({ handled }) => handled === 20, 'all of them');
    await settled(world);
  });

  it('extends the ack deadline of a slow event and of the events that wait behind it', async () => {
    // The deadline is extended after each third of the ack wait, so the machine may stall for two thirds, 6 s.
    const durables = [{ ...reviewDurable, ackWaitMs: 9_000 }];
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
      widgets,
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
    const first = world.consume(widgets, handlers, { durables });
    await status(first, ({ held }) => held > 8, 'held deliveries');
    await first.close();
    expect(statusOf(first)).toMatchObject({ held: 0, retried: 0 });
    const done = handled.length;
    await pause(50);
    expect(handled).toHaveLength(done);

    const second = world.consume(await world.replica('widgets'), handlers, { durables });
    await status(second, (now) => now.handled === 60 - done, 'the other events');
    expect(handled.sort()).toEqual(events.map(({ id }) => id).sort());
    await settled(world);
  });

  it('leaves only the returned events unacknowledged when it stops', async () => {
    const strategy = world.consume(widgets, { [reviewCreated.pattern]: () => pause(20) });
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
    const strategy = world.consume(widgets, { [reviewCreated.pattern]: once(widgets, 'OnReviewCreated') });
    const missing = await status(strategy, ({ problem }) => problem !== null, 'a problem');
    expect(missing).toMatchObject({
      consuming: false,
      problem: 'durable widgets__review of stream EVENTS is missing; run "npm run topology"',
    });
    await applyTopology(world.nats.url);
    await status(strategy, ({ handled, problem }) => handled === 1 && problem === null, 'the event');
  });

  it('continues after its durable was deleted and created again', async () => {
    const strategy = world.consume(widgets, { [reviewCreated.pattern]: once(widgets, 'OnReviewCreated') });
    await world.publish(created(1));
    await status(strategy, ({ handled }) => handled === 1, 'the first');
    const jsm = await world.manager();
    await jsm.consumers.delete('EVENTS', DURABLE);
    await status(strategy, ({ problem }) => problem !== null, 'a problem');
    await applyTopology(world.nats.url);
    await world.publish(created(2));
    await eventually(
      () => widgets.effects(),
      (effects) => effects.length === 2,
      'one effect per event',
    );
  });

  it('continues after the server was killed and restarted', async () => {
    const strategy = world.consume(widgets, { [reviewCreated.pattern]: once(widgets, 'OnReviewCreated') });
    await world.publish(created(1));
    await status(strategy, ({ handled }) => handled === 1, 'the first');
    await world.nats.kill();
    await world.nats.restart();
    await world.publish(created(2));
    // The test checks the effects, because the server may have been killed before it stored the first acknowledgement.
    await eventually(
      () => widgets.effects(),
      (effects) => effects.length === 2,
      'one effect per event',
    );
    expect(statusOf(strategy)).toMatchObject({ consuming: true, problem: null });
  });

  it('starts while NATS is down', async () => {
    await world.nats.kill();
    const late = await world.replica('widgets');
    const strategy = world.consume(late, { [reviewCreated.pattern]: once(widgets, 'OnReviewCreated') });
    expect(statusOf(strategy)).toMatchObject({ consuming: false, problem: null });
    await world.nats.restart();
    await world.publish(created(1));
    await status(strategy, ({ handled }) => handled === 1, 'the event');
  });

  it('stops without waiting for NATS while it is down', async () => {
    const strategy = world.consume(widgets, { [reviewUpdated.pattern]: () => {} });
    await status(strategy, ({ consuming }) => consuming, 'a start');
    await world.nats.kill();
    const before = Date.now();
    await strategy.close();
    expect(Date.now() - before).toBeLessThan(60_000);
    await world.nats.restart();
  });
});
