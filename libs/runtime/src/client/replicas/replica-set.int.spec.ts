import { Logger } from '@nestjs/common';
import { eventually, freePort, RecordedLogs } from '@plaudit/testing';
import { ConnectError } from './replica-connections';
import { NoReplicaError, type ReplicaSet } from './replica-set';
import { fine, PATIENT, ReplicasWorld, send, sendMany, shares } from './replicas-world.suite';
import type { StandInReplica } from './stand-in-replica.suite';

/** After this time a replica that owes a response is probed. */
const SILENCE_MS = 1_000 * PATIENT;

let world: ReplicasWorld;
let logs: RecordedLogs;
let one: StandInReplica;
let other: StandInReplica;
let set: ReplicaSet;

beforeEach(async () => {
  logs = new RecordedLogs();
  Logger.overrideLogger(logs);
  world = new ReplicasWorld();
  one = await world.replica();
  other = await world.replica();
  set = world.set([one.url, other.url]);
});
afterEach(() => world.close());

/** Sends requests until the replica has received `count` more. All of them must succeed. */
async function sendUntilReceived(replica: StandInReplica, count: number): Promise<void> {
  const wanted = replica.requests.length + count;
  await eventually(
    async () => [await send(set), replica.requests.length] as const,
    ([result, received]) => {
      expect(result).toBe('fine');
      return received >= wanted;
    },
    'the replica to receive requests',
    { intervalMs: 5 },
  );
}

async function received(replica: StandInReplica, count: number): Promise<void> {
  await eventually(
    () => replica.requests.length,
    (requests) => requests === count,
    `the replica to receive ${count} requests`,
  );
}

/** Returns whether requests avoid each replica. */
function out(): boolean[] {
  return set.states().map(({ isOut }) => isOut);
}

async function probed(...expected: boolean[]): Promise<void> {
  await eventually(
    out,
    (states) => states.join() === expected.join(),
    `the replicas to be avoided: ${expected.join()}`,
  );
}

describe('a ReplicaSet that chooses', () => {
  it('lets equally busy replicas take turns', async () => {
    expect(await sendMany(set, 20)).toEqual(fine(20));
    expect(shares(one, other)).toEqual([10, 10]);
  });

  it('prefers the replica with the fewest requests in flight', async () => {
    one.freeze();
    const underWay = [send(set), send(set)];
    expect(await Promise.race(underWay)).toBe('fine');
    expect(await sendMany(set, 10)).toEqual(fine(10));
    expect(shares(one, other)).toEqual([1, 11]);
    one.thaw();
    expect(await Promise.all(underWay)).toEqual(fine(2));
  });
});

describe('a ReplicaSet with a replica that fails', () => {
  it('tries each other replica once if no connection can be opened, also for POST', async () => {
    const [gone, alsoGone] = [await freePort(), await freePort()];
    const nowhere = [`http://127.0.0.1:${gone}`, `http://127.0.0.1:${alsoGone}`];
    const partial = world.set([...nowhere, one.url]);
    for (let sent = 0; sent < 10; sent += 1) expect(await send(partial, '/', 'POST')).toBe('fine');
    expect(shares(one)).toEqual([10]);
    expect(await send(world.set(nowhere))).toBeInstanceOf(ConnectError);
  });

  it('gives up after five seconds of attempts to connect', async () => {
    const partial = world.set([one.url, `http://127.0.0.1:${await freePort()}`]);
    const first = send(partial);
    world.now += 5_000 * PATIENT + 1;
    expect(await first).toBeInstanceOf(ConnectError);
    expect(await send(partial)).toBe('fine');
  });

  it('never repeats a request that was sent', async () => {
    for (const replica of [one, other]) replica.respond = (request) => request.socket.resetAndDestroy();
    expect(await sendMany(set, 4)).not.toContain('fine');
    expect(one.requests.length + other.requests.length).toBe(4);
  });

  it('avoids the replica until a probe finds it ready', async () => {
    one.isReady = false;
    one.respond = (request) => request.socket.resetAndDestroy();
    const results = await sendMany(set, 2);
    expect(results.filter((result) => result !== 'fine')).toHaveLength(1);
    expect(await sendMany(set, 20)).toEqual(fine(20));
    expect(shares(one, other)).toEqual([1, 21]);

    one.respond = (_request, response) => response.end('fine');
    one.isReady = true;
    await probed(false, false);
    expect(await sendMany(set, 20)).toEqual(fine(20));
    expect(shares(one, other)).toEqual([11, 31]);
  });

  it('gives a replica its share after it has restarted', async () => {
    await one.stop();
    expect(await sendMany(set, 20)).toEqual(fine(20));
    expect(shares(one, other)).toEqual([0, 20]);
    await one.listen();
    await probed(false, false);
    expect(await sendMany(set, 20)).toEqual(fine(20));
    expect(shares(one, other)).toEqual([10, 30]);
  });

  it('logs once that a replica is avoided and once that it is back', async () => {
    await one.stop();
    await sendMany(set, 20);
    await eventually(
      () => logs.lines.length,
      (lines) => lines === 1,
      'the log line',
    );
    await one.listen();
    await probed(false, false);
    const about = { upstream: 'reports', replica: one.name };
    expect(logs.lines.map(({ message }) => message)).toEqual([
      {
        message: 'Stopped sending requests to a replica while others work',
        reason: expect.stringContaining('ECONNREFUSED'),
        ...about,
      },
      { message: 'Sends requests to a replica again', ...about },
    ]);
  });

  it('refuses requests only while the breakers of all replicas are open', async () => {
    for (const replica of [one, other]) {
      replica.isReady = false;
      replica.respond = (request) => request.socket.resetAndDestroy();
    }
    const results = await sendMany(set, 30);
    expect(shares(one, other)).toEqual([5, 5]);
    expect(results.slice(10).every((result) => result instanceof NoReplicaError)).toBe(true);
    expect(set.isOpen).toBe(true);
    one.respond = (_request, response) => response.end('fine');
    world.now += 2_000;
    await eventually(
      () => send(set),
      (result) => result === 'fine',
      'a trial at the replica that works',
    );
    expect(set.isOpen).toBe(false);
  });
});

describe('a ReplicaSet with a replica that is silent', () => {
  it('sends a frozen replica nothing after a second, however busy the other one is', async () => {
    one.freeze();
    const stuck = [send(set), send(set)];
    expect(await Promise.race(stuck)).toBe('fine');
    await received(one, 1);
    world.now += SILENCE_MS + 1;

    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    other.respond = (_request, response) => void released.then(() => response.end('fine'));
    const busy = Array.from({ length: 20 }, () => send(set));
    await received(other, 21);
    expect(shares(one)).toEqual([1]);
    release();
    expect(await Promise.all(busy)).toEqual(fine(20));

    one.thaw();
    expect(await Promise.all(stuck)).toEqual(fine(2));
    await sendUntilReceived(one, 5);
  });

  it('goes on to use a replica that is only slow', async () => {
    one.respond = ({ url }, response) => {
      if (url !== '/slow') response.end('fine');
    };
    void send(set, '/slow');
    await eventually(
      () => shares(one, other).join(),
      (received) => received !== '0,0',
      'the slow request to arrive',
    );
    if (other.requests.length > 0) void send(set, '/slow');
    await received(one, 1);
    world.now += SILENCE_MS + 1;
    await send(set);
    await eventually(
      () => one.probes,
      (probes) => probes === 1,
      'the probe of the replica',
    );
    await probed(false, false);
    const busy = Array.from({ length: 9 }, () => send(set));
    expect(await Promise.all(busy)).toEqual(fine(9));
    expect(shares(one)[0]).toBeGreaterThan(3);
    expect(one.probes).toBe(1);
  });

  it('uses all replicas if all of them are silent', async () => {
    one.freeze();
    other.freeze();
    const stuck = [send(set), send(set)];
    await received(one, 1);
    await received(other, 1);
    world.now += SILENCE_MS + 1;
    stuck.push(send(set), send(set));
    await received(one, 2);
    await received(other, 2);
    expect(out()).toEqual([true, true]);
    one.thaw();
    other.thaw();
    expect(await Promise.all(stuck)).toEqual(fine(4));
  });

  it('never probes a replica that is the only one', async () => {
    const alone = world.set([one.url]);
    one.freeze();
    const stuck = [send(alone)];
    await received(one, 1);
    world.now += SILENCE_MS + 1;
    stuck.push(send(alone));
    await received(one, 2);
    one.thaw();
    expect(await Promise.all(stuck)).toEqual(fine(2));
    expect(alone.states()).toEqual([{ name: one.name, isOut: false }]);
    expect(one.probes).toBe(0);
  });
});
