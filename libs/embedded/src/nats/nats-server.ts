import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { type DetachedChild, spawnDetached, stopProcess, type StopStep } from '../child-process';
import { EmbeddedError } from '../embedded.error';
import { type FolderLock, lockFolder, type Log } from '../folder-lock';
import { within } from '../polling';
import { findNatsServer } from './find-nats-server';

export interface NatsServerOptions {
  /** The product's DATA_DIR. The server's files are in `nats` below it. */
  dataDir: string;
  /** The token that clients must present. Default: random. */
  token?: string;
  /** The nats-server to run. Default: looked up through `env`. */
  binary?: string;
  /** The environment for the lookup of the binary (NATS_SERVER_BIN, PATH). */
  env?: NodeJS.ProcessEnv;
  /** Default 0: a free port. */
  port?: number;
  /** Additional lines for the server's configuration file. */
  config?: string;
  /** Configuration of accounts and users that replaces the token. The token in the url is then not valid. */
  access?: string;
  log?: Log;
}

export interface NatsServerHandle {
  /** `nats://<token>@127.0.0.1:<port>` */
  url: string;
  token: string;
  port: number;
  pid: number;
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

/** Starts a private nats-server with JetStream on 127.0.0.1, with its state under the DATA_DIR. */
export async function startNatsServer(options: NatsServerOptions): Promise<NatsServerHandle> {
  const { log } = options;
  const binary = options.binary ?? (await findNatsServer({ env: options.env ?? {}, log }));
  const lock = await lockFolder(join(resolve(options.dataDir), 'nats'), log);
  try {
    const token = options.token ?? randomBytes(24).toString('base64url');
    const portsFolder = emptyFolder(join(lock.folder, 'ports'));
    const config = join(lock.folder, 'nats-server.conf');
    // The token is in the file because every user of the machine can read the command line.
    writeConfig(config, configuration(lock.folder, portsFolder, token, options));
    const child = await spawnDetached(binary, {
      args: ['-c', config],
      logFile: join(lock.folder, 'server.log'),
    });
    lock.record({ ...child, name: 'nats-server', stopSteps: STOP_STEPS });
    const port = await portOf(child, portsFolder);
    if (port === null) throw await notStarted(binary, lock, child);
    return handleOf(child, port, token, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

function configuration(folder: string, portsFolder: string, token: string, o: NatsServerOptions): string {
  return [
    'host: "127.0.0.1"',
    `port: ${o.port || -1}`,
    `ports_file_dir: ${JSON.stringify(portsFolder)}`,
    `jetstream { store_dir: ${JSON.stringify(join(folder, 'store'))} }`,
    `authorization { timeout: ${HANDSHAKE_S}${o.access ? '' : `, token: ${JSON.stringify(token)}`} }`,
    o.access ?? '',
    o.config ?? '',
  ].join('\n');
}

function writeConfig(file: string, text: string): void {
  rmSync(file, { force: true });
  writeFileSync(file, text, { mode: 0o600 });
}

function emptyFolder(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Reads the port from the file that the server writes when it listens. Returns null if it ended or timed out before. */
async function portOf(child: DetachedChild, portsFolder: string): Promise<number | null> {
  const file = join(portsFolder, `nats-server_${child.pid}.ports`);
  let port: number | null = null;
  await within(READY_TIMEOUT_MS, () => {
    port = readPort(file);
    return port !== null || child.ended() !== null;
  });
  return port;
}

function readPort(file: string): number | null {
  if (!existsSync(file)) return null;
  try {
    const ports = JSON.parse(readFileSync(file, 'utf8')) as { nats?: string[] };
    return ports.nats?.[0] === undefined ? null : Number(new URL(ports.nats[0]).port);
  } catch {
    // The server was still writing the file.
    return null;
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

function handleOf(child: DetachedChild, port: number, token: string, lock: FolderLock): NatsServerHandle {
  const end = async (steps: readonly StopStep[]): Promise<void> => {
    await stopProcess(child, steps);
    lock.release();
  };
  return {
    url: `nats://${token}@127.0.0.1:${port}`,
    token,
    port,
    pid: child.pid,
    stop: () => end(STOP_STEPS),
    kill: () => end(KILL_STEPS),
  };
}
