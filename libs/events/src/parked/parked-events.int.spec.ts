import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { reviewCreated } from '@plaudit/contracts';
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

  it('are deleted after 14 days if no build knows them', async () => {
    await widgets.database.query(
      `insert into parked_events (durable, state, kind, event_id, stream, sequence, subject, message_id, payload, reason,
         attempts, due_at, created_at)
       select $1, 'unknown', 'review.sung.v1', 'evt_' || age, 'EVENTS', age, 'review.sung.v1.1.1', '', '', 'unknown', 0,
         clock_timestamp(), clock_timestamp() - make_interval(days => age) from unnest(array[13, 15]) age`,
      [DURABLE],
    );
    const strategy = world.consume(widgets, { [reviewCreated.pattern]: () => {} });
    await status(strategy, ({ expired }) => expired === 1, 'the old event to be deleted');
    expect(await parked()).toMatchObject([{ event_id: 'evt_13' }]);
    await eventually(
      () => strategy.parkedCounts,
      (counts) => counts.length === 1,
      'the counts',
    );
    expect(strategy.parkedCounts).toEqual([
      { durable: DURABLE, parked: 1, oldestSeconds: expect.closeTo(13 * 86_400, -3) },
    ]);
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
