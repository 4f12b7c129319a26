import 'reflect-metadata';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@plaudit/contracts';
import { eventually, freePort, publishToEvents } from '@plaudit/testing';
import { findNatsServer } from '@plaudit/embedded';
import type { JetStreamManager } from 'nats';
import { connectNats } from '../connection/nats-connection';
import { applyTopology } from './topology';
import { accessTo } from '../connection/nats-access';

const DEPLOYED = join(__dirname, '..', '..', '..', '..', 'deploy', 'nats');

/** An election takes seconds on a busy machine. */
const SETTLE = { timeoutMs: 60_000, intervalMs: 100 };

interface Server {
  env: Record<string, string>;
  process: ChildProcess | null;
}

/** Three servers on loopback, each with the files of deploy/nats/cluster and variables of its own. */
class DeployedCluster {
  private readonly folder = mkdtempSync(join(tmpdir(), 'plaudit-nats-cluster-'));
  private readonly servers: Server[] = [];
  private log = '';

  constructor(private readonly binary: string) {}

  async start(): Promise<void> {
    copyFileSync(join(DEPLOYED, 'users.conf'), join(this.folder, 'users.conf'));
    // The server of the tests may be older than the deployed one and not know sync_interval.
    const text = readFileSync(join(DEPLOYED, 'cluster', 'nats-server.conf'), 'utf8');
    const isOld = /v2\.\d\./.test(await this.version());
    writeFileSync(this.config, isOld ? text.replace(/^ *sync_interval.*$/m, '') : text);
    const ports: number[] = [];
    while (ports.length < 9) ports.push(await freePort());
    const routes = `[${ports
      .slice(6)
      .map((port) => `nats-route://127.0.0.1:${port}`)
      .join(', ')}]`;
    const names = ['ADMIN', ...SERVICE_NAMES.map((name) => name.toUpperCase())];
    const passwords = Object.fromEntries(names.map((user) => [`${user}_NATS_PASSWORD`, 'password']));
    for (const index of [0, 1, 2]) {
      const env = {
        ...passwords,
        NATS_SERVER_NAME: `nats-${index + 1}`,
        NATS_LISTEN: `127.0.0.1:${ports[index]}`,
        NATS_MONITOR: `127.0.0.1:${ports[index + 3]}`,
        NATS_ROUTE_LISTEN: `127.0.0.1:${ports[index + 6]}`,
        NATS_ROUTES: routes,
        NATS_STORE_DIR: join(this.folder, `nats-${index + 1}`),
      };
      this.servers.push({ env, process: null });
      this.startServer(index);
    }
    await this.settle(0, 0);
  }

  /** The address of all servers, as NATS_URL has it. */
  get url(): string {
    return this.servers.map(({ env }) => `nats://admin:password@${env['NATS_LISTEN']}`).join(',');
  }

  startServer(index: number): void {
    const server = this.servers[index] as Server;
    const child = spawn(this.binary, ['-c', this.config], {
      env: server.env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (part: Buffer) => (this.log += part.toString()));
    server.process = child;
  }

  /** Ends a server like a machine that fails. */
  async kill(index: number): Promise<void> {
    const child = this.servers[index]?.process as ChildProcess;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Deletes the store of a server that does not run. */
  empty(index: number): void {
    rmSync(this.servers[index]?.env['NATS_STORE_DIR'] as string, { recursive: true });
  }

  /** Waits until all of this number of streams have a leader and that many complete copies. */
  async settle(size: number, copies: number): Promise<void> {
    await eventually(
      () => this.copies(),
      // A server that is not ready lists only some of them.
      (counts) => counts.length === size && counts.every((count) => count === copies),
      `${size} streams to have ${copies} complete copies`,
      SETTLE,
    );
  }

  /** Returns how many messages EVENTS has. */
  messages(): Promise<number> {
    return eventually(
      () => withManager(this.url, async (jsm) => (await jsm.streams.info('EVENTS')).state.messages),
      () => true,
      'EVENTS to have a leader',
      SETTLE,
    );
  }

  async stop(): Promise<void> {
    for (const index of this.servers.keys()) await this.kill(index);
    rmSync(this.folder, { recursive: true });
  }

  private get config(): string {
    return join(this.folder, 'nats-server.conf');
  }

  private async version(): Promise<string> {
    const child = spawn(this.binary, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [text] = (await once(child.stdout, 'data')) as [Buffer];
    return text.toString();
  }

  /** Returns the complete copies of each stream, and 0 for one that is not complete. */
  private copies(): Promise<number[]> {
    return withManager(this.url, async (jsm) => {
      const streams = await jsm.streams.list().next();
      return streams.map(({ config, cluster }) => complete(cluster, config.num_replicas));
    });
  }
}

async function withManager<T>(url: string, work: (jsm: JetStreamManager) => Promise<T>): Promise<T> {
  const nats = await connectNats({ ...accessTo(url), service: 'test' });
  try {
    return await work(await nats.jetstreamManager());
  } finally {
    await nats.close();
  }
}

interface Copies {
  leader?: string;
  replicas?: { current: boolean; offline?: boolean }[];
}

function complete(cluster: Copies | undefined, wanted: number): number {
  const copies = (cluster?.replicas ?? []).filter(({ current, offline }) => current && !offline);
  return cluster?.leader && copies.length === wanted - 1 ? wanted : 0;
}

describe('the configuration in deploy/nats/cluster', () => {
  let cluster: DeployedCluster;
  let published = 0;
  /** The number of streams. */
  let size = 0;

  /** A client repeats what a server that just left did not acknowledge. */
  const publish = async (): Promise<void> => {
    await eventually(
      () => publishToEvents(cluster.url, 'review.created.v1.7.1', '{}').then(() => true),
      Boolean,
      'the cluster to take an event',
      SETTLE,
    );
    published += 1;
  };

  beforeAll(async () => {
    cluster = new DeployedCluster(await findNatsServer({ env: process.env }));
    await cluster.start();
  }, 120_000);
  afterAll(() => cluster.stop());

  it('makes three copies of streams that had one, and keeps their messages', async () => {
    const { streams } = await applyTopology(cluster.url, { eventsMaxBytes: 50_000_000 });
    size = streams.length;
    await publish();
    await cluster.settle(size, 1);
    // A stream has a leader before all servers know each other.
    const { changes } = await eventually(
      () => applyTopology(cluster.url, { replicas: 3 }),
      () => true,
      'all servers to be peers',
      SETTLE,
    );
    expect(changes.filter(({ applied }) => !applied)).toEqual([]);
    await cluster.settle(size, 3);
    expect(await cluster.messages()).toBe(published);
  }, 120_000);

  it('takes events while one server is away, and gives everything to an empty one in its place', async () => {
    await cluster.kill(0);
    await publish();
    cluster.empty(0);
    cluster.startServer(0);
    await cluster.settle(size, 3);
    expect(await cluster.messages()).toBe(published);
  }, 120_000);
});
