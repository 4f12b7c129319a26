import 'reflect-metadata';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { reviewCreated, DURABLES, type DomainEvent } from '@plaudit/contracts';
import { eventually } from '@plaudit/testing';
import { EventsWorld } from '../fixtures/events-world';
import { type Replica, published } from '../fixtures/replica';
import { applyTopology } from '../topology/topology';
import { replay } from './replay';
import { COMMANDS } from '../cli/commands';
import type { JetStreamStrategy } from '../consume/jetstream.strategy';
import { reviewHandlers } from '../fixtures/review-handlers';
import { replayToDurable } from './replay-to-durable';

describe('replay', () => {
  let world: EventsWorld;
  let reviews: Replica;
  let ai: Replica;

  beforeAll(async () => {
    world = await EventsWorld.start(['reviews', 'ai']);
    reviews = await world.replica('reviews');
    ai = await world.replica('ai');
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
    world.consume(ai, {
      [reviewCreated.pattern]: (event) =>
        ai.inbox.once(event, 'OnReviewCreated', (tx) => ai.effect(tx, 'OnReviewCreated', event)),
    });
    await eventually(
      () => ai.effects(),
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
      () => world.durable('ai__review'),
      ({ num_pending, num_ack_pending }) => num_pending + num_ack_pending === 0,
      'the second delivery of all events',
    );
    expect(await ai.effects()).toHaveLength(25);
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

/**
 * The server acknowledges a message before it is synced to the disk. A power failure may therefore remove the last
 * messages of a stream and leave the durables as they were. The test simulates this by restoring an earlier copy of the
 * folder of the messages.
 */
describe('a stream that lost messages in a power failure', () => {
  let world: EventsWorld;
  let reviews: Replica;
  let ai: Replica;
  let channels: string[];
  let consumer: JetStreamStrategy;

  beforeAll(async () => {
    world = await EventsWorld.start(['reviews', 'ai', 'channels'], { durables: DURABLES });
    reviews = await world.replica('reviews');
    ai = await world.replica('ai');
    reviews.relay.start();
    consumer = world.consume(ai, reviewHandlers(ai));
    await change(10);
    await effectsReach(10);
    const messages = join(world.nats.streamsDir, 'EVENTS', 'msgs');
    const copy = `${messages}-copy`;
    await world.nats.halt();
    cpSync(messages, copy, { recursive: true });
    await world.nats.restart();
    await change(10);
    await effectsReach(20);
    await world.nats.halt();
    rmSync(messages, { recursive: true });
    cpSync(copy, messages, { recursive: true });
    rmSync(copy, { recursive: true });
    await world.nats.restart();
  });
  afterAll(() => world.close());

  /** Commits `count` changes of three reviews and waits until they are published. */
  async function change(count: number): Promise<void> {
    for (let round = 0; round < count; round += 1) await reviews.changeReview(1 + (round % 3));
    await published(reviews);
  }

  const effectsReach = (count: number) =>
    eventually(
      () => ai.effects(),
      (effects) => effects.length === count,
      `${count} effects`,
    );
  const ids = async () => (await world.stored()).map(({ id }) => id);

  async function run(name: string, options: Record<string, string> = {}) {
    const lines: string[] = [];
    const env = { NATS_URL: world.nats.url, DATABASE_URL: world.databaseUrl('reviews') };
    const code = await COMMANDS[name]!({ options, env, print: (line) => lines.push(line) });
    return { code, lines };
  }

  it('is reported by the service whose durable is ahead of it, which consumes nothing until the repair', async () => {
    const problem = () => consumer.consumerStatus.find(({ durable }) => durable === 'ai__review')?.problem;
    const reported = await eventually(problem, Boolean, 'a problem');
    expect(reported).toBe(
      'durable ai__review is ahead of stream EVENTS (at 20, last message 10): the stream lost messages; ' +
        'run "npm run topology", then "npm run events:replay"',
    );
    expect(await ids()).toHaveLength(10);
    await change(5);
    expect(await ai.effects()).toHaveLength(20);
    expect(await run('topology', { check: 'true' })).toEqual({
      code: 1,
      lines: [expect.stringContaining('ai: durable ai__review is ahead of stream EVENTS (at 20, ')],
    });
  });

  it('is complete again after topology and replay, without repeated effects or old versions', async () => {
    expect((await run('topology')).lines).toContain('recreated  ai__review of EVENTS');
    await effectsReach(25);
    const from = new Date(Date.now() - 3_600_000).toISOString();
    expect((await run('replay', { service: 'reviews', from })).lines).toEqual([
      'Events published again: 10. Events that the stream already had: 15.',
    ]);
    const sent = await reviews.database.query<{ event_id: string }>('select event_id from outbox_sent');
    expect((await ids()).sort()).toEqual(sent.map(({ event_id }) => event_id).sort());
    expect(await ids()).toHaveLength(25);
    await eventually(
      () => world.durable('ai__review'),
      ({ num_pending, num_ack_pending }) => num_pending + num_ack_pending === 0,
      'all messages to be acknowledged',
    );
    expect(await ai.effects()).toHaveLength(25);
    expect(await ai.versions('copies')).toEqual(await reviews.versions('aggregates'));
  });

  it('delivers all lost events to a service that had not read them', async () => {
    channels = [];
    world.consume(await world.replica('channels'), {
      [reviewCreated.pattern]: ({ id }) => channels.push(id),
    });
    await eventually(
      () => channels.length,
      (count) => count === 25,
      'all events',
    );
    expect(channels.sort()).toEqual((await ids()).sort());
  });
});

/** More than one batch, and several versions of each review. */
const EVENTS = 240;

const REVIEWS = 60;

describe('replayToDurable', () => {
  let world: EventsWorld;
  let reviews: Replica;
  let ai: Replica;
  let webhooks: Replica;
  /** The versions of review 1 in the order in which ai received them. */
  let order: number[] = [];
  const heard: string[] = [];
  const long = new Date(Date.now() - 86_400_000);

  beforeAll(async () => {
    world = await EventsWorld.start(['reviews', 'ai', 'webhooks']);
    [reviews, ai, webhooks] = [
      await world.replica('reviews'),
      await world.replica('ai'),
      await world.replica('webhooks'),
    ];
    reviews.relay.start();
    for (let at = 0; at < EVENTS; at += 1) await reviews.changeReview(1 + (at % REVIEWS));
    await published(reviews);
    const handle = (replica: Replica) => (event: DomainEvent) => {
      if (replica === ai && event.subject === '1') order.push(event.aggregateversion);
      return replica.inbox.once(event, 'OnReviewCreated', (tx) =>
        replica.effect(tx, 'OnReviewCreated', event),
      );
    };
    for (const replica of [ai, webhooks])
      world.consume(replica, { [reviewCreated.pattern]: handle(replica) });
    await handled('EVENTS');
    (await world.client()).subscribe('review.>', { callback: () => heard.push('a core subscriber') });
  });
  afterAll(() => world.close());

  const replay = (more: { from?: Date; until?: Date; maxBacklog?: number } = {}) =>
    replayToDurable({ nats: world.nats.url, durable: 'ai__review', from: long, ...more });
  const handled = (stream: 'EVENTS' | 'DIRECT') =>
    eventually(
      async () => [
        await world.durable('ai__review', stream),
        await world.durable('webhooks__review', stream),
      ],
      (durables) => durables.every(({ num_pending, num_ack_pending }) => num_pending + num_ack_pending === 0),
      'all events to be handled',
    );
  const forget = () => ai.database.query('delete from inbox');

  it('sends the events to that durable only, which skips those that it has handled', async () => {
    order = [];
    await expect(replay()).resolves.toBe(EVENTS);
    await handled('DIRECT');
    expect(order).toHaveLength(EVENTS / REVIEWS);
    expect(await ai.effects()).toHaveLength(EVENTS);
    expect(await webhooks.effects()).toHaveLength(EVENTS);
    expect(heard).toEqual([]);
    expect(await world.stored()).toHaveLength(EVENTS);
  });

  it('repeats the effects that were lost, each once and in the order of each record', async () => {
    await forget();
    await ai.database.query('delete from effects');
    order = [];
    await expect(replay()).resolves.toBe(EVENTS);
    await handled('DIRECT');
    expect(await ai.effects()).toHaveLength(EVENTS);
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
    await expect(run({ to: 'ai__review', ...range })).resolves.toEqual([
      'Events sent again to ai__review: 0.',
    ]);
    await expect(run({ to: 'ai__rewiev', ...range })).rejects.toThrow('The durables are ');
    await expect(run({ to: 'ai__review' })).rejects.toThrow('--from is required');
  });
});
