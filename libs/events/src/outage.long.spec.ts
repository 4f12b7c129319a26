import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { atLength, eventually } from '@plaudit/testing';
import { EventsWorld, outOfOrder } from './fixtures/events-world';
import { published, type Replica } from './fixtures/replica';
import { BlackholeProxy } from './fixtures/blackhole-proxy';
import { reviewHandlers, MANY_RETRIES, SHORT_ACK_WAIT } from './fixtures/review-handlers';
import { Writers } from './fixtures/writers';

/** The outage is longer than every timeout: of a publish (5 s), an ack (1 s), a pull (10 s) and three pings (4.5 s). */
const { outageMs, publishTimeoutMs, pullMs } = atLength({
  short: { outageMs: 6_000, publishTimeoutMs: 2_000, pullMs: 4_000 },
  long: { outageMs: 15_000, publishTimeoutMs: undefined, pullMs: undefined },
});
/** A quarter of what the writers write. */
const MIN_WRITTEN = outageMs / 150;

interface Bus {
  world: EventsWorld;
  reviews: Replica;
  ai: Replica;
  /** The proxies between each replica and NATS. */
  proxies: { reviews: BlackholeProxy; ai: BlackholeProxy };
}

/** Both outages run at the same time, each with its own servers, because they take so long. */
describe('the event bus in an outage that is longer than every timeout', () => {
  let down: Bus;
  let unreachable: Bus;
  let writers: Writers[] = [];
  /** The time that each replica needed to connect again after its connection failed. */
  const reconnectedMs: number[] = [];
  let written: number[];

  beforeAll(async () => {
    [down, unreachable] = await Promise.all([startBus(), startBus()]);
    const buses = [down, unreachable];
    writers = buses.map(({ reviews }) => new Writers(reviews, { pauseMs: 100 }));
    await Promise.all(buses.map(({ ai }) => effectsOf(ai, 20)));
    const before = await Promise.all(buses.map(({ reviews }) => reviews.committed()));
    const since = Date.now();
    for (const { link } of [unreachable.reviews, unreachable.ai]) {
      link.onChange((connected) => connected && reconnectedMs.push(Date.now() - since));
    }
    reconnectedMs.length = 0;
    await blackhole(unreachable);
    await down.world.nats.kill();
    await pause(outageMs);
    await down.world.nats.restart();
    for (const each of writers) await each.stop();
    const after = await Promise.all(buses.map(({ reviews }) => reviews.committed()));
    written = after.map((count, index) => count - before[index]!);
  }, 120_000);
  afterAll(async () => {
    for (const each of writers) await each.stop();
    for (const { world, proxies } of [down, unreachable]) {
      await proxies.reviews.close();
      await proxies.ai.close();
      await world.close();
    }
  });

  async function startBus(): Promise<Bus> {
    const world = await EventsWorld.start(['reviews', 'ai'], { durables: SHORT_ACK_WAIT });
    const proxies = {
      reviews: await BlackholeProxy.open(world.nats.url),
      ai: await BlackholeProxy.open(world.nats.url),
    };
    const [reviews, ai] = [
      await world.replica('reviews', { publishTimeoutMs }, { natsServer: proxies.reviews.url }),
      await world.replica('ai', {}, { natsServer: proxies.ai.url }),
    ];
    reviews.relay.start();
    // Until the last pull expires, the server repeats unacknowledged messages to the unreachable replica.
    world.consume(ai, reviewHandlers(ai), { retries: MANY_RETRIES, pullMs });
    return { world, reviews, ai, proxies };
  }

  /** Blocks the network while events are in flight to the consumer. */
  async function blackhole({ world, proxies }: Bus): Promise<void> {
    proxies.ai.blackhole();
    const sent = async () => (await world.durable('ai__review')).delivered.stream_seq;
    const before = await sent();
    await eventually(sent, (newest) => newest > before, 'a delivery into the blackhole');
    proxies.reviews.blackhole();
  }

  const effectsOf = (ai: Replica, count: number) =>
    eventually(
      async () => (await ai.effects()).length,
      (effects) => effects >= count,
      `${count} effects`,
      { timeoutMs: 60_000 },
    );

  /** Expects every committed event in the stream, once and in order, with exactly one effect. */
  async function expectNothingLost({ world, reviews, ai }: Bus): Promise<void> {
    await published(reviews);
    const stored = await world.stored();
    expect(stored).toHaveLength(await reviews.committed());
    expect(outOfOrder(stored)).toEqual([]);
    await effectsOf(ai, stored.length);
    const effects = await ai.effects();
    expect(effects.map(({ event_id }) => event_id).sort()).toEqual(stored.map(({ id }) => id).sort());
    const newest = JSON.stringify(await reviews.versions('aggregates'));
    const copied = async () => JSON.stringify(await ai.versions('copies'));
    await eventually(copied, (copies) => copies === newest, 'the newest version of each review');
  }

  it('neither loses, repeats nor reorders events while NATS is down and the services continue to write', async () => {
    expect(written[0]).toBeGreaterThan(MIN_WRITTEN);
    await expectNothingLost(down);
  });

  it('detects a network failure after three pings and continues over a new connection', async () => {
    await eventually(
      () => reconnectedMs,
      ({ length }) => length === 2,
      'both replicas to connect again',
    );
    for (const ms of reconnectedMs) expect(ms).toBeLessThan(60_000);
    expect(written[1]).toBeGreaterThan(MIN_WRITTEN);
    await expectNothingLost(unreachable);
  });
});
