import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { type DetachedChild, spawnDetached, stopProcess, type StopStep } from '../child-process';
import { EmbeddedError } from '../embedded.error';
import { type FolderLock, lockFolder, type Log } from '../folder-lock';
import { freePort } from '../free-port';
import { within } from '../polling';
import { commandLineOf, identify } from '../process-identity';
import { SupervisedServer } from '../supervised-server';
import { findBinaries, type PostgresBinaries, publishBinaries } from './binaries';
import { type Cluster, ensureCluster, hasCluster, locateCluster, superuserPassword } from './cluster';

export interface PostgresOptions {
  /** The product's DATA_DIR. The server's files are in `postgres` below it. */
  dataDir: string;
  /** Default 0: a free port. */
  port?: number;
  /** Server settings that add to or override ours, such as `{ fsync: 'off' }`. */
  settings?: Record<string, string | number>;
  log?: Log;
  /** Called once a process of Postgres works on the start, so that the caller can do other work meanwhile. */
  onWaiting?: () => void;
  /** The folder for binaries and clusters when this process is root, because the server's user must reach them. */
  stateRoot?: string | undefined;
}

export interface PostgresHandle {
  /** The URL of the superuser with the password, for the database `postgres`. */
  adminUrl: string;
  port: number;
  /** The process that runs now. It changes if the server ends by itself, because it is then started again. */
  readonly pid: number;
  /** Ends all sessions, writes a checkpoint and releases the DATA_DIR. */
  stop(): Promise<void>;
  /** Kills the server with SIGKILL, like a crash, and releases the DATA_DIR. */
  kill(): Promise<void>;
}

/** A fast shutdown ends sessions and writes a checkpoint. An immediate one leaves recovery to the next start. */
const STOP_STEPS: readonly StopStep[] = [
  { signal: 'SIGINT', waitMs: 20_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];
const KILL_STEPS: readonly StopStep[] = [{ signal: 'SIGKILL', waitMs: 5_000 }];
/** Recovery after a crash replays at most max_wal_size (1 GB) before the server is ready. */
const READY_TIMEOUT_MS = 60_000;
/** The details and contexts of errors repeat values of rows and statements, so the server's log leaves them out. */
const DEFAULT_SETTINGS = {
  max_connections: 300,
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_error_verbosity: 'terse',
};
const SERVER_NAME = 'Postgres';
const DEFAULT_STATE_ROOT = '/var/lib/plaudit';
const RETRY_MS = 200;

/** Starts the Postgres of a DATA_DIR on 127.0.0.1 and creates its cluster the first time. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresHandle> {
  const { dataDir, log = () => {}, onWaiting = () => {} } = options;
  if (process.platform === 'win32') {
    throw new EmbeddedError(
      'Embedded Postgres runs on Linux and macOS. Set DATABASE_URL to use your own Postgres.',
    );
  }
  const lock = await lockFolder(join(resolve(dataDir), 'postgres'), log);
  try {
    const stateRoot = options.stateRoot ?? DEFAULT_STATE_ROOT;
    const cluster = locateCluster(lock.folder, stateRoot);
    const found = findBinaries();
    const binaries = cluster.account === null ? found : await publishBinaries(found, stateRoot);
    const password = superuserPassword(lock.folder, hasCluster(cluster));
    const durable = options.settings?.['fsync'] !== 'off';
    await ensureCluster(cluster, binaries, { password, durable, log, onWaiting });
    await settlePidFile(cluster.path);
    const launched: Launch = { binaries, cluster, lock, options, isStopping: () => false };
    const { child, port } = await launch(launched);
    return handleOf(supervise(child, port, launched), port, password, lock);
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
  isStopping: () => boolean;
}

/** Starts a server that ended by itself again, on the same port. It recovers what the last one had not written. */
function supervise(first: DetachedChild, port: number, launched: Launch): SupervisedServer {
  const { lock, options, cluster } = launched;
  return new SupervisedServer(first, {
    name: SERVER_NAME,
    lock,
    log: options.log,
    start: async (isStopping) => {
      await settlePidFile(cluster.path);
      const { child } = await launch({ ...launched, options: { ...options, port }, isStopping });
      return child;
    },
  });
}

async function launch(to: Launch): Promise<{ child: DetachedChild; port: number }> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const port = to.options.port || (await freePort());
    const child = await attempt(to, port, deadline);
    if (child.ended() === null && isReady(to.cluster.path, child.pid)) return { child, port };
    await stopProcess(child, STOP_STEPS);
    to.lock.forget(child.pid);
    const isLast = Date.now() >= deadline || to.isStopping();
    if (isLast || !passes(child.lastLines(), to.options.port)) throw notStarted(to, child);
    await delay(RETRY_MS);
  }
}

async function attempt(to: Launch, port: number, deadline: number) {
  const { lock, binaries, cluster, options, isStopping } = to;
  const child = await spawnDetached(binaries.postgres, {
    args: serverArguments(cluster.path, port, options.settings),
    logFile: join(lock.folder, 'server.log'),
    account: cluster.account,
  });
  lock.record({ ...child, name: SERVER_NAME, stopSteps: STOP_STEPS });
  options.onWaiting?.();
  const isDone = (): boolean => child.ended() !== null || isReady(cluster.path, child.pid) || isStopping();
  await within(deadline - Date.now(), isDone);
  return child;
}

/**
 * Returns whether another attempt can succeed: the sessions of a killed server are still ending, the parent of a dead
 * server has not reaped it yet, or another process took the free port first.
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
    // TCP only. The path of a socket would have to be short, private and reachable at the same time.
    unix_socket_directories: '',
  };
  return ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Returns whether the last line of postmaster.pid is "ready". pg_ctl checks the same line. */
function isReady(cluster: string, pid: number): boolean {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

/**
 * Handles the pid file of a crashed server. If the process with that pid serves this cluster, it is an unrecorded orphan and
 * is stopped. If the pid belongs to another process, Postgres would refuse to start. It ignores only its parent's pid, so
 * our own pid is written there. Deleting the file would also disable the check for sessions that still run.
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

function handleOf(
  server: SupervisedServer,
  port: number,
  password: string,
  lock: FolderLock,
): PostgresHandle {
  const end = async (steps: readonly StopStep[]): Promise<void> => {
    await server.end(steps);
    lock.release();
  };
  return {
    adminUrl: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    get pid() {
      return server.pid;
    },
    stop: () => end(STOP_STEPS),
    kill: () => end(KILL_STEPS),
  };
}
