import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@plaudit/testing';
import { EventsWorld, outOfOrder } from './fixtures/events-world';
import { published, type Replica } from './fixtures/replica';
import { VanishingWay } from './fixtures/vanishing-way';
import { noteReviews, PATIENT_RETRIES, SHORT_ACK_WAIT } from './fixtures/widgets';
import { Writers } from './fixtures/writers';

/** Longer than every timeout on the way: of a publish, an ack, a pull, a ping. */
const OUTAGE_MS = 30_000;

interface Bus {
  world: EventsWorld;
  reviews: Replica;
  widgets: Replica;
  /** Of each of the two to NATS. */
  ways: { reviews: VanishingWay; widgets: VanishingWay };
}

/** Both outages last at the same time, each on a bus of its own, because they take so long. */
describe('an outage of 30 s', () => {
  let down: Bus;
  let vanished: Bus;
  let writers: Writers[] = [];
  /** How long each replica took to be connected again, since its connection vanished. */
  const reconnectedMs: number[] = [];
  let written: number[];

  beforeAll(async () => {
    [down, vanished] = await Promise.all([startBus(), startBus()]);
    const buses = [down, vanished];
    writers = buses.map(({ reviews }) => new Writers(reviews, { pauseMs: 100 }));
    await Promise.all(buses.map(({ widgets }) => effectsOf(widgets, 20)));
    const before = await Promise.all(buses.map(({ reviews }) => reviews.committed()));
    const since = Date.now();
    for (const { link } of [vanished.reviews, vanished.widgets]) {
      link.onChange((connected) => connected && reconnectedMs.push(Date.now() - since));
    }
    reconnectedMs.length = 0;
    await vanish(vanished);
    await down.world.nats.kill();
    await pause(OUTAGE_MS);
    await down.world.nats.restart();
    for (const each of writers) await each.stop();
    const after = await Promise.all(buses.map(({ reviews }) => reviews.committed()));
    written = after.map((count, index) => count - before[index]!);
  }, 120_000);
  afterAll(async () => {
    for (const each of writers) await each.stop();
    for (const { world, ways } of [down, vanished]) {
      await ways.reviews.close();
      await ways.widgets.close();
      await world.close();
    }
  });

  async function startBus(): Promise<Bus> {
    const world = await EventsWorld.start(['reviews', 'widgets'], { durables: SHORT_ACK_WAIT });
    const ways = {
      reviews: await VanishingWay.open(world.nats.url),
      widgets: await VanishingWay.open(world.nats.url),
    };
    const [reviews, widgets] = [
      await world.replica('reviews', {}, { natsUrl: ways.reviews.url }),
      await world.replica('widgets', {}, { natsUrl: ways.widgets.url }),
    ];
    reviews.relay.start();
    // The server repeats to the vanished holder, each ack wait while the last pull lasts, what never reached it.
    world.consume(widgets, noteReviews(widgets), { retries: PATIENT_RETRIES });
    return { world, reviews, widgets, ways };
  }

  /** The network goes while events are on their way to the consumer. */
  async function vanish({ world, ways }: Bus): Promise<void> {
    ways.widgets.vanish();
    const sent = async () => (await world.durable('widgets__review')).delivered.stream_seq;
    const before = await sent();
    await eventually(sent, (newest) => newest > before, 'a delivery that reaches nobody');
    ways.reviews.vanish();
  }

  const effectsOf = (widgets: Replica, count: number) =>
    eventually(
      async () => (await widgets.effects()).length,
      (effects) => effects >= count,
      `${count} effects`,
      { timeoutMs: 60_000 },
    );

  /** Everything that was committed is in the stream, in order, and had its effect, once. */
  async function expectWhole({ world, reviews, widgets }: Bus): Promise<void> {
    await published(reviews);
    const stored = await world.stored();
    expect(stored).toHaveLength(await reviews.committed());
    expect(outOfOrder(stored)).toEqual([]);
    await effectsOf(widgets, stored.length);
    const effects = await widgets.effects();
    expect(effects.map(({ event_id }) => event_id).sort()).toEqual(stored.map(({ id }) => id).sort());
    const newest = JSON.stringify(await reviews.versions('aggregates'));
    const copied = async () => JSON.stringify(await widgets.versions('copies'));
    await eventually(copied, (copies) => copies === newest, 'the newest version of each review');
  }

  it('of NATS loses, repeats and reorders nothing; the services wrote on all the time', async () => {
    expect(written[0]).toBeGreaterThan(100);
    await expectWhole(down);
  });

  it('of the network is noticed after three pings; then everything goes on over a new connection', async () => {
    await eventually(
      () => reconnectedMs,
      ({ length }) => length === 2,
      'both to be connected again',
    );
    for (const ms of reconnectedMs) expect(ms).toBeLessThan(60_000);
    expect(written[1]).toBeGreaterThan(100);
    await expectWhole(vanished);
  });
});
