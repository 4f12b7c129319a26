import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { EmbeddedError } from '../embedded.error';
import { type Log, waitForFolder } from '../folder-lock';
import { downloadNatsServer, hasApt } from './apt-download';

export interface FindNatsServerOptions {
  /** The environment with NATS_SERVER_BIN, PATH and the proxy settings for a download. */
  env: NodeJS.ProcessEnv;
  /** The folder for a download. Default: `.cache/nats-server` at the root of the repository. */
  cacheDir?: string;
  /** The folder in which apt-get and dpkg-deb are looked up. PATH is not used for them. */
  toolsDir?: string;
  log?: Log;
}

const VERSION_TIMEOUT_MS = 10_000;
/** Longer than a download takes, because the download holds the lock. */
const LOCK_TIMEOUT_MS = 600_000;

/**
 * Returns the path of a nats-server: NATS_SERVER_BIN, else PATH, else a cached download (Debian and Ubuntu). No npm package
 * contains one. Throws {@link EmbeddedError} with the ways to get one.
 */
export async function findNatsServer(options: FindNatsServerOptions): Promise<string> {
  const { env } = options;
  const named = env['NATS_SERVER_BIN'];
  if (named) {
    if (!isExecutable(named))
      throw new EmbeddedError(`NATS_SERVER_BIN is ${named}, which is not an executable file.`);
    return named;
  }
  const onPath = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'nats-server'))
    .find(isExecutable);
  return onPath ?? (await cached(options));
}

async function cached(options: FindNatsServerOptions): Promise<string> {
  const { env, cacheDir = projectCache(), toolsDir = '/usr/bin', log = () => {} } = options;
  const binary = join(cacheDir, 'nats-server');
  if (isExecutable(binary)) return binary;
  if (!hasApt(toolsDir)) throw missing('This machine has no apt-get to download it.');
  mkdirSync(cacheDir, { recursive: true });
  const lock = await waitForFolder(join(cacheDir, 'downloading'), LOCK_TIMEOUT_MS);
  try {
    if (isExecutable(binary)) return binary;
    log(`Downloading nats-server once into ${cacheDir} (nothing is installed).`);
    const draft = `${binary}.new`;
    await downloadNatsServer({ toolsDir, workFolder: join(cacheDir, 'apt'), target: draft, env });
    // Only a binary that runs on this machine gets the name that later calls look for.
    const version = execFileSync(draft, ['--version'], { encoding: 'utf8', timeout: VERSION_TIMEOUT_MS });
    renameSync(draft, binary);
    log(`Downloaded ${version.trim()}.`);
    return binary;
  } catch (error) {
    throw missing(`The download failed: ${(error as Error).message}`, error);
  } finally {
    lock.release();
  }
}

function missing(reason: string, cause?: unknown): EmbeddedError {
  return new EmbeddedError(
    `nats-server was not found. ${reason}\nThere are three ways to get it:\n` +
      `  1. set NATS_SERVER_BIN to the path of a nats-server (2.9 or newer, from the releases of nats-io/nats-server);\n` +
      `  2. install it so that it is on PATH (Debian and Ubuntu: apt install nats-server; macOS: brew install nats-server);\n` +
      `  3. set NATS_URL to a NATS of your own with JetStream enabled.`,
    { cause },
  );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Returns the repository's root: the nearest parent folder whose package.json has workspaces. */
function projectCache(): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && readFileSync(manifest, 'utf8').includes('"workspaces"')) {
      return join(folder, '.cache', 'nats-server');
    }
  }
  throw missing('Nothing on PATH, and this is no checkout that a download could be kept in.');
}
