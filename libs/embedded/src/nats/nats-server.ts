import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { type DetachedChild, spawnDetached, stopProcess, type StopStep } from '../child-process';
import { EmbeddedError } from '../embedded.error';
import { type FolderLock, lockFolder, type Log } from '../folder-lock';
import { freePort, isFree } from '../free-port';
import { within } from '../polling';
import { SupervisedServer } from '../supervised-server';
import { findNatsServer } from './find-nats-server';
import { NATS_USER, type NatsAccess, readAccess, replaceFile, writeAccess, writeUsers } from './nats-access';

export interface NatsServerOptions {
  /** The product's DATA_DIR. The server's files are in `nats` below it. */
  dataDir: string;
  /** The nats-server to run. Default: looked up through `env`. */
  binary?: string;
  /** The environment for the lookup of the binary (NATS_SERVER_BIN, PATH). */
  env?: NodeJS.ProcessEnv;
  /** Default: the port of the last start, or at first a free one. */
  port?: number;
  /** Lines with further users. The product's own user needs none. */
  users?: string;
  /** Additional lines for the server's configuration file. */
  config?: string;
  /** Configuration of accounts and users that replaces all users. The user in the url is then not valid. */
  access?: string;
  log?: Log;
}

export interface NatsServerHandle {
  /** `nats://plaudit:<password>@127.0.0.1:<port>`, the same after every restart. */
  url: string;
  port: number;
  /** The process that runs now. It changes if the server ends by itself, because it is then started again. */
  readonly pid: number;
  /** Stops the server after it has written its state, and releases the DATA_DIR. */
  stop(): Promise<void>;
  /** Kills the server with SIGKILL, like a crash, and releases the DATA_DIR. */
  kill(): Promise<void>;
}

const STOP_STEPS: readonly StopStep[] = [
  { signal: 'SIGTERM', waitMs: 10_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];
const KILL_STEPS: readonly StopStep[] = [{ signal: 'SIGKILL', waitMs: 5_000 }];
/**
 * How long a client may take to authenticate. The default of two seconds expires when a busy machine pauses either side.
 * nats.js does not notice that; its connect fails only after its own timeout.
 */
const HANDSHAKE_S = 30;
/** The server reads its whole store before the port opens. */
const READY_TIMEOUT_MS = 30_000;

const SERVER_NAME = 'nats-server';
const CONFIG_FILE = 'nats-server.conf';
const PORTS_FOLDER = 'ports';

/** How long a port may stay in use after the program that had it was stopped. */
const PORT_TIMEOUT_MS = 5_000;
const PORT_ATTEMPTS = 3;

/**
 * Starts a private nats-server with JetStream on 127.0.0.1, with its state under the DATA_DIR. It keeps its port and the
 * password of its user there, so that clients survive a restart. Throws {@link EmbeddedError} if the port is in use.
 */
export async function startNatsServer(options: NatsServerOptions): Promise<NatsServerHandle> {
  const { log } = options;
  const binary = options.binary ?? (await findNatsServer({ env: options.env ?? {}, log }));
  const lock = await lockFolder(join(resolve(options.dataDir), 'nats'), log);
  try {
    const access = readAccess(lock.folder);
    const start = { binary, lock, options, access };
    const kept = options.port ?? access.port;
    if (kept !== null && !(await within(PORT_TIMEOUT_MS, () => isFree(kept)))) throw portInUse(kept);
    return kept === null ? await serveOnAnyPort(start) : await serve({ ...start, port: kept });
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface Start {
  binary: string;
  lock: FolderLock;
  options: NatsServerOptions;
  access: NatsAccess;
}

/** Another program may take a free port before the server does. */
async function serveOnAnyPort(start: Start): Promise<NatsServerHandle> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await serve({ ...start, port: await freePort() });
    } catch (error) {
      if (attempt === PORT_ATTEMPTS || !/address already in use/.test(String(error))) throw error;
    }
  }
}

async function serve(start: Start & { port: number }): Promise<NatsServerHandle> {
  const { lock, options, port } = start;
  const access = { ...start.access, port };
  // Passwords are in files because every user of the machine can read the command line.
  writeUsers(lock.folder, access, options.users ?? '');
  replaceFile(join(lock.folder, CONFIG_FILE), configuration(lock.folder, port, options));
  const child = await launch(start);
  writeAccess(lock.folder, access);
  return handleOf(supervise(child, start), access, lock);
}

/** Starts a server that ended by itself again. Its files stay, because users may have been added since its start. */
function supervise(first: DetachedChild, start: Start & { port: number }): SupervisedServer {
  const { lock, options, port } = start;
  return new SupervisedServer(first, {
    name: SERVER_NAME,
    lock,
    log: options.log,
    start: async (isStopping) => {
      if (!(await within(PORT_TIMEOUT_MS, async () => isStopping() || isFree(port)))) throw portInUse(port);
      return launch(start, isStopping);
    },
  });
}

/** Runs a server with the files of the folder. Throws if it does not listen. */
async function launch({ binary, lock }: Start, isStopping = () => false): Promise<DetachedChild> {
  const portsFolder = emptyFolder(join(lock.folder, PORTS_FOLDER));
  const child = await spawnDetached(binary, {
    args: ['-c', join(lock.folder, CONFIG_FILE)],
    logFile: join(lock.folder, 'server.log'),
  });
  lock.record({ ...child, name: SERVER_NAME, stopSteps: STOP_STEPS });
  if (await isListening(child, portsFolder, isStopping)) return child;
  const failure = await notStarted(binary, lock, child);
  lock.forget(child.pid);
  throw failure;
}

function portInUse(port: number): EmbeddedError {
  return new EmbeddedError(
    `Port ${port} of 127.0.0.1 is in use by another program. The embedded nats-server keeps its port, so that event ` +
      `consumers find it after a restart. Stop that program, or set NATS_PORT to a free port and tell the consumers.`,
  );
}

function configuration(folder: string, port: number, o: NatsServerOptions): string {
  return [
    'host: "127.0.0.1"',
    `port: ${port}`,
    `ports_file_dir: ${JSON.stringify(join(folder, PORTS_FOLDER))}`,
    `jetstream { store_dir: ${JSON.stringify(join(folder, 'store'))} }`,
    'authorization {',
    `  timeout: ${HANDSHAKE_S}`,
    ...(o.access ? [] : ['  include "users.conf"']),
    '}',
    o.access ?? '',
    o.config ?? '',
  ].join('\n');
}

function emptyFolder(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Waits for the file that the server writes when it listens. Returns false if it ended or timed out before. */
async function isListening(
  child: DetachedChild,
  portsFolder: string,
  isStopping: () => boolean,
): Promise<boolean> {
  const file = join(portsFolder, `nats-server_${child.pid}.ports`);
  await within(READY_TIMEOUT_MS, () => hasPort(file) || child.ended() !== null || isStopping());
  return hasPort(file);
}

function hasPort(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { nats?: string[] }).nats?.[0] !== undefined;
  } catch {
    // The server was still writing the file.
    return false;
  }
}

async function notStarted(binary: string, lock: FolderLock, child: DetachedChild): Promise<EmbeddedError> {
  const reason = child.ended() ?? `not ready after ${READY_TIMEOUT_MS / 1000} s`;
  await stopProcess(child, STOP_STEPS);
  return new EmbeddedError(
    `nats-server did not start (${reason}).\nBinary: ${binary}\nFolder: ${lock.folder}\n` +
      `Last lines of ${join(lock.folder, 'server.log')}:\n${child.lastLines()}`,
  );
}

function handleOf(
  server: SupervisedServer,
  { port, password }: NatsAccess & { port: number },
  lock: FolderLock,
): NatsServerHandle {
  const end = async (steps: readonly StopStep[]): Promise<void> => {
    await server.end(steps);
    lock.release();
  };
  return {
    url: `nats://${NATS_USER}:${password}@127.0.0.1:${port}`,
    port,
    get pid() {
      return server.pid;
    },
    stop: () => end(STOP_STEPS),
    kill: () => end(KILL_STEPS),
  };
}
