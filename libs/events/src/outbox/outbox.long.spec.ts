import 'reflect-metadata';
import { once } from 'node:events';
import { setTimeout as held } from 'node:timers/promises';
import {
  MAX_EVENT_BYTES,
  parseSubject,
  reviewCreated,
  reviewsCollected,
  widgetChanged,
  type DomainEvent,
} from '@plaudit/contracts';
import {
  buildCollectedReview,
  buildEvent,
  buildReview,
  RecordedLogs,
  eventually,
  type PostgresProxy,
  itAtLength,
} from '@plaudit/testing';
import { queryRows } from '@plaudit/database';
import { Logger } from '@nestjs/common';
import { nanos } from 'nats';
import { eventContext } from '../event-context';
import { EventsWorld, outOfOrder } from '../fixtures/events-world';
import { type Replica, published, counted } from '../fixtures/replica';
import { eventMessage } from '../publish/event-message';
import { tellRelay } from './leader-session';
import { Outbox } from './outbox';
import { expireParkedOutbox } from './parked-outbox';
import { Writers } from '../fixtures/writers';
import { ended } from '../fixtures/run-program';

describe('Outbox', () => {
  let world: EventsWorld;
  let reviews: Replica;

  beforeAll(async () => {
    world = await EventsWorld.start(['reviews', 'channels']);
    reviews = await world.replica('reviews');
  });
  afterAll(() => world.close());

  const rows = () =>
    reviews.database.query<{
      event_id: string;
      subject: string;
      payload: string;
      traceparent: string | null;
    }>('select event_id, subject, payload, traceparent from outbox order by id');
  const review = { accountId: 7, subAccountId: 12, subject: 4711, version: 3, data: buildReview() };

  it('saves an event together with the change', async () => {
    const event = await reviews.database.transaction((tx) => reviews.outbox.add(tx, reviewCreated, review));
    const saved = (await rows()).at(-1)!;
    expect(saved).toMatchObject({ event_id: event.id, subject: 'review.created.v1.7.12' });
    expect(parseSubject(saved.subject)).toMatchObject({ accountId: 7, subAccountId: 12 });
    expect(JSON.parse(saved.payload)).toEqual({
      specversion: '1.0',
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      type: 'review.created',
      dataversion: 1,
      source: '/reviews',
      subject: '4711',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      datacontenttype: 'application/json',
      dataschema: 'urn:plaudit:event:review.created:v1',
      accountid: 7,
      subaccountid: 12,
      aggregatetype: 'review',
      aggregateversion: 3,
      correlationid: event.id,
      causationid: null,
      traceparent: null,
      data: review.data,
    });
  });

  it('discards the event of a change that is rolled back', async () => {
    const before = await rows();
    let added = '';
    const failing = reviews.database.transaction(async (tx) => {
      added = (await reviews.outbox.add(tx, reviewCreated, review)).id;
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    expect(await rows()).toEqual(before);
    expect(added).not.toBe('');
  });

  it('copies the correlation id and the trace of the request or event that caused the change', async () => {
    const context = { correlationId: 'req_1', causationId: null, traceparent: '00-a-b-01' };
    const cause = buildEvent(reviewCreated, { correlationid: 'req_2', traceparent: '00-c-d-01' });
    const [inRequest, caused] = await eventContext.run(context, () =>
      reviews.database.transaction(async (tx) => [
        await reviews.outbox.add(tx, reviewCreated, review),
        await reviews.outbox.add(tx, reviewCreated, { ...review, cause }),
      ]),
    );
    expect(inRequest).toMatchObject({ correlationid: 'req_1', causationid: null, traceparent: '00-a-b-01' });
    expect(caused).toMatchObject({ correlationid: 'req_2', causationid: cause.id, traceparent: '00-c-d-01' });
    expect((await rows()).at(-1)?.traceparent).toBe('00-c-d-01');
  });

  it('copies the tracestate into the envelope and the header of the message', async () => {
    const context = { traceparent: '00-a-b-01', tracestate: 'rojo=1,congo="t61"' };
    const data = buildReview({ text: '"tracestate":"x"' });
    const event = await eventContext.run(context, () =>
      reviews.database.transaction((tx) => reviews.outbox.add(tx, reviewCreated, { ...review, data })),
    );
    expect(event).toMatchObject(context);
    const saved = (await rows()).at(-1)!;
    expect(eventMessage(saved).headers).toMatchObject({
      traceparent: '00-a-b-01',
      tracestate: 'rojo=1,congo="t61"',
    });
    const without = { ...saved, payload: JSON.stringify({ ...event, tracestate: undefined }) };
    expect(eventMessage(without).headers).not.toHaveProperty('tracestate');
  });

  it('stores events in a span for each cause, which the events continue', async () => {
    const ended: string[] = [];
    const outbox = new Outbox({
      service: 'reviews',
      wake: () => {},
      trace: {
        creating: (_definition, { traceparent }) => ({
          trace: { traceparent: `${traceparent}-child` },
          end: (error) => void ended.push(`${traceparent} ${String(error)}`),
        }),
        publishing: () => () => {},
      },
    });
    const cause = buildEvent(reviewCreated, { traceparent: 'of-the-cause' });
    const add = (more: object) =>
      eventContext.run({ traceparent: 'of-the-request' }, () =>
        reviews.database.transaction((tx) =>
          outbox.addAll(tx, reviewCreated, [review, { ...review, cause }, { ...review, ...more }]),
        ),
      );
    expect((await add({})).map(({ traceparent }) => traceparent)).toEqual([
      'of-the-request-child',
      'of-the-cause-child',
      'of-the-request-child',
    ]);
    expect(ended).toEqual(['of-the-request undefined', 'of-the-cause undefined']);
    await expect(add({ version: -1 })).rejects.toThrow('version must be a whole number');
    expect(ended.at(-1)).toMatch(/^of-the-cause EventRefused/);
  });

  it('keeps the order of many events that are added in one call', async () => {
    const versions = Array.from({ length: 600 }, (_, index) => index + 1);
    const events = await reviews.database.transaction((tx) =>
      reviews.outbox.addAll(
        tx,
        reviewCreated,
        versions.map((version) => ({ ...review, version })),
      ),
    );
    const saved = (await rows()).slice(-600).map(({ event_id }) => event_id);
    expect(saved).toEqual(events.map(({ id }) => id));
    expect(events.map(({ aggregateversion }) => aggregateversion)).toEqual(versions);
  });

  it('refuses an invalid payload and rolls back the change', async () => {
    const before = await rows();
    const adding = reviews.database.transaction((tx) =>
      reviews.outbox.add(tx, reviewCreated, {
        ...review,
        data: { ...buildReview(), status: 'published' as never, tags: [{ id: 'x' as never, name: 'speed' }] },
      }),
    );
    await expect(adding).rejects.toThrow(
      /review\.created\.v1 was refused: .*data\.tags\.0\.id: id must be an integer.*data\.status: status must be one of/,
    );
    expect(await rows()).toEqual(before);
  });

  it('refuses NaN and undefined as numbers, which JSON would convert to null', async () => {
    const adding = reviews.database.transaction((tx) =>
      reviews.outbox.add(tx, reviewCreated, { ...review, data: buildReview({ id: NaN }) }),
    );
    await expect(adding).rejects.toThrow(/data\.id: id must be an integer/);
    const unversioned = reviews.database.transaction((tx) =>
      reviews.outbox.add(tx, reviewCreated, { ...review, version: undefined as never }),
    );
    await expect(unversioned).rejects.toThrow(
      'version must be a whole number of at least 0, but is undefined',
    );
  });

  it('refuses an event that is too large and reports its size', async () => {
    const channels = await world.replica('channels');
    const page = (text: string) => ({
      accountId: 7,
      subAccountId: 12,
      subject: 42,
      version: 1,
      data: { ...reviewsCollected.example, reviews: [buildCollectedReview({ text })] },
    });
    const add = (text: string) =>
      channels.database.transaction((tx) => channels.outbox.add(tx, reviewsCollected, page(text)));
    await expect(add('ü'.repeat(MAX_EVENT_BYTES / 2))).rejects.toThrow(
      /the envelope has \d+ bytes and may have at most 262144; split the event/,
    );
    await expect(add('ü'.repeat(MAX_EVENT_BYTES / 2 - 1_000))).resolves.toMatchObject({ subject: '42' });
  });

  it('refuses an event of another service', async () => {
    const adding = reviews.database.transaction((tx) =>
      reviews.outbox.add(tx, widgetChanged, { ...review, data: widgetChanged.example }),
    );
    await expect(adding).rejects.toThrow('only widgets may produce it, not reviews');
  });

  it('deletes events that were parked for 30 days, and logs them', async () => {
    const logs = new RecordedLogs();
    Logger.overrideLogger(logs);
    const [old, recent] = await reviews.database.transaction((tx) =>
      reviews.outbox.addAll(tx, reviewCreated, [review, review]),
    );
    for (const [event, days] of [
      [old!, 31],
      [recent!, 29],
    ] as const) {
      await reviews.database.query(
        `with taken as (delete from outbox where event_id = $1 returning *)
         insert into outbox_parked (id, event_id, subject, payload, created_at, parked_at)
         select id, event_id, subject, payload, created_at, now() - make_interval(days => $2) from taken`,
        [event.id, days],
      );
    }
    await expireParkedOutbox(reviews.database);
    Logger.overrideLogger(false);
    const left = await reviews.database.query('select event_id from outbox_parked');
    expect(left).toEqual([{ event_id: recent!.id }]);
    expect(JSON.stringify(logs.lines)).toContain(old!.id);
    expect(JSON.stringify(logs.lines)).not.toContain(recent!.id);
  });
});

describe('OutboxRelay', () => {
  let world: EventsWorld;

  beforeAll(async () => {
    world = await EventsWorld.start(['reviews', 'ai']);
  });
  beforeEach(() => world.renew());
  afterAll(() => world.close());

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

  it('publishes at once what a command committed, which knows Postgres only', async () => {
    const reviews = await world.replica('reviews', { pollMs: 60_000 });
    reviews.relay.start();
    await eventually(() => reviews.relay.metrics.leader && reviews.link.connected, Boolean, 'a leader');
    const ofCommand = new Outbox({ service: 'reviews', wake: () => {} });
    const data = buildReview({ id: 1 });
    await reviews.database.transaction((tx) =>
      ofCommand.add(tx, reviewCreated, { accountId: 7, subAccountId: 12, subject: 1, version: 1, data }),
    );
    await tellRelay(reviews.database, 'reviews');
    await published(reviews);
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

  itAtLength(
    'keeps the order of each aggregate under 16 writers, some of which hold their transactions open',
    async () => {
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
    },
  );

  itAtLength(
    'publishes the event of a process that was killed after its commit, with one effect',
    async () => {
      expect(await ended(world.program('commit-and-crash', 'reviews'))).toBe('SIGKILL');
      expect(await world.stored()).toEqual([]);

      const reviews = await world.replica('reviews');
      const ai = await world.replica('ai');
      world.consume(ai, {
        [reviewCreated.pattern]: (event) =>
          ai.inbox.once(event, 'OnReviewCreated', (tx) => ai.effect(tx, 'OnReviewCreated', event)),
      });
      reviews.relay.start();
      await eventually(
        () => ai.effects(),
        (effects) => effects.length === 1,
        'the effect',
      );
      await published(reviews);
      expect(await ai.effects()).toHaveLength(1);
    },
  );

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

  it('continues at once after its database session was terminated', async () => {
    const reviews = await world.replica('reviews', { pollMs: 60_000 });
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

/**
 * Uses no mocks. A proxy before Postgres injects network faults. The tests compare the stream with the versions in the
 * writer's table, which count every commit. A test never repairs a fault. It only waits until the system is idle.
 */
describe('the outbox relay', () => {
  let world: EventsWorld;
  let reviews: Replica;

  beforeAll(async () => {
    world = await EventsWorld.start(['reviews', 'ai']);
  });
  beforeEach(async () => {
    await world.renew();
    reviews = await world.replica('reviews');
  });
  afterAll(() => world.close());

  const leads = (replica: Replica) =>
    eventually(() => replica.relay.metrics.leader && replica.link.connected, Boolean, 'a leader');

  /** Starts a consumer in ai that records one effect per event. `calls` lists the calls of its handler. */
  async function consume(): Promise<{ ai: Replica; calls: string[] }> {
    const ai = await world.replica('ai');
    const calls: string[] = [];
    world.consume(ai, {
      [reviewCreated.pattern]: (event) => {
        calls.push(event.id);
        return ai.inbox.once(event, 'OnReviewCreated', (tx) => ai.effect(tx, 'OnReviewCreated', event));
      },
    });
    return { ai, calls };
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

  itAtLength(
    'publishes an event again if it is killed before removing it, and the stream keeps it once',
    async () => {
      const event = await killBeforeRemoval();
      const { ai } = await consume();
      reviews.relay.start();
      await published(reviews);
      expect(await counted(reviews, 1)).toMatchObject({ published: 1, duplicateAcks: 1 });
      expect(await world.stored()).toEqual([event]);
      await eventually(
        () => ai.effects(),
        (effects) => effects.length === 1,
        'the effect',
      );
    },
  );

  itAtLength(
    'stores an event twice if it publishes it again after the duplicate window, with one effect',
    async () => {
      const jsm = await world.manager();
      await jsm.streams.update('EVENTS', { duplicate_window: nanos(100) });
      const event = await killBeforeRemoval();
      const storedAt = Date.now();
      await eventually(
        async () => {
          // The request also proves that the server runs. A server that stalls does not advance its duplicate window.
          await world.durable('ai__review');
          return Date.now() - storedAt;
        },
        (elapsed) => elapsed > 1_000,
        'ten duplicate windows to pass',
      );
      const { ai, calls } = await consume();
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
        () => world.durable('ai__review'),
        ({ num_ack_pending }) => num_ack_pending === 0,
        'both deliveries to be acknowledged',
      );
      expect(await ai.effects()).toHaveLength(1);
    },
  );

  itAtLength('is replaced without loss or reordering if it is killed under load', async () => {
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

  itAtLength('continues after NATS was paused for longer than the publish timeout', async () => {
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
