import 'reflect-metadata';
import { reviewCreated } from '@plaudit/contracts';
import { eventually } from '@plaudit/testing';
import { EventsWorld } from '../fixtures/events-world';
import type { Replica } from '../fixtures/replica';
import { applyTopology } from '../topology/topology';
import { replay } from './replay';

describe('replay', () => {
  let world: EventsWorld;
  let reviews: Replica;
  let widgets: Replica;

  beforeAll(async () => {
    world = await EventsWorld.start(['reviews', 'widgets']);
    reviews = await world.replica('reviews');
    widgets = await world.replica('widgets');
    reviews.relay.start();
    for (let id = 1; id <= 25; id += 1) await reviews.changeReview(id);
    await eventually(
      () => reviews.pending(),
      (pending) => pending === 0,
      'an empty outbox',
    );
  });
  afterAll(() => world.close());

  const range = (from: Date, to?: Date) => ({
    nats: world.nats.url,
    databaseUrl: world.databaseUrl('reviews'),
    schema: 'reviews',
    batchSize: 10,
    from,
    to,
  });
  const yesterday = new Date(Date.now() - 86_400_000);
  const tomorrow = new Date(Date.now() + 86_400_000);

  it('adds nothing to a stream that still has all events', async () => {
    await expect(replay(range(yesterday, tomorrow))).resolves.toEqual({ stored: 0, duplicates: 25 });
    expect(await world.stored()).toHaveLength(25);
  });

  it('restores a lost stream in order, with one effect per event', async () => {
    world.consume(widgets, {
      [reviewCreated.pattern]: (event) =>
        widgets.inbox.once(event, 'OnReviewCreated', (tx) => widgets.effect(tx, 'OnReviewCreated', event)),
    });
    await eventually(
      () => widgets.effects(),
      (effects) => effects.length === 25,
      'all effects',
    );
    const before = await world.stored();
    const jsm = await world.manager();
    await jsm.streams.delete('EVENTS');
    await applyTopology(world.nats.url);
    await expect(replay(range(yesterday, tomorrow))).resolves.toEqual({ stored: 25, duplicates: 0 });
    expect(await world.stored()).toEqual(before);
    await eventually(
      () => world.durable('widgets__review'),
      ({ num_pending, num_ack_pending }) => num_pending + num_ack_pending === 0,
      'the second delivery of all events',
    );
    expect(await widgets.effects()).toHaveLength(25);
  });

  it('publishes only the events of the given time range', async () => {
    await expect(replay(range(tomorrow))).resolves.toEqual({ stored: 0, duplicates: 0 });
    await expect(replay(range(yesterday, yesterday))).resolves.toEqual({ stored: 0, duplicates: 0 });
  });

  it('stops at the first refused event and reports its progress', async () => {
    const jsm = await world.manager();
    await jsm.streams.delete('EVENTS');
    await expect(replay(range(yesterday, tomorrow))).rejects.toThrow(
      'The replay stopped (0 stored, 0 duplicates): no_stream',
    );
  });
});
