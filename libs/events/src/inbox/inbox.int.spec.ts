import 'reflect-metadata';
import { reviewCreated } from '@plaudit/contracts';
import { buildEvent } from '@plaudit/testing';
import { newEventId } from '../envelope/event-id';
import { EventsWorld } from '../fixtures/events-world';
import type { Replica } from '../fixtures/replica';

const DAY_MS = 86_400_000;

describe('Inbox', () => {
  let world: EventsWorld;
  let widgets: Replica;

  beforeAll(async () => {
    world = await EventsWorld.start(['widgets']);
    widgets = await world.replica('widgets');
  });
  afterAll(() => world.close());

  it('runs the work of an event once and returns undefined for a repeat', async () => {
    const event = buildEvent(reviewCreated);
    const once = () => widgets.inbox.once(event, 'OnReviewCreated', async () => 'done');
    await expect(once()).resolves.toBe('done');
    await expect(once()).resolves.toBeUndefined();
  });

  it('runs the work of each of two handlers of one event', async () => {
    const event = buildEvent(reviewCreated);
    await widgets.inbox.once(event, 'OnReviewCreated', async () => 'one');
    await expect(widgets.inbox.once(event, 'OnReviewCreatedToo', async () => 'two')).resolves.toBe('two');
  });

  it('rolls back the entry of an event together with its failed work', async () => {
    const event = buildEvent(reviewCreated);
    const failing = widgets.inbox.once(event, 'OnReviewCreated', async (tx) => {
      await widgets.effect(tx, 'failing', event);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await widgets.effects()).filter(({ handler }) => handler === 'failing')).toEqual([]);
    await expect(widgets.inbox.once(event, 'OnReviewCreated', async () => 'done')).resolves.toBe('done');
  });

  it('runs the work once for several concurrent deliveries', async () => {
    const event = buildEvent(reviewCreated);
    const results = await Promise.all(
      Array.from({ length: 5 }, () => widgets.inbox.once(event, 'OnReviewCreated', async () => 'done')),
    );
    expect(results.filter((result) => result === 'done')).toHaveLength(1);
  });

  it('runs the work of an event once whatever its id is', async () => {
    const odd = ['evt_x', 'evt_', 'other', 'evt_ffffffffffff7000800000000000000', newEventId(0)];
    const ids = [...odd, newEventId(Date.now() - 400 * DAY_MS), newEventId(Date.now() + 400 * DAY_MS)];
    for (const id of ids) {
      const once = () => widgets.inbox.once(buildEvent(reviewCreated, { id }), 'Odd', async () => 'done');
      await expect(once()).resolves.toBe('done');
      await expect(once()).resolves.toBeUndefined();
    }
  });

  it('purges entries without a day 60 days after they were handled', async () => {
    const [old, young] = ['evt_y', 'evt_z'].map((id) => buildEvent(reviewCreated, { id }));
    for (const event of [old!, young!]) await widgets.inbox.once(event, 'Purged', async () => {});
    for (const [event, interval] of [
      [old, '60 days 1 hour'],
      [young, '59 days'],
    ] as const) {
      await widgets.database.query(
        'update inbox set processed_at = now() - $2::interval where event_id = $1',
        [event!.id, interval],
      );
    }
    await expect(widgets.inbox.purge()).resolves.toBe(1);
    await expect(widgets.inbox.once(young!, 'Purged', async () => 'again')).resolves.toBeUndefined();
    await expect(widgets.inbox.once(old!, 'Purged', async () => 'again')).resolves.toBe('again');
  });
});
