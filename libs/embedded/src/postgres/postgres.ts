import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { type DetachedChild, spawnDetached, stopProcess, type StopStep } from '../child-process';
import { EmbeddedError } from '../embedded.error';
import { type FolderLock, lockFolder, type Log } from '../folder-lock';
import { freePort } from '../free-port';
import { within } from '../polling';
import { commandLineOf, identify } from '../process-identity';
import { findBinaries, type PostgresBinaries, publishBinaries } from './binaries';
import { type Cluster, ensureCluster, hasCluster, locateCluster, superuserPassword } from './cluster';

export interface PostgresOptions {
  /** The product's DATA_DIR; the server's things go into `postgres` below it. */
  dataDir: string;
  /** 0, the default, takes a free one. */
  port?: number;
  /** Server settings beside or instead of ours, e.g. `{ fsync: 'off' }`. */
  settings?: Record<string, string | number>;
  log?: Log;
  /** Where root keeps binaries and clusters, because the server's own user must reach them. */
  stateRoot?: string;
}

export interface PostgresHandle {
  /** Superuser and the database `postgres`; holds the password. */
  adminUrl: string;
  port: number;
  pid: number;
  /** Ends sessions, writes a checkpoint, gives the DATA_DIR back. */
  stop(): Promise<void>;
  /** As a crash would: SIGKILL. The DATA_DIR is given back. */
  kill(): Promise<void>;
}

/** Fast shutdown ends sessions and writes a checkpoint; immediate leaves recovery to the next start. */
const STOP_STEPS: readonly StopStep[] = [
  { signal: 'SIGINT', waitMs: 20_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];
const KILL_STEPS: readonly StopStep[] = [{ signal: 'SIGKILL', waitMs: 5_000 }];
/** Recovery after a crash replays at most max_wal_size (1 GB) and comes before "ready". */
const READY_TIMEOUT_MS = 60_000;
const DEFAULT_SETTINGS = { max_connections: 300, timezone: 'UTC', log_timezone: 'UTC' };
const DEFAULT_STATE_ROOT = '/var/lib/plaudit';
const RETRY_MS = 200;

/** Starts the Postgres of a DATA_DIR on 127.0.0.1, making its cluster the first time. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresHandle> {
  const { dataDir, log = () => {} } = options;
  if (process.platform === 'win32') {
    throw new EmbeddedError(
      'Embedded Postgres runs on Linux and macOS. Set DATABASE_URL to a Postgres of your own.',
    );
  }
  const lock = await lockFolder(join(resolve(dataDir), 'postgres'), log);
  try {
    const stateRoot = options.stateRoot ?? DEFAULT_STATE_ROOT;
    const cluster = locateCluster(lock.folder, stateRoot);
    const found = findBinaries();
    const binaries = cluster.account === null ? found : await publishBinaries(found, stateRoot);
    const password = superuserPassword(lock.folder, hasCluster(cluster));
    ensureCluster(cluster, binaries, { password, durable: options.settings?.['fsync'] !== 'off', log });
    await settlePidFile(cluster.path);
    const { child, port } = await launch({ binaries, cluster, lock, options });
    return handleOf(child, port, password, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface Launch {
  binaries: PostgresBinaries;
  cluster: Cluster;
  lock: FolderLock;
  options: PostgresOptions;
}

async function launch(to: Launch): Promise<{ child: DetachedChild; port: number }> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const port = to.options.port || (await freePort());
    const child = await attempt(to, port, deadline);
    if (child.ended() === null && isReady(to.cluster.path, child.pid)) return { child, port };
    await stopProcess(child, STOP_STEPS);
    to.lock.forget(child.pid);
    if (Date.now() >= deadline || !passes(child.lastLines(), to.options.port)) throw notStarted(to, child);
    await delay(RETRY_MS);
  }
}

async function attempt({ lock, binaries, cluster, options }: Launch, port: number, deadline: number) {
  const child = await spawnDetached(binaries.postgres, {
    args: serverArguments(cluster.path, port, options.settings),
    logFile: join(lock.folder, 'server.log'),
    account: cluster.account,
  });
  lock.record({ ...child, name: 'Postgres', stopSteps: STOP_STEPS });
  await within(deadline - Date.now(), () => child.ended() !== null || isReady(cluster.path, child.pid));
  return child;
}

/**
 * Whether trying again helps: a killed server's sessions are still ending, or it is dead and its parent has not noticed
 * yet, or somebody took the free port first.
 */
function passes(lines: string, wantedPort: number | undefined): boolean {
  return (
    /shared memory block .* is still in use|lock file "postmaster\.pid" already exists/.test(lines) ||
    (!wantedPort && /could not bind/.test(lines))
  );
}

function notStarted({ binaries, cluster, lock }: Launch, child: DetachedChild): EmbeddedError {
  return new EmbeddedError(
    `Postgres did not start (${child.ended() ?? `not ready after ${READY_TIMEOUT_MS / 1000} s`}).\n` +
      `Binary: ${binaries.postgres}\nCluster: ${cluster.path}\n` +
      `Last lines of ${join(lock.folder, 'server.log')}:\n${child.lastLines()}`,
  );
}

function serverArguments(cluster: string, port: number, settings: PostgresOptions['settings']): string[] {
  const all = {
    ...DEFAULT_SETTINGS,
    ...settings,
    listen_addresses: '127.0.0.1',
    port,
    // TCP only: a socket's folder would have to be short, private and reachable all at once.
    unix_socket_directories: '',
  };
  return ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** The last line of postmaster.pid says "ready" once connections are accepted; pg_ctl looks at the same place. */
function isReady(cluster: string, pid: number): boolean {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

/**
 * A crashed server leaves its pid behind. When a process of that number really serves this cluster it is an orphan that
 * nobody recorded. When the number was given to anything else, Postgres would refuse to start; it skips only its
 * parent's number, so ours goes there. Deleting the file instead would drop the check for sessions that still run.
 */
async function settlePidFile(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const [first, ...rest] = readFileSync(file, 'utf8').split('\n');
  const running = identify(Number(first));
  if (running === null) return;
  if (commandLineOf(running.pid).includes(cluster)) await stopProcess(running, STOP_STEPS);
  else writeFileSync(file, [process.pid, ...rest].join('\n'));
}

function handleOf(child: DetachedChild, port: number, password: string, lock: FolderLock): PostgresHandle {
  const end = async (steps: readonly StopStep[]): Promise<void> => {
    await stopProcess(child, steps);
    lock.release();
  };
  return {
    adminUrl: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    pid: child.pid,
    stop: () => end(STOP_STEPS),
    kill: () => end(KILL_STEPS),
  };
}
