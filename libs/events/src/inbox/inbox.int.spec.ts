import 'reflect-metadata';
import { type DomainEvent, reviewCreated } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import { buildEvent, eventually } from '@plaudit/testing';
import { newEventId } from '../envelope/event-id';
import { EventsWorld } from '../fixtures/events-world';
import type { Replica } from '../fixtures/replica';
import { created, status, statusOf } from '../fixtures/review-durable';
import { Inbox } from './inbox';

const DAY_MS = 86_400_000;

describe('Inbox', () => {
  let world: EventsWorld;
  let ai: Replica;

  beforeAll(async () => {
    world = await EventsWorld.start(['ai']);
    ai = await world.replica('ai');
  });
  afterAll(() => world.close());

  it('runs the work of an event once and returns undefined for a repeat', async () => {
    const event = buildEvent(reviewCreated);
    const once = () => ai.inbox.once(event, 'OnReviewCreated', async () => 'done');
    await expect(once()).resolves.toBe('done');
    await expect(once()).resolves.toBeUndefined();
  });

  it('runs the work of each of two handlers of one event', async () => {
    const event = buildEvent(reviewCreated);
    await ai.inbox.once(event, 'OnReviewCreated', async () => 'one');
    await expect(ai.inbox.once(event, 'OnReviewCreatedToo', async () => 'two')).resolves.toBe('two');
  });

  it('rolls back the entry of an event together with its failed work', async () => {
    const event = buildEvent(reviewCreated);
    const failing = ai.inbox.once(event, 'OnReviewCreated', async (tx) => {
      await ai.effect(tx, 'failing', event);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await ai.effects()).filter(({ handler }) => handler === 'failing')).toEqual([]);
    await expect(ai.inbox.once(event, 'OnReviewCreated', async () => 'done')).resolves.toBe('done');
  });

  it('runs the work once for several concurrent deliveries', async () => {
    const event = buildEvent(reviewCreated);
    const results = await Promise.all(
      Array.from({ length: 5 }, () => ai.inbox.once(event, 'OnReviewCreated', async () => 'done')),
    );
    expect(results.filter((result) => result === 'done')).toHaveLength(1);
  });

  it('handles events that arrive together in few transactions, each event once', async () => {
    const events = Array.from({ length: 6 }, (_, number) =>
      buildEvent(reviewCreated, { subject: String(number) }),
    );
    const transactions = new Map<string, unknown>();
    const work = async (tx: Tx, together: readonly DomainEvent[]) => {
      const [row] = await queryRows<{ id: string }>(tx, 'select pg_current_xact_id()::text as id');
      for (const { id } of together) {
        expect(transactions.has(id)).toBe(false);
        transactions.set(id, row?.id);
      }
    };
    const handle = (event: DomainEvent) => ai.inbox.onceTogether(event, 'OnReviewCreatedTogether', work);
    await Promise.all(events.map(handle));
    await Promise.all(events.map(handle));
    expect(transactions.size).toBe(6);
    expect(new Set(transactions.values()).size).toBe(3);
  });

  it('rolls back only the event that fails among those that arrive together', async () => {
    const events = Array.from({ length: 6 }, (_, number) =>
      buildEvent(reviewCreated, { subject: String(number) }),
    );
    const work = async (tx: Tx, together: readonly DomainEvent[]) => {
      for (const one of together) await ai.effect(tx, 'together', one);
      if (together.some(({ subject }) => subject === '4')) throw new Error('no');
    };
    const outcomes = await Promise.allSettled(
      events.map((event) => ai.inbox.onceTogether(event, 'Together', work)),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([outcomes[4]]);
    const kept = (await ai.effects()).filter(({ handler }) => handler === 'together');
    expect(kept).toHaveLength(5);
    await expect(ai.inbox.once(events[4]!, 'Together', async () => 'again')).resolves.toBe('again');
    await expect(ai.inbox.once(events[5]!, 'Together', async () => 'again')).resolves.toBeUndefined();
  });

  it('refuses a second function for the events of one handler that arrive together', async () => {
    const add = (work: () => Promise<void>) =>
      ai.inbox.onceTogether(buildEvent(reviewCreated), 'TwoFunctions', work);
    await add(async () => {});
    expect(() => add(async () => {})).toThrow('a second function for the handler TwoFunctions');
  });

  it('runs the work of an event once whatever its id is', async () => {
    const odd = ['evt_x', 'evt_', 'other', 'evt_ffffffffffff7000800000000000000', newEventId(0)];
    const ids = [...odd, newEventId(Date.now() - 400 * DAY_MS), newEventId(Date.now() + 400 * DAY_MS)];
    for (const id of ids) {
      const once = () => ai.inbox.once(buildEvent(reviewCreated, { id }), 'Odd', async () => 'done');
      await expect(once()).resolves.toBe('done');
      await expect(once()).resolves.toBeUndefined();
    }
  });

  it('purges entries without a day 90 days after they were handled', async () => {
    const [old, young] = ['evt_y', 'evt_z'].map((id) => buildEvent(reviewCreated, { id }));
    for (const event of [old!, young!]) await ai.inbox.once(event, 'Purged', async () => {});
    for (const [event, interval] of [
      [old, '90 days 1 hour'],
      [young, '89 days'],
    ] as const) {
      await ai.database.query('update inbox set processed_at = now() - $2::interval where event_id = $1', [
        event!.id,
        interval,
      ]);
    }
    await expect(ai.inbox.purge()).resolves.toBe(1);
    await expect(ai.inbox.once(young!, 'Purged', async () => 'again')).resolves.toBeUndefined();
    await expect(ai.inbox.once(old!, 'Purged', async () => 'again')).resolves.toBe('again');
  });
});

const LOCK = 4711;

const HUNG = '1';

describe('an event that waits for a lock', () => {
  let world: EventsWorld;
  let ai: Replica;
  let inbox: Inbox;
  let release: () => void;
  let held: Promise<void>;
  /** The batches in which the hung event was started. */
  let hangs: number;

  beforeAll(async () => {
    world = await EventsWorld.start(['ai']);
    ai = await world.replica('ai');
    inbox = new Inbox(ai.database, 500);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    hangs = 0;
    await new Promise<void>((locked) => {
      held = ai.database.transaction(async (tx) => {
        await queryRows(tx, 'select pg_advisory_xact_lock($1)', [LOCK]);
        locked();
        await new Promise<void>((resolve) => (release = resolve));
      }, 'background');
    });
  });
  afterEach(async () => {
    release();
    await held;
  });

  const work = async (tx: Tx, events: readonly DomainEvent[]): Promise<void> => {
    if (events.some(({ subject }) => subject === HUNG)) {
      hangs += 1;
      await queryRows(tx, 'select pg_advisory_xact_lock($1)', [LOCK]);
    }
    for (const event of events) await ai.effect(tx, 'P', event);
  };
  const handle = (event: DomainEvent): Promise<void> => inbox.onceTogether(event, 'P', work);

  it('does not keep back the events of its batch', async () => {
    const running = [2, 3].map((id) => handle(created(id)));
    const [hung, ...others] = [1, 4, 5].map((id) => handle(created(id)));
    await Promise.all([...running, ...others]);
    expect(hangs).toBe(2);
    release();
    await hung;
  });

  it('fails alone after its deadline, and its retries are not started beside it', async () => {
    const strategy = world.consume(
      ai,
      { [reviewCreated.pattern]: handle },
      { deadlineMs: 500, retries: { delaysMs: [50], maxAttempts: 100 } },
    );
    await status(strategy, ({ consuming }) => consuming, 'the consumer to start');
    await world.publish(created(1));
    const attempts = async () => {
      const [parked] = await ai.database.query<{ attempts: number }>('select attempts from parked_events');
      return parked?.attempts ?? 0;
    };
    await eventually(attempts, (count) => count >= 3, 'three attempts of the hung event');
    await world.publish(...Array.from({ length: 20 }, (_, place) => created(place + 10)));
    await status(strategy, ({ handled }) => handled === 20, 'the other events to be handled');
    expect(await ai.database.query('select event_id from parked_events')).toHaveLength(1);
    expect(hangs).toBe(1);
    release();
    await eventually(attempts, (count) => count === 0, 'the hung event to be handled');
    expect(statusOf(strategy).deadLettered).toBe(0);
  });
});
