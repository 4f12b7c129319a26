import 'reflect-metadata';
import { type DomainEvent, reviewCreated } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import { eventually } from '@plaudit/testing';
import { EventsWorld } from '../fixtures/events-world';
import type { Replica } from '../fixtures/replica';
import { created, status, statusOf } from '../fixtures/review-durable';

const LOCK = 4711;
const HUNG = '1';

describe('an event that waits for a lock', () => {
  let world: EventsWorld;
  let widgets: Replica;
  let release: () => void;
  let held: Promise<void>;
  /** The batches in which the hung event was started. */
  let hangs: number;

  beforeAll(async () => {
    world = await EventsWorld.start(['widgets']);
    widgets = await world.replica('widgets');
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    hangs = 0;
    await new Promise<void>((locked) => {
      held = widgets.database.transaction(async (tx) => {
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
    for (const event of events) await widgets.effect(tx, 'P', event);
  };
  const handle = (event: DomainEvent): Promise<void> => widgets.inbox.onceTogether(event, 'P', work);

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
      widgets,
      { [reviewCreated.pattern]: handle },
      { deadlineMs: 500, retries: { delaysMs: [50], maxAttempts: 100 } },
    );
    await status(strategy, ({ consuming }) => consuming, 'the consumer to start');
    await world.publish(created(1));
    const attempts = async () => {
      const [parked] = await widgets.database.query<{ attempts: number }>(
        'select attempts from parked_events',
      );
      return parked?.attempts ?? 0;
    };
    await eventually(attempts, (count) => count >= 3, 'three attempts of the hung event');
    await world.publish(...Array.from({ length: 20 }, (_, place) => created(place + 10)));
    await status(strategy, ({ handled }) => handled === 20, 'the other events to be handled');
    expect(await widgets.database.query('select event_id from parked_events')).toHaveLength(1);
    expect(hangs).toBe(1);
    release();
    await eventually(attempts, (count) => count === 0, 'the hung event to be handled');
    expect(statusOf(strategy).deadLettered).toBe(0);
  });
});
