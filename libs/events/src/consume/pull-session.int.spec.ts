import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { reviewCreated } from '@plaudit/contracts';
import { eventually } from '@plaudit/testing';
import type { NatsConnection } from 'nats';
import { EventsWorld } from '../fixtures/events-world';
import { created, DURABLE, once, settled, status, statusOf } from '../fixtures/review-durable';
import type { Delivery } from './delivery';
import { PullSession } from './pull-session';

const CAPACITY = 4;
const EXPIRES_MS = 1_000;

describe('PullSession', () => {
  let world: EventsWorld;
  let client: NatsConnection;

  beforeEach(async () => {
    world = await EventsWorld.start(['widgets']);
    client = await world.client();
  });
  afterEach(() => world.close());

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

describe('DurableConsumer', () => {
  let world: EventsWorld;

  beforeEach(async () => {
    world = await EventsWorld.start(['widgets']);
  });
  afterEach(() => world.close());

  it('keeps its other lanes busy while the events of one record pile up, up to a quarter of the places', async () => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const hot = Array.from({ length: 200 }, (_, version) => created(1, version + 1));
    const others = Array.from({ length: 20 }, (_, id) => created(id + 2));
    await world.publish(...hot.slice(0, 30), ...others, ...hot.slice(30));
    const strategy = world.consume(await world.replica('widgets'), {
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
    const widgets = await world.replica('widgets');
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    let calls = 0;
    const record = once(widgets, 'OnReviewCreated');
    const strategy = world.consume(
      widgets,
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
    expect(await widgets.effects()).toHaveLength(2);
    release();
    await settled(world);
    await strategy.close();
    expect(calls).toBe(3);
    await eventually(
      () =>
        widgets.database.query(
          "select from pg_stat_activity where datname = current_database() and state like 'idle in trans%'",
        ),
      ({ length }) => length === 0,
      'the late handler to end',
    );
    expect(await widgets.effects()).toHaveLength(2);
  });
});
