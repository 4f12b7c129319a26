import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { type DomainEvent, reviewCreated } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import { eventually } from '@plaudit/testing';
import { PermanentError } from '../consume/retry-policy';
import { EventsWorld } from '../fixtures/events-world';
import type { Replica } from '../fixtures/replica';
import { ParkedEvents } from './parked-events';
import { created, DURABLE, once, settled, status, statusOf } from '../fixtures/review-durable';

describe('parked events', () => {
  let world: EventsWorld;
  let widgets: Replica;

  beforeEach(async () => {
    world = await EventsWorld.start(['widgets']);
    widgets = await world.replica('widgets');
  });
  afterEach(() => world.close());

  const parked = () =>
    widgets.database.query<{
      event_id: string;
      state: string;
      attempts: number;
      reason: string;
      crashes: number;
    }>('select event_id, state, attempts, reason, crashes from parked_events order by id');
  const parkedReach = (count: number) =>
    eventually(parked, ({ length }) => length === count, `${count} parked events`);
  const deadLetters = async () => (await (await world.manager()).streams.info('DLQ')).state.messages;

  it('do not stop the events behind them, even if they are more than the durable has places', async () => {
    const poison = new Set(Array.from({ length: 300 }, (_, id) => String(id + 1_000)));
    await world.publish(...[...poison].map((id) => created(Number(id))), created(1));
    const record = once(widgets, 'OnReviewCreated');
    const strategy = world.consume(
      widgets,
      {
        [reviewCreated.pattern]: (event) => {
          if (poison.has(event.subject)) throw new Error('broken');
          return record(event);
        },
      },
      { retries: { delaysMs: [3_600_000] } },
    );
    await status(strategy, ({ handled }) => handled === 1, 'the event behind them');
    await settled(world);
    await parkedReach(300);
    expect((await parked())[0]).toMatchObject({ state: 'failed', attempts: 1, reason: 'broken' });
    expect(statusOf(strategy)).toMatchObject({ parked: 300, deadLettered: 0 });
  });

  it('stay in NATS beyond the limit, which presses back', async () => {
    await world.publish(...Array.from({ length: 12 }, (_, id) => created(id + 1)));
    const strategy = world.consume(
      widgets,
      {
        [reviewCreated.pattern]: () => {
          throw new Error('everything is broken');
        },
      },
      { lanes: 1, retries: { delaysMs: [3_600_000], maxParked: 5 } },
    );
    await status(strategy, ({ putBack }) => putBack >= 7, 'the others to be put back');
    expect(await parked()).toHaveLength(5);
    expect((await world.durable(DURABLE)).num_ack_pending).toBe(7);
    expect(await deadLetters()).toBe(0);
  });

  it('are dead-lettered at once if a later attempt fails for good', async () => {
    let calls = 0;
    const strategy = world.consume(widgets, {
      [reviewCreated.pattern]: () => {
        calls += 1;
        throw calls === 1 ? new Error('not yet') : new PermanentError('never');
      },
    });
    await world.publish(created(1));
    await status(strategy, ({ deadLettered }) => deadLettered === 1, 'the dead letter');
    await parkedReach(0);
    expect(calls).toBe(2);
  });

  it('are handled by another replica if the one that claimed them died, and then alone', async () => {
    const event = created(1);
    const strategy = world.consume(widgets, { [reviewCreated.pattern]: once(widgets, 'OnReviewCreated') });
    await widgets.database.query(
      `insert into parked_events (durable, state, kind, event_id, stream, sequence, subject, message_id, payload, reason,
         attempts, due_at, lease_id, lease_until)
       values ($1, 'failed', 'review.created.v1', $2, 'EVENTS', 1, 'review.created.v1.1.1', $2, $3, 'broken', 1,
         clock_timestamp(), gen_random_uuid(), clock_timestamp() + interval '300 ms')`,
      [DURABLE, event.id, Buffer.from(JSON.stringify(event))],
    );
    await status(strategy, ({ handled }) => handled === 1, 'the event');
    await parkedReach(0);
    expect(await widgets.effects()).toHaveLength(1);
  });

  it('become dead letters after 14 days if no build knows them', async () => {
    const add = (state: string, event: DomainEvent, kind: string, age: number) =>
      widgets.database.query(
        `insert into parked_events (durable, state, kind, event_id, stream, sequence, subject, message_id, payload, reason,
           attempts, due_at, created_at)
         values ($1, $2, $3, $4, 'EVENTS', $6::int4, $3 || '.1.1', $4, $5, 'why', 0, clock_timestamp(),
           clock_timestamp() - make_interval(days => $6::int4))`,
        [DURABLE, state, kind, event.id, Buffer.from(JSON.stringify(event)), age],
      );
    const [young, old, ...known] = [1, 2, 3, 4, 5].map((id) => created(id));
    await add('unknown', young!, 'review.sung.v1', 13);
    await add('unknown', old!, 'review.sung.v1', 15);
    for (const [index, state] of ['unknown', 'failed', 'suspect'].entries())
      await add(state, known[index]!, reviewCreated.pattern, 20 + index);
    const strategy = world.consume(widgets, { [reviewCreated.pattern]: once(widgets, 'OnReviewCreated') });
    await status(strategy, ({ expired, handled }) => expired === 1 && handled === 3, 'a result of each');
    expect((await world.stored('DLQ')).map(({ id }) => id)).toEqual([old!.id]);
    expect(await parked()).toMatchObject([{ event_id: young!.id }]);
    await eventually(
      () => strategy.parkedCounts,
      (counts) => counts.length === 1,
      'the counts',
    );
    expect(strategy.parkedCounts[0]).toMatchObject({ durable: DURABLE });
    expect(strategy.parkedCounts[0]!.oldestSeconds).toBeGreaterThan(12 * 86_400);
  });

  it('are suspects once they broke their connection, and dead letters if they break it alone', async () => {
    let calls = 0;
    const strategy = world.consume(
      widgets,
      {
        [reviewCreated.pattern]: async (event) => {
          calls += 1;
          if (calls === 1) throw new Error('broken');
          await widgets.inbox.once(event, 'OnReviewCreated', async (tx) => {
            await queryRows(tx, 'select pg_terminate_backend(pg_backend_pid())');
          });
        },
      },
      { retries: { delaysMs: [20], maxAttempts: 3 }, parkedMs: { poll: 20, lease: 30_000 } },
    );
    await world.publish(created(1));
    await status(strategy, ({ deadLettered }) => deadLettered === 1, 'the dead letter');
    // A failure, an interruption beside others, which does not count, and two interruptions alone.
    expect(calls).toBe(4);
    await parkedReach(0);
  });

  it('never become dead letters while another session holds the lock that they need', async () => {
    await widgets.database.query('create table counters (id int primary key)');
    await widgets.database.query('insert into counters values (1)');
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const lock = async (tx: Tx): Promise<void> =>
      void (await queryRows(tx, 'select from counters for update'));
    let isLocked = (): void => {};
    const locked = new Promise<void>((resolve) => (isLocked = resolve));
    const holder = widgets.database.transaction(async (tx) => {
      await lock(tx);
      isLocked();
      await released;
    });
    await locked;
    let calls = 0;
    const strategy = world.consume(
      widgets,
      {
        [reviewCreated.pattern]: async (event) => {
          calls += 1;
          await widgets.inbox.once(event, 'OnReviewCreated', async (tx) => {
            await queryRows(tx, "set local lock_timeout = '20ms'");
            await lock(tx);
            await widgets.effect(tx, 'OnReviewCreated', event);
          });
        },
      },
      { retries: { delaysMs: [20], maxAttempts: 2 }, parkedMs: { poll: 20, lease: 30_000 } },
    );
    await world.publish(created(1));
    await eventually(
      () => calls,
      (count) => count >= 4,
      'more attempts than an event has',
    );
    release();
    await holder;
    await status(strategy, ({ handled }) => handled === 1, 'the event to be handled');
    expect(statusOf(strategy)).toMatchObject({ deadLettered: 0 });
    expect(await widgets.effects()).toHaveLength(1);
    await parkedReach(0);
  });

  it('are neither started nor counted after the stop began', async () => {
    const started: string[] = [];
    let finish = (): void => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    const strategy = world.consume(
      widgets,
      {
        [reviewCreated.pattern]: async ({ subject }) => {
          started.push(subject);
          await held;
        },
      },
      { parkedMs: { poll: 20, lease: 30_000 } },
    );
    await world.publish(created(1));
    await eventually(
      () => started,
      ({ length }) => length === 1,
      'the first handler',
    );
    const event = created(2);
    await widgets.database.query(
      `insert into parked_events (durable, state, kind, event_id, stream, sequence, subject, message_id, payload, reason,
         attempts, due_at)
       values ($1, 'suspect', $2, $3, 'EVENTS', 1, '', $3, $4, 'why', 0, clock_timestamp())`,
      [DURABLE, reviewCreated.pattern, event.id, Buffer.from(JSON.stringify(event))],
    );
    await eventually(
      () => strategy.parkedCounts,
      ({ length }) => length === 1,
      'the worker to see it',
    );
    const closed = strategy.close();
    finish();
    await closed;
    expect(started).toEqual(['1']);
    expect(await parked()).toMatchObject([{ state: 'suspect', crashes: 0 }]);
  });

  it('that are suspects are claimed one at a time, and each claim is counted before it is used', async () => {
    const events = [created(1), created(2)];
    const parkedEvents = new ParkedEvents(widgets.database);
    const limits = { attempts: 0, delayMs: 0, limit: 10 };
    for (const [index, event] of events.entries()) {
      const from = {
        durable: DURABLE,
        stream: 'EVENTS',
        sequence: index,
        subject: '',
        messageId: '',
        count: 1,
      };
      const message = { ...from, data: Buffer.from(JSON.stringify(event)) };
      await parkedEvents.add(message, event, { ...limits, state: 'suspect', reason: 'in flight' });
    }
    const claim = { kinds: [reviewCreated.pattern], durables: [DURABLE], leaseMs: 60_000 };
    const claims = await Promise.all([parkedEvents.claimSuspect(claim), parkedEvents.claimSuspect(claim)]);
    expect(claims.filter(Boolean)).toMatchObject([{ crashes: 1 }]);
    expect((await parked()).map(({ crashes }) => crashes).sort((a, b) => a - b)).toEqual([0, 1]);
    expect(await parkedEvents.hasSuspects(claim)).toBe(false);
    await parkedEvents.remove(claims.find(Boolean)!);
    expect(await parkedEvents.claimSuspect(claim)).toMatchObject({ crashes: 1 });
  });

  it('that are suspects run one at a time over all replicas while nothing else runs', async () => {
    let running = 0;
    let most = 0;
    const handler = async ({ subject }: { subject: string }) => {
      running += 1;
      if (subject === '1') most = Math.max(most, running);
      await pause(5);
      running -= 1;
    };
    const others = await world.replica('widgets');
    const client = await world.client();
    await world.publish(...Array.from({ length: 6 }, (_, id) => created(1, id + 1)));
    const consumer = await client.jetstream().consumers.get('EVENTS', DURABLE);
    const taken = [];
    for (let message = 0; message < 6; message += 1) taken.push((await consumer.next())!);
    for (let delivery = 0; delivery < 6; delivery += 1) {
      for (const message of taken.splice(0)) message.nak();
      for (let message = 0; message < 6 && delivery < 5; message += 1) taken.push((await consumer.next())!);
    }
    await world.publish(...Array.from({ length: 60 }, (_, id) => created(id + 2)));
    const strategies = [widgets, others].map((replica) =>
      world.consume(replica, { [reviewCreated.pattern]: handler }),
    );
    await eventually(
      () => strategies.map((strategy) => statusOf(strategy).handled).reduce((a, b) => a + b),
      (handled) => handled === 66,
      'all events',
    );
    expect(most).toBe(1);
    expect(await deadLetters()).toBe(0);
  });
});
