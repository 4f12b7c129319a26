import { Logger } from '@nestjs/common';
import { eventually, RecordedLogs } from '@plaudit/testing';
import type { ReplicaSet } from './replica-set';
import { fine, ReplicasWorld, send, sendMany } from './replicas-world.suite';
import type { StandInReplica } from './stand-in-replica.suite';

/** Connections are replaced at 48 to 72 seconds, and at 60 with the randomness of this world. */
const MAX_AGE_MS = 60_000;

let world: ReplicasWorld;
let one: StandInReplica;
let other: StandInReplica;

beforeEach(async () => {
  Logger.overrideLogger(new RecordedLogs());
  world = new ReplicasWorld();
  one = await world.replica();
  other = await world.replica();
});
afterEach(() => world.close());

/** The number of connections over which the replica has received requests. */
function used({ requests }: StandInReplica): number {
  return new Set(requests.map(({ socket }) => socket)).size;
}

async function connections(replica: StandInReplica, count: number): Promise<void> {
  await eventually(
    () => replica.sockets.size,
    (open) => open === count,
    `the replica to have ${count} connections`,
  );
}

/** Keeps 16 requests in flight until `work` is done or one fails. Resolves with the failures. */
async function underLoad(set: ReplicaSet, work: () => Promise<void>): Promise<unknown[]> {
  let isDone = false;
  const failures: unknown[] = [];
  const client = async (): Promise<void> => {
    while (!isDone && failures.length === 0) {
      const result = await send(set, '/', 'POST');
      if (result !== 'fine') failures.push(result);
    }
  };
  const clients = Array.from({ length: 16 }, client);
  await work().finally(() => (isDone = true));
  await Promise.all(clients);
  return failures;
}

describe('the connections to a replica', () => {
  it('are used again until they are too old', async () => {
    const set = world.set([one.url], { maxConnections: 1 });
    expect(await sendMany(set, 5)).toEqual(fine(5));
    world.now += MAX_AGE_MS - 1;
    expect(await sendMany(set, 5)).toEqual(fine(5));
    expect(used(one)).toBe(1);
    world.now += 1;
    expect(await sendMany(set, 5)).toEqual(fine(5));
    expect(used(one)).toBe(2);
    await connections(one, 1);
  });

  it('finish their requests when they are too old', async () => {
    const set = world.set([one.url]);
    one.freeze();
    const old = send(set);
    await eventually(
      () => one.requests.length,
      (received) => received === 1,
      'the request to arrive',
    );
    world.now += MAX_AGE_MS;
    const young = send(set);
    await eventually(
      () => one.requests.length,
      (received) => received === 2,
      'the second request to arrive',
    );
    expect(used(one)).toBe(2);
    one.thaw();
    expect(await Promise.all([old, young])).toEqual(fine(2));
    await connections(one, 1);
  });

  it('are replaced under load without a failed request and the old ones do not pile up', async () => {
    const set = world.set([one.url], { maxConnections: 16 });
    let most = 0;
    const failures = await underLoad(set, async () => {
      for (let round = 1; round <= 20; round += 1) {
        const before = used(one);
        world.now += MAX_AGE_MS;
        await eventually(
          () => used(one),
          (connected) => connected > before,
          'new connections',
          { intervalMs: 1 },
        );
        most = Math.max(most, one.sockets.size);
      }
    });
    expect(failures).toEqual([]);
    expect(used(one)).toBeGreaterThan(20);
    expect(most).toBeLessThanOrEqual(64);
  });

  it('are closed after three idle seconds although the replica offers to keep them longer', async () => {
    expect(await send(world.set([one.url]))).toBe('fine');
    await connections(one, 1);
    await connections(one, 0);
  });

  it('are not used again after a response with Connection: close', async () => {
    const set = world.set([one.url]);
    one.respond = (_request, response) => response.setHeader('connection', 'close').end('fine');
    expect(await sendMany(set, 5)).toEqual(fine(5));
    expect(used(one)).toBe(5);
    await connections(one, 0);
  });
});

describe('a replica that stops and starts', () => {
  async function receives(replica: StandInReplica, count: number): Promise<void> {
    const before = replica.requests.length;
    await eventually(
      () => replica.requests.length - before,
      (received) => received > count,
      `the replica to receive ${count} requests`,
    );
  }

  /** Stops as services do: not ready, then the end of each connection, then the end of the port. */
  async function restart(replica: StandInReplica): Promise<void> {
    replica.isReady = false;
    replica.respond = (_request, response) => response.setHeader('connection', 'close').end('fine');
    await connections(replica, 0);
    await replica.stop();
    const { probes } = replica;
    await replica.listen();
    // Until its application exists, a service responds 503 to everything.
    replica.respond = (_request, response) => response.writeHead(503).end('starting');
    await eventually(
      () => replica.probes - probes,
      (probed) => probed > 0,
      'the replica to be probed',
    );
  }

  it('costs no request, and gets its share again once it is ready', async () => {
    const set = world.set([one.url, other.url]);
    const failures = await underLoad(set, async () => {
      await receives(one, 50);
      await restart(one);
      one.respond = (_request, response) => response.end('fine');
      one.isReady = true;
      await receives(one, 50);
    });
    expect(failures).toEqual([]);
    const before = [one.requests.length, other.requests.length] as const;
    expect(await sendMany(set, 20)).toEqual(fine(20));
    expect([one.requests.length - before[0], other.requests.length - before[1]]).toEqual([10, 10]);
  });
});

describe('ReplicaSet.close and destroy', () => {
  /** Sends a request on a connection that is then too old, and one on a new connection. Neither is answered. */
  async function stuckOnOldAndNew(): Promise<{ set: ReplicaSet; stuck: ReturnType<typeof send>[] }> {
    const set = world.set([one.url]);
    one.freeze();
    const stuck = [send(set)];
    world.now += MAX_AGE_MS;
    stuck.push(send(set));
    await eventually(
      () => one.requests.length,
      (received) => received === 2,
      'the requests to arrive',
    );
    return { set, stuck };
  }

  it('close waits for the requests in flight, also for those on old connections', async () => {
    const { set, stuck } = await stuckOnOldAndNew();
    const closing = set.close();
    one.thaw();
    await closing;
    expect(await Promise.all(stuck)).toEqual(fine(2));
    await connections(one, 0);
  });

  it('destroy fails the requests in flight, also those on old connections', async () => {
    const { set, stuck } = await stuckOnOldAndNew();
    await set.destroy();
    expect(await Promise.all(stuck)).not.toContain('fine');
  });
});
