import 'reflect-metadata';
import { type DomainEvent, reviewCreated } from '@plaudit/contracts';
import { eventually } from '@plaudit/testing';
import { COMMANDS } from '../cli/commands';
import { EventsWorld } from '../fixtures/events-world';
import type { Replica } from '../fixtures/replica';
import { published } from '../fixtures/replica';
import { replayToDurable } from './replay-to-durable';

/** More than one batch, and several versions of each review. */
const EVENTS = 240;
const REVIEWS = 60;

describe('replayToDurable', () => {
  let world: EventsWorld;
  let reviews: Replica;
  let widgets: Replica;
  let webhooks: Replica;
  /** The versions of review 1 in the order in which widgets received them. */
  let order: number[] = [];
  const heard: string[] = [];
  const long = new Date(Date.now() - 86_400_000);

  beforeAll(async () => {
    world = await EventsWorld.start(['reviews', 'widgets', 'webhooks']);
    [reviews, widgets, webhooks] = [
      await world.replica('reviews'),
      await world.replica('widgets'),
      await world.replica('webhooks'),
    ];
    reviews.relay.start();
    for (let at = 0; at < EVENTS; at += 1) await reviews.changeReview(1 + (at % REVIEWS));
    await published(reviews);
    const handle = (replica: Replica) => (event: DomainEvent) => {
      if (replica === widgets && event.subject === '1') order.push(event.aggregateversion);
      return replica.inbox.once(event, 'OnReviewCreated', (tx) =>
        replica.effect(tx, 'OnReviewCreated', event),
      );
    };
    for (const replica of [widgets, webhooks])
      world.consume(replica, { [reviewCreated.pattern]: handle(replica) });
    await handled('EVENTS');
    (await world.client()).subscribe('review.>', { callback: () => heard.push('a core subscriber') });
  });
  afterAll(() => world.close());

  const replay = (more: { from?: Date; until?: Date; maxBacklog?: number } = {}) =>
    replayToDurable({ nats: world.nats.url, durable: 'widgets__review', from: long, ...more });
  const handled = (stream: 'EVENTS' | 'DIRECT') =>
    eventually(
      async () => [
        await world.durable('widgets__review', stream),
        await world.durable('webhooks__review', stream),
      ],
      (durables) => durables.every(({ num_pending, num_ack_pending }) => num_pending + num_ack_pending === 0),
      'all events to be handled',
    );
  const forget = () => widgets.database.query('delete from inbox');

  it('sends the events to that durable only, which skips those that it has handled', async () => {
    order = [];
    await expect(replay()).resolves.toBe(EVENTS);
    await handled('DIRECT');
    expect(order).toHaveLength(EVENTS / REVIEWS);
    expect(await widgets.effects()).toHaveLength(EVENTS);
    expect(await webhooks.effects()).toHaveLength(EVENTS);
    expect(heard).toEqual([]);
    expect(await world.stored()).toHaveLength(EVENTS);
  });

  it('repeats the effects that were lost, each once and in the order of each record', async () => {
    await forget();
    await widgets.database.query('delete from effects');
    order = [];
    await expect(replay()).resolves.toBe(EVENTS);
    await handled('DIRECT');
    expect(await widgets.effects()).toHaveLength(EVENTS);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).toHaveLength(EVENTS / REVIEWS);
  });

  it('waits for the durable if its backlog is above the limit', async () => {
    await expect(replay({ maxBacklog: 10 })).resolves.toBe(EVENTS);
    await handled('DIRECT');
  });

  it('sends only the events of the given time range', async () => {
    const last = (await world.stored()).at(-1)!;
    await expect(replay({ until: long })).resolves.toBe(0);
    await expect(replay({ from: new Date(Date.now() + 86_400_000) })).resolves.toBe(0);
    await reviews.changeReview(1);
    await published(reviews);
    const from = new Date(Date.parse(last.time) + 1);
    const sent = await replay({ from, until: new Date(Date.now() + 60_000) });
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(EVENTS);
    await handled('DIRECT');
  });

  it('runs as a command with --to', async () => {
    const run = async (options: Record<string, string>): Promise<string[]> => {
      const lines: string[] = [];
      await COMMANDS['replay']!({
        options,
        env: { NATS_URL: world.nats.url },
        print: (line) => lines.push(line),
      });
      return lines;
    };
    const range = { from: long.toISOString(), until: long.toISOString() };
    await expect(run({ to: 'widgets__review', ...range })).resolves.toEqual([
      'Events sent again to widgets__review: 0.',
    ]);
    await expect(run({ to: 'widgets__rewiev', ...range })).rejects.toThrow('The durables are ');
    await expect(run({ to: 'widgets__review' })).rejects.toThrow('--from is required');
  });
});
