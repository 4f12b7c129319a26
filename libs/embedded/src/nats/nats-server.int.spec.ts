import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { removeDataDir } from '../data-dir';
import { FolderInUseError } from '../embedded.error';
import { freePort } from '../free-port';
import { within } from '../polling';
import { commandLineOf, identify } from '../process-identity';
import { type NatsServerHandle, startNatsServer } from './nats-server';

describe('startNatsServer', () => {
  let dataDir: string;

  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'embedded-nats-'))));
  afterEach(async () => {
    await removeDataDir(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = (config?: string): Promise<NatsServerHandle> =>
    startNatsServer({ dataDir, env: process.env, config });

  it('listens on 127.0.0.1 with JetStream and requires a token', async () => {
    const nats = await start();
    const greeting = await greetingOf(nats.port);
    expect(greeting).toMatchObject({ jetstream: true, auth_required: true, host: '127.0.0.1' });
    await nats.stop();
  });

  it('accepts a client that pauses for three seconds before it authenticates', async () => {
    const nats = await start();
    const client = createConnection(nats.port, '127.0.0.1');
    let said = '';
    client.on('error', () => undefined);
    client.on('data', (data) => (said += data.toString('utf8')));
    await within(30_000, () => said.includes('INFO'));
    const greeted = Date.now();
    await within(30_000, () => Date.now() - greeted >= 3_000);
    client.write(`CONNECT {"auth_token":"${nats.token}","verbose":false}\r\nPING\r\n`);
    await within(30_000, () => said.includes('PONG') || client.closed);
    expect(said).toContain('PONG');
    client.destroy();
    await nats.stop();
  });

  it('hides its token from the command line and from other users', async () => {
    const nats = await start();
    expect(commandLineOf(nats.pid)).toContain('nats-server.conf');
    expect(commandLineOf(nats.pid)).not.toContain(nats.token);
    const config = join(dataDir, 'nats', 'nats-server.conf');
    expect(readFileSync(config, 'utf8')).toContain(nats.token);
    expect(statSync(config).mode & 0o077).toBe(0);
    await nats.stop();
  });

  it('starts again on the same port with the same token when both are given', async () => {
    const port = await freePort();
    const first = await startNatsServer({ dataDir, env: process.env, port });
    await first.kill();
    const second = await startNatsServer({ dataDir, env: process.env, port, token: first.token });
    expect(second.url).toBe(first.url);
    await second.stop();
    expect([first.pid, second.pid].map(identify)).toEqual([null, null]);
  });

  it('refuses a second start while the first owner lives', async () => {
    const nats = await start();
    await expect(start()).rejects.toThrow(FolderInUseError);
    await nats.stop();
  });

  it('names a binary that cannot be run and releases the folder', async () => {
    const binary = join(dataDir, 'no-such-server');
    await expect(startNatsServer({ dataDir, binary })).rejects.toThrow(`Could not run ${binary}: `);
    await (await start()).stop();
  });

  it('reports the failure, the log file and the server’s output, and releases the folder', async () => {
    await expect(start('max_payload: "plenty')).rejects.toThrow(
      /did not start \(exit code 1\)[^]*Binary: .*nats-server\n[^]*Folder: .*\n[^]*server\.log:\n[^]*Parse error/,
    );
    await (await start('max_payload: 2MB')).stop();
  });
});

/** The first line a server sends: `INFO {…}`. */
function greetingOf(port: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('data', (data) => {
      socket.destroy();
      resolve(JSON.parse(data.toString('utf8').replace(/^INFO /, '')));
    });
  });
}
