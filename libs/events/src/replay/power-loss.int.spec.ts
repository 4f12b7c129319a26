import 'reflect-metadata';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { reviewCreated } from '@plaudit/contracts';
import { eventually } from '@plaudit/testing';
import { COMMANDS } from '../cli/commands';
import type { JetStreamStrategy } from '../consume/jetstream.strategy';
import { EventsWorld } from '../fixtures/events-world';
import { published, type Replica } from '../fixtures/replica';
import { noteReviews } from '../fixtures/widgets';

/**
 * The server acknowledges before it has written through to the disk, so a power cut may take the stream's last messages
 * and leave the durables where they were. Double: the folder of the messages is put back to an earlier copy.
 */
describe('a stream that was rolled back by a power cut', () => {
  let world: EventsWorld;
  let reviews: Replica;
  let widgets: Replica;
  let channels: string[];
  let consumer: JetStreamStrategy;

  beforeAll(async () => {
    world = await EventsWorld.start(['reviews', 'widgets', 'channels']);
    reviews = await world.replica('reviews');
    widgets = await world.replica('widgets');
    reviews.relay.start();
    consumer = world.consume(widgets, noteReviews(widgets));
    await change(10);
    await noted(10);
    const messages = join(world.nats.streamsDir, 'EVENTS', 'msgs');
    const kept = `${messages}-kept`;
    await world.nats.halt();
    cpSync(messages, kept, { recursive: true });
    await world.nats.restart();
    await change(10);
    await noted(20);
    await world.nats.halt();
    rmSync(messages, { recursive: true });
    cpSync(kept, messages, { recursive: true });
    rmSync(kept, { recursive: true });
    await world.nats.restart();
  });
  afterAll(() => world.close());

  /** Commits `count` changes of three reviews and waits until they are published. */
  async function change(count: number): Promise<void> {
    for (let round = 0; round < count; round += 1) await reviews.changeReview(1 + (round % 3));
    await published(reviews);
  }

  const noted = (count: number) =>
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

  it('is reported by the service whose durable is ahead of it, which takes nothing until it is mended', async () => {
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

  it('is whole again after the topology and a replay, without a second effect or an old version', async () => {
    expect((await run('topology')).lines).toContain('recreated  widgets__review');
    await noted(25);
    const from = new Date(Date.now() - 3_600_000).toISOString();
    expect((await run('replay', { service: 'reviews', from })).lines).toEqual([
      '10 stored again, 15 were still known',
    ]);
    const sent = await reviews.database.query<{ event_id: string }>('select event_id from outbox_sent');
    expect((await ids()).sort()).toEqual(sent.map(({ event_id }) => event_id).sort());
    expect(await ids()).toHaveLength(25);
    await eventually(
      () => world.durable('widgets__review'),
      ({ num_pending, num_ack_pending }) => num_pending + num_ack_pending === 0,
      'everything acknowledged',
    );
    expect(await widgets.effects()).toHaveLength(25);
    expect(await widgets.versions('copies')).toEqual(await reviews.versions('aggregates'));
  });

  it('gives a service that had not yet read the lost events all of them', async () => {
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
