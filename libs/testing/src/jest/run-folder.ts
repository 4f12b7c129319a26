import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { type FolderLock, FolderInUseError, lockDataDir, removeDataDir } from '@plaudit/embedded';

import { eventually } from '../eventually';

export const RUN_PREFIX = 'plaudit-test-';

/** jest's workers end with jest, but not in the same moment. */
const WORKERS_END_MS = 2_000;
/** A run's folder is without an owner for an instant after it was made. */
const YOUNG_MS = 60_000;

/** Stops whatever a run's specs left running, deletes its folder; returns what was left. */
export async function removeRun(folder: string, lock: FolderLock): Promise<string[]> {
  const left = dataDirsOf(folder);
  for (const dataDir of left) {
    const polite = () => removeDataDir(dataDir).then(() => true);
    await eventually(polite, Boolean, `the owner of ${dataDir} to end`, { timeoutMs: WORKERS_END_MS }).catch(
      () =>
        // With a single spec file jest runs it in its own process, which still lives.
        removeDataDir(dataDir, { fromOwner: true }),
    );
  }
  lock.release();
  rmSync(folder, { recursive: true, force: true });
  return left;
}

/** Runs whose own cleaner was killed too are cleaned by the next run, unless they are another user's or broken. */
export async function removeDeadRuns(parent: string): Promise<void> {
  for (const name of readdirSync(parent).filter((candidate) => candidate.startsWith(RUN_PREFIX))) {
    const folder = join(parent, name);
    if (Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < YOUNG_MS) continue;
    await removeDeadRun(folder).catch((error: Error) =>
      process.stderr.write(`${folder} of an earlier run stays: ${error.message}\n`),
    );
  }
}

async function removeDeadRun(folder: string): Promise<void> {
  const lock = await lockUnlessInUse(folder);
  if (lock) await removeRun(folder, lock);
}

async function lockUnlessInUse(folder: string): Promise<FolderLock | null> {
  try {
    return await lockDataDir(folder);
  } catch (error) {
    if (error instanceof FolderInUseError) return null;
    throw error;
  }
}

function dataDirsOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name));
}
