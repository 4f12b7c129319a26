import 'reflect-metadata';
import { eventually } from '@plaudit/testing';
import { EventsWorld } from '../fixtures/events-world';
import type { Replica } from '../fixtures/replica';
import { created, settled } from '../fixtures/review-durable';
import { POISON_ID, SHORT_ACK_WAIT } from '../fixtures/review-handlers';
import { ended } from '../fixtures/run-program';

describe('a process that ends whenever it handles one event', () => {
  let world: EventsWorld;
  let widgets: Replica;

  beforeAll(async () => {
    world = await EventsWorld.start(['widgets'], { durables: SHORT_ACK_WAIT });
    widgets = await world.replica('widgets');
  });
  afterAll(() => world.close());

  it('buries exactly that event, and handles all others once', async () => {
    const innocent = Array.from({ length: 20 }, (_, id) => created(id + 100));
    const guilty = created(POISON_ID);
    // The guilty event is among the first ones in flight.
    await world.publish(...innocent.slice(0, 5), guilty, ...innocent.slice(5));
    let crashes = 0;
    let supervising = true;
    const supervisor = (async () => {
      while (supervising) {
        const signal = await ended(world.program('crashing-consumer', 'widgets'));
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
        () => widgets.effects(),
        ({ length }) => length >= innocent.length,
        'the other events',
        { timeoutMs: 60_000 },
      );
      await settled(world);
    } finally {
      supervising = false;
      world.killPrograms();
      await supervisor;
    }
    const [letter] = await world.stored('DLQ');
    expect(letter!.id).toBe(guilty.id);
    expect(await buried()).toBe(1);
    const handled = (await widgets.effects()).map(({ event_id }) => event_id);
    expect(handled.sort()).toEqual(innocent.map(({ id }) => id).sort());
    // It ended the process at least once beside others, and exactly twice alone.
    expect(crashes).toBeGreaterThanOrEqual(3);
    expect(await widgets.database.query('select id from parked_events')).toEqual([]);
  }, 200_000);
});
