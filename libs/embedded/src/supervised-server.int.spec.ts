import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { administer, eventually } from '@plaudit/testing';
import { type DetachedChild, spawnDetached } from './child-process';
import { removeDataDir } from './data-dir';
import { type FolderLock, lockFolder, seizeFolder } from './folder-lock';
import { startNatsServer } from './nats/nats-server';
import { setNatsUsers } from './nats/nats-users';
import { startPostgres } from './postgres/postgres';
import { identify } from './process-identity';
import { restartPause, SupervisedServer } from './supervised-server';

const KILL = [{ signal: 'SIGKILL', waitMs: 30_000 }] as const;

describe('restartPause', () => {
  it('doubles from half a second up to 30 s, and is nothing at first', () => {
    expect([0, 1, 2, 3, 7, 8, 1_000].map(restartPause)).toEqual([
      0, 500, 1_000, 2_000, 30_000, 30_000, 30_000,
    ]);
  });
});

describe('an embedded server that is killed', () => {
  let dataDir: string;
  let logged: string[];
  const log = (line: string): void => void logged.push(line);

  beforeEach(() => {
    logged = [];
    dataDir = mkdtempSync(join(tmpdir(), 'supervised-'));
  });
  afterEach(async () => {
    await removeDataDir(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  });

  const another = (server: { pid: number }, killed: number) =>
    eventually(
      () => server.pid,
      (pid) => pid !== killed,
      'another process of the server',
    );
  const said = (text: RegExp) =>
    eventually(
      () => logged,
      (lines) => lines.some((line) => text.test(line)),
      `a line like ${String(text)}`,
    );

  it('serves again on the same port, with its streams and the users that were added', async () => {
    const nats = await startNatsServer({ dataDir, env: process.env, log });
    await setNatsUsers(dataDir, '  { user: "crm", password: "pw" }');
    const stream = JSON.stringify({ name: 'KEPT', subjects: ['kept.>'] });
    await request(nats.url, '$JS.API.STREAM.CREATE.KEPT', stream);
    await request(nats.url, 'kept.1', 'a message');
    const { pid } = nats;
    process.kill(pid, 'SIGKILL');
    await another(nats, pid);
    await said(/^nats-server serves again/);
    expect(logged).toEqual([
      `nats-server (process ${pid}) ended by itself (signal SIGKILL). Starting it again.`,
      `nats-server serves again (process ${nats.pid}).`,
    ]);
    expect(await request(nats.url, '$JS.API.STREAM.INFO.KEPT')).toContain('"messages":1,');
    expect(await request(`nats://crm:pw@127.0.0.1:${nats.port}`, 'kept.1', 'another')).toContain('"seq":2');
    const { pid: last } = nats;
    await nats.stop();
    expect([identify(pid), identify(last)]).toEqual([null, null]);
  });

  it('recovers the committed rows of Postgres on the same port', async () => {
    const postgres = await startPostgres({ dataDir, log });
    const ask = (sql: string) => administer(postgres.adminUrl, (admin) => admin.query(sql));
    await ask('create table kept as select 1 as n');
    const { pid } = postgres;
    process.kill(pid, 'SIGKILL');
    await said(/^Postgres serves again/);
    expect(postgres.pid).not.toBe(pid);
    expect(await ask('select n from kept')).toEqual([{ n: 1 }]);
    await postgres.stop();
    expect(identify(postgres.pid)).toBeNull();
  });

  it('is not started again after its folder was taken away', async () => {
    const nats = await startNatsServer({ dataDir, env: process.env, log });
    await seizeFolder(join(dataDir, 'nats'));
    expect(identify(nats.pid)).toBeNull();
    await nats.stop();
    expect(logged).toEqual([]);
  });
});

describe('SupervisedServer', () => {
  const dir = mkdtempSync(join(tmpdir(), 'supervised-'));
  const sleep = (): Promise<DetachedChild> =>
    spawnDetached('/bin/sleep', { args: ['600'], logFile: join(dir, 'log') });
  let lock: FolderLock;
  beforeAll(async () => {
    lock = await lockFolder(dir);
  });
  afterAll(() => {
    lock.release();
    rmSync(dir, { recursive: true });
  });

  it('tries again until the server starts, with a longer pause after each failure', async () => {
    const pauses: number[] = [];
    let attempts = 0;
    const server = new SupervisedServer(await sleep(), {
      name: 'sleep',
      lock,
      pauseAfter: (failures) => (pauses.push(failures), 0),
      start: () => ((attempts += 1) < 4 ? Promise.reject(new Error('no')) : sleep()),
    });
    const { pid } = server;
    process.kill(pid, 'SIGKILL');
    await eventually(
      () => server.pid,
      (now) => now !== pid,
      'the fourth attempt',
    );
    expect(pauses).toEqual([0, 1, 2, 3]);
    await server.end(KILL);
    expect(identify(server.pid)).toBeNull();
  });

  it('stops what is about to start when it is ended, and starts nothing afterwards', async () => {
    let starts = 0;
    let isStopping = (): boolean => false;
    const started: DetachedChild[] = [];
    const server = new SupervisedServer(await sleep(), {
      name: 'sleep',
      lock,
      start: async (stopping) => {
        starts += 1;
        isStopping = stopping;
        const child = await sleep();
        started.push(child);
        await eventually(stopping, Boolean, 'the stop');
        return child;
      },
    });
    process.kill(server.pid, 'SIGKILL');
    await eventually(
      () => started.length,
      (count) => count === 1,
      'the start',
    );
    await server.end(KILL);
    expect([isStopping(), starts]).toEqual([true, 1]);
    expect(started.map(({ pid }) => identify(pid))).toEqual([null]);
  });

  it('does not wait for the pause when it is ended', async () => {
    let paused = false;
    const server = new SupervisedServer(await sleep(), {
      name: 'sleep',
      lock,
      pauseAfter: () => ((paused = true), 3_600_000),
      start: () => Promise.reject(new Error('never')),
    });
    process.kill(server.pid, 'SIGKILL');
    await eventually(
      () => paused,
      (is) => is,
      'the pause',
    );
    await expect(server.end(KILL)).resolves.toBeUndefined();
  });
});

/** Sends a request to NATS and returns the text that arrives until the response is complete. */
async function request(url: string, subject: string, payload = ''): Promise<string> {
  const { username: user, password: pass, port } = new URL(url);
  const socket = createConnection(Number(port), '127.0.0.1');
  let received = '';
  socket.on('data', (data) => (received += data.toString('utf8')));
  socket.write(`CONNECT ${JSON.stringify({ user, pass, verbose: false })}\r\nSUB inbox 1\r\n`);
  socket.write(`PUB ${subject} inbox ${payload.length}\r\n${payload}\r\n`);
  try {
    return await eventually(
      () => received,
      (text) => /MSG inbox[^]*}\r\n$/.test(text),
      `the response to ${subject}`,
    );
  } finally {
    socket.destroy();
  }
}
