import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import {
  channelUpdated,
  type DomainEvent,
  reviewCreated,
  reviewsCollected,
  type ServiceName,
  subjectOf,
} from '@plaudit/contracts';
import { buildEvent, eventually, type GuardedNats, startGuardedNats } from '@plaudit/testing';
import { connect, type JetStreamManager, type NatsConnection } from 'nats';
import { connectionOptions } from '../connection/nats-connection';
import { NatsLink } from '../connection/nats-link';
import { BlackholeProxy } from '../fixtures/blackhole-proxy';
import { violationsIn } from '../fixtures/refusals';
import { applyTopology } from '../topology/topology';
import { LiveEvents } from './live-events';

// The specs cause the failures that would be logged.
Logger.overrideLogger(false);

const QUICK = { heartbeatMs: 200, retryMs: 20 };

interface Watcher {
  live: LiveEvents;
  link: NatsLink;
  received: { id: string; sequence: number }[];
  gaps: number[];
}

let nats: GuardedNats;
let admin: NatsConnection;
let jsm: JetStreamManager;
const watchers: Watcher[] = [];

beforeAll(async () => {
  nats = await startGuardedNats();
  await applyTopology(nats.urlOf('admin'));
  admin = await connect({
    ...connectionOptions({ url: nats.urlOf('admin'), service: 'spec' }),
    timeout: 2_000,
  });
  jsm = await admin.jetstreamManager();
});
afterEach(stopWatching);
afterAll(async () => {
  await admin.close();
  await nats.stop();
});

async function stopWatching(): Promise<void> {
  for (const { live, link } of watchers.splice(0)) {
    await live.stop();
    await link.close();
  }
}

async function watch(service: ServiceName = 'gateway', url = nats.urlOf(service)): Promise<Watcher> {
  const link = new NatsLink({ url, service });
  link.open();
  const received: Watcher['received'] = [];
  const gaps: number[] = [];
  const live = new LiveEvents(link, {
    patterns: [reviewCreated.pattern, channelUpdated.pattern],
    receive: ({ id }, sequence) => received.push({ id, sequence }),
    gap: (sequence) => gaps.push(sequence),
    ...QUICK,
  });
  const watcher = { live, link, received, gaps };
  watchers.push(watcher);
  live.start();
  await link.waitUntilConnected(10_000);
  return watcher;
}

async function watching(url?: string): Promise<Watcher> {
  const watcher = await watch('gateway', url);
  await eventually(
    () => watcher.gaps.length,
    (gaps) => gaps > 0,
    'the first connect',
  );
  return watcher;
}

/** Returns the sequence of each event. */
async function publish(...events: DomainEvent[]): Promise<number[]> {
  const sequences: number[] = [];
  for (const event of events) {
    const stored = await admin
      .jetstream()
      .publish(subjectOf(event), JSON.stringify(event), { msgID: event.id, timeout: 500 });
    sequences.push(stored.seq);
  }
  return sequences;
}

const ids = ({ received }: Watcher): string[] => received.map(({ id }) => id);
const arrived = (watcher: Watcher, count: number) =>
  eventually(
    () => ids(watcher),
    ({ length }) => length >= count,
    `${count} events`,
  );
const liveConsumers = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const { name, config } of jsm.consumers.list('EVENTS'))
    if (!config.durable_name) found.push(name);
  return found;
};

describe('LiveEvents', () => {
  it('delivers the events of its kinds from now on to every replica, in order and with their sequences', async () => {
    await publish(buildEvent(reviewCreated));
    const replicas = [await watching(), await watching()];
    const events = [
      buildEvent(reviewCreated),
      buildEvent(reviewsCollected),
      buildEvent(channelUpdated),
      buildEvent(reviewCreated),
    ];
    const sequences = await publish(...events);
    for (const replica of replicas) {
      await arrived(replica, 3);
      expect(replica.received).toEqual(
        [0, 2, 3].map((at) => ({ id: events[at]!.id, sequence: sequences[at] })),
      );
      expect(replica.live.sequence).toBe(sequences[3]);
      expect(replica.gaps).toHaveLength(1);
    }
  });

  it('passes over a message that is not an event', async () => {
    const watcher = await watching();
    await admin.jetstream().publish('review.created.v1.1.1', 'nonsense');
    const event = buildEvent(reviewCreated);
    await publish(event);
    await arrived(watcher, 1);
    expect(ids(watcher)).toEqual([event.id]);
  });

  it.each([
    ['a restart of the server', () => nats.kill().then(() => nats.restart())],
    ['the loss of its consumer', () => removeConsumers()],
  ])('misses nothing and repeats nothing after %s', async (_what, harm) => {
    const watcher = await watching();
    const before = buildEvent(reviewCreated);
    await publish(before);
    await arrived(watcher, 1);
    await harm();
    const after = [buildEvent(reviewCreated), buildEvent(channelUpdated)];
    await eventually(
      () => publish(after[0]!).catch(() => []),
      ({ length }) => length > 0,
      'the server to store an event',
    );
    await publish(after[1]!);
    await arrived(watcher, 3);
    expect(ids(watcher)).toEqual([before, ...after].map(({ id }) => id));
    expect(watcher.gaps).toHaveLength(1);
  });

  it('goes on after the last event when its connection returns, and reports a gap only if the stream gave up events', async () => {
    const proxy = await BlackholeProxy.open(nats.urlOf('gateway'));
    const watcher = await watching(proxy.url);
    const away = async (work: () => Promise<unknown>): Promise<void> => {
      await proxy.refuse();
      await work();
      await proxy.accept();
    };
    const kept = [buildEvent(reviewCreated), buildEvent(reviewCreated)];
    await away(() => publish(...kept));
    await arrived(watcher, 2);
    expect(ids(watcher)).toEqual(kept.map(({ id }) => id));
    expect(watcher.gaps).toHaveLength(1);
    let last = 0;
    await away(async () => {
      [last = 0] = await publish(buildEvent(reviewCreated));
      await jsm.streams.purge('EVENTS', { seq: last + 1 });
    });
    await eventually(
      () => watcher.gaps,
      ({ length }) => length === 2,
      'the gap',
    );
    expect(watcher.gaps[1]).toBe(last);
    const next = buildEvent(reviewCreated);
    await publish(next);
    await arrived(watcher, 3);
    expect(ids(watcher).at(-1)).toBe(next.id);
    await stopWatching();
    await proxy.close();
  });

  it('reports a gap and goes on if the stream was created again', async () => {
    const watcher = await watching();
    await jsm.streams.delete('EVENTS');
    await applyTopology(nats.urlOf('admin'));
    await eventually(
      () => watcher.gaps,
      ({ length }) => length === 2,
      'the gap',
    );
    expect(watcher.gaps[1]).toBe(0);
    const event = buildEvent(reviewCreated);
    await publish(event);
    await arrived(watcher, 1);
    expect(watcher.received).toEqual([{ id: event.id, sequence: 1 }]);
  });

  it('leaves no consumer behind when it stops', async () => {
    await eventually(liveConsumers, ({ length }) => length === 0, 'the consumers of earlier tests to go');
    const watcher = await watching();
    await eventually(liveConsumers, ({ length }) => length === 1, 'its consumer');
    await watcher.live.stop();
    expect(await liveConsumers()).toEqual([]);
  });

  it('needs no right that the NATS user of the gateway lacks', () => {
    expect(violationsIn(nats.log(), 'gateway')).toEqual([]);
  });

  it('is refused to every other service', async () => {
    const watcher = await watch('ai');
    await eventually(
      () => violationsIn(nats.log(), 'ai').join('\n'),
      (refused) => refused.includes('CONSUMER.CREATE.EVENTS'),
      'the refusal',
    );
    expect(watcher.received).toEqual([]);
  });
});

async function removeConsumers(): Promise<void> {
  for (const name of await liveConsumers()) await jsm.consumers.delete('EVENTS', name);
}
