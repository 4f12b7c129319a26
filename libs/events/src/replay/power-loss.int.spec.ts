import 'reflect-metadata';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DURABLES, reviewCreated } from '@plaudit/contracts';
import { eventually } from '@plaudit/testing';
import { COMMANDS } from '../cli/commands';
import type { JetStreamStrategy } from '../consume/jetstream.strategy';
import { EventsWorld } from '../fixtures/events-world';
import { published, type Replica } from '../fixtures/replica';
import { reviewHandlers } from '../fixtures/review-handlers';

/**
 * The server acknowledges a message before it is synced to the disk. A power failure may therefore remove the last
 * messages of a stream and leave the durables as they were. The test simulates this by restoring an earlier copy of the
 * folder of the messages.
 */
describe('a stream that lost messages in a power failure', () => {
  let world: EventsWorld;
  let reviews: Replica;
  let widgets: Replica;
  let channels: string[];
  let consumer: JetStreamStrategy;

  beforeAll(async () => {
    world = await EventsWorld.start(['reviews', 'widgets', 'channels'], { durables: DURABLES });
    reviews = await world.replica('reviews');
    widgets = await world.replica('widgets');
    reviews.relay.start();
    consumer = world.consume(widgets, reviewHandlers(widgets));
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
      () => widgets.effects(),
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
    const problem = () =>
      consumer.consumerStatus.find(({ durable }) => durable === 'widgets__review')?.problem;
    const reported = await eventually(problem, Boolean, 'a problem');
    expect(reported).toBe(
      'durable widgets__review is ahead of stream EVENTS (at 20, last message 10): the stream lost messages; ' +
        'run "npm run topology", then "npm run events:replay"',
    );
    expect(await ids()).toHaveLength(10);
    await change(5);
    expect(await widgets.effects()).toHaveLength(20);
    expect(await run('topology', { check: 'true' })).toEqual({
      code: 1,
      lines: [expect.stringContaining('widgets: durable widgets__review is ahead of stream EVENTS (at 20, ')],
    });
  });

  it('is complete again after topology and replay, without repeated effects or old versions', async () => {
    expect((await run('topology')).lines).toContain('recreated  widgets__review of EVENTS');
    await effectsReach(25);
    const from = new Date(Date.now() - 3_600_000).toISOString();
    expect((await run('replay', { service: 'reviews', from })).lines).toEqual([
      'Events published again: 10. Events that the stream already had: 15.',
    ]);
    const sent = await reviews.database.query<{ event_id: string }>('select event_id from outbox_sent');
    expect((await ids()).sort()).toEqual(sent.map(({ event_id }) => event_id).sort());
    expect(await ids()).toHaveLength(25);
    await eventually(
      () => world.durable('widgets__review'),
      ({ num_pending, num_ack_pending }) => num_pending + num_ack_pending === 0,
      'all messages to be acknowledged',
    );
    expect(await widgets.effects()).toHaveLength(25);
    expect(await widgets.versions('copies')).toEqual(await reviews.versions('aggregates'));
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
