import 'reflect-metadata';
import {
  type DomainEvent,
  EVENTS,
  ratingChanged,
  reviewCreated,
  reviewDeleted,
  reviewUpdated,
} from '@plaudit/contracts';
import { queryRows } from '@plaudit/database';
import { buildEvent, eventually } from '@plaudit/testing';
import { Subject } from 'rxjs';
import { eventContext } from '../event-context';
import { EventsWorld } from '../fixtures/events-world';
import { QUICK_RETRIES, type Replica } from '../fixtures/replica';
import { created, DURABLE, once, settled, status, statusOf } from '../fixtures/review-durable';
import { PermanentError } from './retry-policy';

describe('JetStreamStrategy', () => {
  let world: EventsWorld;
  let widgets: Replica;

  beforeEach(async () => {
    world = await EventsWorld.start(['widgets']);
    widgets = await world.replica('widgets');
  });
  afterEach(() => world.close());

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
    const strategy = world.consume(widgets, { [reviewCreated.pattern]: (received) => seen.push(received) });
    await world.publish(event);
    await status(strategy, ({ handled }) => handled === 1, 'the event');
    await settled(world);
    expect(seen).toEqual([event]);
    expect(statusOf(strategy)).toMatchObject({ consuming: true, problem: null, handled: 1, held: 0 });
  });

  it('runs the effect of a duplicate event once', async () => {
    const event = created(1);
    const strategy = world.consume(widgets, { [reviewCreated.pattern]: once(widgets, 'OnReviewCreated') });
    const client = await world.client();
    for (let copy = 0; copy < 3; copy += 1) {
      await client.jetstream().publish('review.created.v1.1.1', JSON.stringify(event));
    }
    await status(strategy, ({ handled }) => handled === 3, 'three deliveries');
    expect(await widgets.effects()).toHaveLength(1);
  });

  it('retries a handler that throws until it succeeds, with one effect', async () => {
    let calls = 0;
    const strategy = world.consume(widgets, {
      [reviewCreated.pattern]: once(widgets, 'OnReviewCreated', () => {
        calls += 1;
        if (calls < 3) throw new Error('not yet');
      }),
    });
    await world.publish(created(1));
    await status(strategy, ({ handled }) => handled === 1, 'the third try');
    expect(calls).toBe(3);
    expect(statusOf(strategy)).toMatchObject({ retried: 2, deadLettered: 0 });
    expect(await widgets.effects()).toHaveLength(1);
    await settled(world);
  });

  it('waits for a returned Observable and retries if it fails', async () => {
    let calls = 0;
    const strategy = world.consume(widgets, {
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
    const strategy = world.consume(widgets, {
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
    const strategy = world.consume(widgets, { [reviewCreated.pattern]: once(widgets, 'OnReviewCreated') });
    const done = await status(strategy, ({ handled }) => handled === 1, 'the event');
    expect(done).toMatchObject({ parked: 1, retried: 0, deadLettered: 0 });
    expect(await widgets.effects()).toHaveLength(1);
  });

  it('dead-letters an invalid message at once, with the reason', async () => {
    let calls = 0;
    const strategy = world.consume(widgets, {
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
    const strategy = world.consume(widgets, { [reviewCreated.pattern]: () => {} });
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
    const strategy = world.consume(widgets, { [reviewCreated.pattern]: () => {} }, { catalogue });
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
      widgets,
      {
        [reviewCreated.pattern]: (event: DomainEvent) =>
          widgets.inbox.once(event, 'Breaking', (tx) =>
            queryRows(tx, 'select pg_terminate_backend(pg_backend_pid())'),
          ),
      },
      { retries: { delaysMs: [20], maxAttempts: 2, suspectAfter: 1 } },
    );
    await world.publish(created(1));
    const alone = await status(strategy, ({ retried }) => retried === 1, 'the failure');
    expect(alone).toMatchObject({ putBack: 1, parked: 1 });
  });

  it('repeats no value of a failed statement in the reason of a dead letter', async () => {
    const strategy = world.consume(
      widgets,
      {
        [reviewCreated.pattern]: () => widgets.database.query('select $1::text::int', ['jane@example.com']),
      },
      { retries: { maxAttempts: 1 } },
    );
    await world.publish(created(1));
    await status(strategy, ({ deadLettered }) => deadLettered === 1, 'the dead letter');
    expect(await deadLetterReasons()).toEqual(['invalid input syntax for type integer: " "']);
  });

  it('acknowledges and counts events without a handler', async () => {
    const strategy = world.consume(widgets, { [reviewCreated.pattern]: () => {} });
    await world.publish(buildEvent(reviewDeleted));
    await status(strategy, ({ ignored }) => ignored === 1, 'the event to be ignored');
    await settled(world);
    expect(statusOf(strategy)).toMatchObject({ handled: 0, deadLettered: 0 });
  });

  it('runs a handler with the event as the cause, inside the context of the runtime', async () => {
    const event = buildEvent(reviewCreated, { correlationid: 'req_1', traceparent: '00-a-b-01' });
    const seen: unknown[] = [];
    const strategy = world.consume(
      widgets,
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
    const start = (pattern: string) => () => world.consume(widgets, { [pattern]: () => {} });
    expect(start('review.sung.v1')).toThrow('review.sung.v1, which is not in the catalogue');
    expect(start(ratingChanged.pattern)).toThrow('widgets does not consume rating');
  });
});
