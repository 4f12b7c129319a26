import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { describeAtLength, eventually, itAtLength } from '@plaudit/testing';
import { type DomainEvent, reviewCreated } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import { EventsWorld } from '../fixtures/events-world';
import { QUICK_PARKED, type Replica } from '../fixtures/replica';
import { created, settled, DURABLE, once, status, statusOf } from '../fixtures/review-durable';
import { POISON_ID, SHORT_ACK_WAIT } from '../fixtures/review-handlers';
import { ended } from '../fixtures/run-program';
import { applyTopology } from '../topology/topology';
import { DEFAULT_PARKED } from '../consume/jetstream.strategy';
import { PermanentError } from '../consume/retry-policy';
import { ParkedEvents } from './parked-events';
import { BlackholeProxy } from '../fixtures/blackhole-proxy';

let world: EventsWorld;

beforeAll(async () => {
  world = await EventsWorld.start(['ai']);
});
afterAll(() => world.close());

describeAtLength('a process that ends whenever it handles one event', () => {
  let ai: Replica;

  beforeAll(async () => {
    await applyTopology(world.nats.url, { durables: SHORT_ACK_WAIT });
    ai = await world.replica('ai');
  });

  it('buries exactly that event, and handles all others once', async () => {
    const innocent = Array.from({ length: 20 }, (_, id) => created(id + 100));
    const guilty = created(POISON_ID);
    // The guilty event is among the first ones in flight.
    await world.publish(...innocent.slice(0, 5), guilty, ...innocent.slice(5));
    let crashes = 0;
    let supervising = true;
    const supervisor = (async () => {
      while (supervising) {
        const signal = await ended(world.program('crashing-consumer', 'ai'));
        if (supervising && signal === 'SIGKILL') crashes += 1;
      }
    })();
    const buried = async () => {
      const { state } = await (await world.manager()).streams.info('DLQ');
      return state.messages;
    };
    try {
      await eventually(buried, (letters) => letters >= 1, 'the dead letter', { timeoutMs: 120_000 });
      await eventually(
        () => ai.effects(),
        ({ length }) => length >= innocent.length,
        'the other events',
        { timeoutMs: 60_000 },
      );
      await settled(world);
      // An event is deleted from the table after its dead letter is stored.
      await eventually(
        () => ai.database.query('select id from parked_events'),
        ({ length }) => length === 0,
        'the table to be empty',
      );
    } finally {
      supervising = false;
      world.killPrograms();
      await supervisor;
    }
    const [letter] = await world.stored('DLQ');
    expect(letter!.id).toBe(guilty.id);
    expect(await buried()).toBe(1);
    const handled = (await ai.effects()).map(({ event_id }) => event_id);
    expect(handled.sort()).toEqual(innocent.map(({ id }) => id).sort());
    // It ended the process at least once beside others, and exactly twice alone.
    expect(crashes).toBeGreaterThanOrEqual(3);
  }, 200_000);
});

describe('parked events', () => {
  let ai: Replica;

  beforeEach(async () => {
    await world.renew();
    ai = await world.replica('ai');
  });

  const parked = () =>
    ai.database.query<{
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
    const record = once(ai, 'OnReviewCreated');
    const strategy = world.consume(
      ai,
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
      ai,
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
    const strategy = world.consume(ai, {
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
    const strategy = world.consume(ai, { [reviewCreated.pattern]: once(ai, 'OnReviewCreated') });
    await ai.database.query(
      `insert into parked_events (durable, state, kind, event_id, stream, sequence, subject, message_id, payload, reason,
         attempts, due_at, lease_id, lease_until)
       values ($1, 'failed', 'review.created.v1', $2, 'EVENTS', 1, 'review.created.v1.1.1', $2, $3, 'broken', 1,
         clock_timestamp(), gen_random_uuid(), clock_timestamp() + interval '300 ms')`,
      [DURABLE, event.id, Buffer.from(JSON.stringify(event))],
    );
    await status(strategy, ({ handled }) => handled === 1, 'the event');
    await parkedReach(0);
    expect(await ai.effects()).toHaveLength(1);
  });

  it('become dead letters after 14 days if no build knows them', async () => {
    const add = (state: string, event: DomainEvent, kind: string, age: number) =>
      ai.database.query(
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
    const strategy = world.consume(ai, { [reviewCreated.pattern]: once(ai, 'OnReviewCreated') });
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
      ai,
      {
        [reviewCreated.pattern]: async (event) => {
          calls += 1;
          if (calls === 1) throw new Error('broken');
          await ai.inbox.once(event, 'OnReviewCreated', async (tx) => {
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
    await ai.database.query('create table counters (id int primary key)');
    await ai.database.query('insert into counters values (1)');
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const lock = async (tx: Tx): Promise<void> =>
      void (await queryRows(tx, 'select from counters for update'));
    let isLocked = (): void => {};
    const locked = new Promise<void>((resolve) => (isLocked = resolve));
    const holder = ai.database.transaction(async (tx) => {
      await lock(tx);
      isLocked();
      await released;
    });
    await locked;
    let calls = 0;
    const strategy = world.consume(
      ai,
      {
        [reviewCreated.pattern]: async (event) => {
          calls += 1;
          await ai.inbox.once(event, 'OnReviewCreated', async (tx) => {
            await queryRows(tx, "set local lock_timeout = '20ms'");
            await lock(tx);
            await ai.effect(tx, 'OnReviewCreated', event);
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
    expect(await ai.effects()).toHaveLength(1);
    await parkedReach(0);
  });

  it('are neither started nor counted after the stop began', async () => {
    const started: string[] = [];
    let finish = (): void => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    const strategy = world.consume(
      ai,
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
    await ai.database.query(
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
    const parkedEvents = new ParkedEvents(ai.database);
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
    const others = await world.replica('ai');
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
    const strategies = [ai, others].map((replica) =>
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

describe('parked events while the database is away', () => {
  let direct: Replica;
  let proxies: BlackholeProxy[];
  let replicas: Replica[];

  beforeEach(async () => {
    await world.renew();
    direct = await world.replica('ai');
    proxies = [];
    replicas = [];
    for (let replica = 0; replica < 2; replica += 1) {
      const proxy = await BlackholeProxy.open(world.databaseUrl('ai'));
      proxies.push(proxy);
      replicas.push(await world.replica('ai', {}, { databaseUrl: proxy.url }));
    }
  });
  afterEach(() => Promise.all(proxies.map((proxy) => proxy.close())));

  const park = async (id: number, state: 'failed' | 'suspect') => {
    const event = created(id);
    await direct.database.query(
      `insert into parked_events (durable, state, kind, event_id, stream, sequence, subject, message_id, payload, reason,
         attempts, due_at)
       values ($1, $2, $3, $4, 'EVENTS', $5, '', $4, $6, 'why', 1, clock_timestamp())`,
      [DURABLE, state, reviewCreated.pattern, event.id, id, Buffer.from(JSON.stringify(event))],
    );
  };
  const parked = () =>
    direct.database.query<{ state: string; ended: boolean }>(
      'select state, lease_until < clock_timestamp() as ended from parked_events order by id',
    );

  itAtLength('stay with the replica that handles them, however long it lasts', async () => {
    let finish = (): void => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    let started = 0;
    const parkedMs = { poll: 20, lease: 2_000 };
    await park(1, 'failed');
    const owner = world.consume(
      replicas[0]!,
      {
        [reviewCreated.pattern]: () => {
          started += 1;
          return held;
        },
      },
      { parkedMs },
    );
    await eventually(
      () => started,
      (count) => count === 1,
      'the handler',
    );
    const other = world.consume(
      replicas[1]!,
      { [reviewCreated.pattern]: once(replicas[1]!, 'OnReviewCreated') },
      { parkedMs },
    );
    await status(other, ({ consuming }) => consuming, 'the other replica');
    await Promise.all(proxies.map((proxy) => proxy.refuse()));
    for (const strategy of [owner, other]) await status(strategy, ({ consuming }) => !consuming, 'a pause');
    await eventually(parked, ([event]) => event!.ended, 'the end of the lease');
    await proxies[1]!.accept();
    await status(other, ({ consuming }) => consuming, 'the end of the outage');
    await park(2, 'failed');
    await status(other, ({ handled }) => handled === 1, 'a look of the other replica');
    await proxies[0]!.accept();
    await eventually(parked, ([event]) => !event!.ended, 'the owner to renew its lease');
    expect(await parked()).toEqual([{ state: 'failed', ended: false }]);
    finish();
    await status(owner, ({ handled }) => handled === 1, 'the owner to be done');
    expect(statusOf(other).handled).toBe(1);
    expect(await parked()).toEqual([]);
  });

  it('do not stop the other services of the process', async () => {
    const parkedMs = { poll: 20, lease: 60_000 };
    const away = world.consume(
      replicas[0]!,
      {
        [reviewCreated.pattern]: async () => {
          await proxies[0]!.refuse();
          throw new Error('broken');
        },
      },
      { parkedMs },
    );
    await status(away, ({ consuming }) => consuming, 'a start');
    await park(1, 'failed');
    await status(away, ({ consuming }) => !consuming, 'a pause');
    await park(2, 'suspect');
    const other = world.consume(direct, { [reviewCreated.pattern]: once(direct, 'OnReviewCreated') });
    // A suspect waits until no other handler runs in the process.
    await status(other, ({ handled }) => handled === 1, 'the suspect');
    await world.publish(created(3));
    await status(other, ({ handled }) => handled === 2, 'another event');
    expect(statusOf(away).consuming).toBe(false);
  });
});

describe('the worker of parked events', () => {
  let direct: Replica;
  let proxy: BlackholeProxy;

  beforeEach(async () => {
    await world.renew();
    direct = await world.replica('ai');
    proxy = await BlackholeProxy.open(world.databaseUrl('ai'));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await proxy.close();
  });

  /** Parks an event. With a lease, a replica has claimed it and has been cut off for longer than the lease. */
  const park = async (id: number, { leased = false } = {}) => {
    const event = created(id);
    await direct.database.query(
      `insert into parked_events (durable, state, kind, event_id, stream, sequence, subject, message_id, payload, reason,
         attempts, due_at, lease_id, lease_until)
       select $1, 'failed', $2, $3, 'EVENTS', $4, '', $3, $5, 'why', 1, now(), lease_id, lease_until
       from (select case when $6 then gen_random_uuid() end, case when $6 then now() - interval '1 s' end)
         as lease (lease_id, lease_until)`,
      [DURABLE, reviewCreated.pattern, event.id, id, Buffer.from(JSON.stringify(event)), leased],
    );
  };
  const parked = (id = 1) =>
    direct.database.query<{ state: string; attempts: number; leased: boolean }>(
      'select state, attempts, lease_until is not null as leased from parked_events where sequence = $1',
      [id],
    );

  it('returns the event of a handler that takes longer than a stop waits, which is five seconds', async () => {
    expect(DEFAULT_PARKED.stop).toBe(5_000);
    let finish = (): void => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    let hasStarted = false;
    await park(1);
    const strategy = world.consume(
      direct,
      {
        [reviewCreated.pattern]: () => {
          hasStarted = true;
          return held;
        },
      },
      { parkedMs: { ...QUICK_PARKED, stop: 500 } },
    );
    await eventually(
      () => hasStarted,
      (started) => started,
      'the handler',
    );
    const closed = strategy.close();
    expect(await parked()).toEqual([{ state: 'failed', attempts: 1, leased: true }]);
    await eventually(
      () => parked(),
      ([event]) => !event!.leased,
      'the release',
    );
    expect(await parked()).toEqual([{ state: 'failed', attempts: 1, leased: false }]);
    finish();
    await closed;
  });

  it('makes a suspect of an abandoned event only when two leases have passed since an outage', async () => {
    const lease = 60_000;
    const replica = await world.replica('ai', {}, { databaseUrl: proxy.url });
    const strategy = world.consume(
      replica,
      { [reviewCreated.pattern]: once(replica, 'OnReviewCreated') },
      { parkedMs: { poll: 20, lease } },
    );
    await status(strategy, ({ consuming }) => consuming, 'a start');
    await proxy.refuse();
    await world.publish(created(9));
    await status(strategy, ({ consuming }) => !consuming, 'a pause');
    await park(1, { leased: true });
    await proxy.accept();
    await status(strategy, ({ handled }) => handled === 1, 'the end of the outage');
    const now = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now');
    const looksAfter = async (leases: number, id: number): Promise<unknown[]> => {
      clock.mockImplementation(() => now() + leases * lease);
      await park(id);
      await eventually(
        () => parked(id),
        ({ length }) => length === 0,
        'a look into the table',
      );
      return parked();
    };
    expect(await looksAfter(0, 2)).toEqual([{ state: 'failed', attempts: 1, leased: true }]);
    expect(await looksAfter(1.5, 3)).toEqual([{ state: 'failed', attempts: 1, leased: true }]);
    clock.mockImplementation(() => now() + 2 * lease);
    await eventually(
      () => parked(),
      ({ length }) => length === 0,
      'the suspect to be handled',
    );
  });
});
