import { execFile, type ExecFileException } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import type { Account } from '../child-process';
import { EmbeddedError } from '../embedded.error';
import type { Log } from '../folder-lock';
import { isRoot, namedAccount, SERVER_ACCOUNT } from './accounts';
import type { PostgresBinaries } from './binaries';

/** The location and the owner of the cluster of one DATA_DIR. */
export interface Cluster {
  path: string;
  /** Null means the user of this process. */
  account: Account | null;
  /** The file in DATA_DIR that names `path` if the cluster lies elsewhere. */
  pointer: string | null;
}

interface InitOptions {
  password: string;
  /** If false, skips the final sync. Only for data that may be lost. */
  durable: boolean;
  log: Log;
  /** Called when the process that creates the cluster works. */
  onWaiting: () => void;
}

const POINTER = 'cluster-location';
const INITDB_TIMEOUT_MS = 60_000;

/**
 * A normal user keeps the cluster in `folder`. Root cannot, because the server's user may not reach that folder: the
 * cluster then lies under `stateRoot`, and `folder` has a pointer to it. A cluster of a normal user keeps its owner.
 */
export function locateCluster(folder: string, stateRoot: string): Cluster {
  const here = join(folder, 'cluster');
  if (!isRoot()) return { path: here, account: null, pointer: null };
  const owner = statSync(here, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0)
    return { path: here, account: { uid: owner.uid, gid: owner.gid }, pointer: null };
  const pointer = join(folder, POINTER);
  const path = readPointer(pointer) ?? join(stateRoot, hashOf(folder), 'cluster');
  return { path, account: SERVER_ACCOUNT, pointer };
}

/** Returns whether the DATA_DIR has a cluster. One that an earlier DATA_DIR left in the same place does not count. */
export function hasCluster(cluster: Cluster): boolean {
  return existsSync(cluster.path) && isNamed(cluster);
}

/** Creates an empty cluster if there is none. After an interruption the next call starts over. */
export async function ensureCluster(
  cluster: Cluster,
  binaries: PostgresBinaries,
  options: InitOptions,
): Promise<void> {
  if (hasCluster(cluster)) return;
  if (existsSync(cluster.path)) {
    setAside(cluster.path, options.log);
  } else if (cluster.pointer !== null && isNamed(cluster)) {
    throw new EmbeddedError(
      `The database of this DATA_DIR should be in ${cluster.path}, says ${cluster.pointer}, but is not there. ` +
        `Put it back, or delete ${dirname(cluster.pointer)} to start with an empty one.`,
    );
  }
  options.log('Creating the database …');
  const initialised = initialise(cluster, binaries, options);
  options.onWaiting();
  await initialised;
  if (cluster.pointer !== null) writeFileSync(cluster.pointer, `${cluster.path}\n`, { mode: 0o600 });
}

/** Returns the superuser's password. It is generated once and only its owner can read the file. */
export function superuserPassword(folder: string, clusterExists: boolean): string {
  const file = join(folder, 'superuser-password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (clusterExists)
    throw new EmbeddedError(`${file} is missing. Without it nobody can log in to the database beside it.`);
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Deletes a cluster outside its DATA_DIR. Its server must be stopped. */
export function removeClusterOf(folder: string): void {
  const path = readPointer(join(folder, POINTER));
  if (path !== null) rmSync(dirname(path), { recursive: true, force: true });
}

function isNamed({ pointer }: Cluster): boolean {
  return pointer === null || existsSync(pointer);
}

async function initialise(cluster: Cluster, binaries: PostgresBinaries, options: InitOptions): Promise<void> {
  const { account } = cluster;
  const initAccount = account === null ? null : namedAccount();
  const draft = `${cluster.path}.new`;
  rmSync(draft, { recursive: true, force: true });
  makeParents(cluster);
  mkdirSync(draft, { mode: 0o700 });
  const passwordFile = `${cluster.path}.password`;
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  if (initAccount) {
    for (const path of [draft, passwordFile]) chownSync(path, initAccount.uid, initAccount.gid);
  }
  try {
    await runInitdb(binaries, initArguments(draft, passwordFile, options.durable), initAccount);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  if (account) changeOwner(draft, account);
  renameSync(draft, cluster.path);
}

/** The builtin provider sorts and folds case in the same way on every machine. */
function initArguments(cluster: string, passwordFile: string, durable: boolean): string[] {
  const options = {
    pgdata: cluster,
    username: 'postgres',
    pwfile: passwordFile,
    auth: 'scram-sha-256',
    encoding: 'UTF8',
    locale: 'C',
    'locale-provider': 'builtin',
    'builtin-locale': 'C.UTF-8',
  };
  const flags = ['--no-instructions', ...(durable ? [] : ['--no-sync'])];
  return [...Object.entries(options).map(([name, value]) => `--${name}=${value}`), ...flags];
}

async function runInitdb(binaries: PostgresBinaries, args: string[], account: Account | null): Promise<void> {
  const options = {
    ...account,
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    timeout: INITDB_TIMEOUT_MS,
  };
  await promisify(execFile)(binaries.initdb, args, options).catch((error: ExecFileException) => {
    const cause = `${error.stdout ?? ''}${error.stderr ?? ''}`.trimEnd() || error.message;
    const lastLines = cause.split('\n').slice(-15).join('\n');
    throw new EmbeddedError(`${binaries.initdb} could not create a cluster (${args[0]}):\n${lastLines}`);
  });
}

/** Outside a DATA_DIR, the cluster's owner must be able to reach it, whatever the umask of this process. */
function makeParents(cluster: Cluster): void {
  const parent = dirname(cluster.path);
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  if (cluster.pointer === null) return;
  letOthersEnter(dirname(parent));
  letOthersEnter(parent);
}

/** Adds the right to enter a folder to its mode. Throws if others cannot enter a folder above it. */
export function letOthersEnter(folder: string): void {
  chmodSync(folder, (statSync(folder).mode & 0o7777) | 0o111);
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    if (statSync(above).mode & 0o001) continue;
    throw new EmbeddedError(
      `The user of Postgres cannot enter ${above}, so it cannot have a database in ${folder}. ` +
        `Run "chmod o+x ${above}", or set POSTGRES_DIR to a folder that every user can enter.`,
    );
  }
}

function changeOwner(path: string, { uid, gid }: Account): void {
  lchownSync(path, uid, gid);
  if (!statSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) changeOwner(join(path, name), { uid, gid });
}

/** Renames the database of a DATA_DIR that was emptied or replaced. The operator decides whether to delete it. */
function setAside(path: string, log: Log): void {
  const aside = `${path}.${new Date().toISOString().replaceAll(/[^0-9]/g, '')}`;
  renameSync(path, aside);
  log(`Kept the database of an earlier DATA_DIR in this place as ${aside}. Delete it if you do not need it.`);
}

function readPointer(pointer: string): string | null {
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : null;
}

function hashOf(folder: string): string {
  return createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16);
}
