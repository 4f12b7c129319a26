import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { type FolderLock, FolderInUseError, lockDataDir, removeDataDir } from '@plaudit/embedded';

import { eventually } from '../eventually';

export const RUN_PREFIX = 'plaudit-test-';

/** The workers of jest end shortly after jest. */
const WORKERS_END_MS = 2_000;
/** A new folder has no owner for a moment. */
const YOUNG_MS = 60_000;

/** Stops the servers that the specs of a run left running and deletes its folder. Returns the folders of those servers. */
export async function removeRun(folder: string, lock: FolderLock): Promise<string[]> {
  const left = dataDirsOf(folder);
  for (const dataDir of left) {
    const removed = () => removeDataDir(dataDir).then(() => true);
    await eventually(removed, Boolean, `the owner of ${dataDir} to end`, { timeoutMs: WORKERS_END_MS }).catch(
      () =>
        // Jest may run the specs in its own process, which has not ended yet.
        removeDataDir(dataDir, { fromOwner: true }),
    );
  }
  lock.release();
  rmSync(folder, { recursive: true, force: true });
  return left;
}

/**
 * Removes earlier runs whose cleanup process was killed. Reports the folders that it cannot remove, such as those of
 * another user.
 */
export async function removeDeadRuns(parent: string): Promise<void> {
  for (const name of readdirSync(parent).filter((candidate) => candidate.startsWith(RUN_PREFIX))) {
    const folder = join(parent, name);
    if (Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < YOUNG_MS) continue;
    await removeDeadRun(folder).catch((error: Error) =>
      process.stderr.write(`Could not remove ${folder} of an earlier run: ${error.message}\n`),
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

/** Returns the folders of servers. A run has other folders too, such as that of the built dashboard. */
function dataDirsOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name))
    .filter((path) => ['postgres', 'nats'].some((server) => existsSync(join(path, server))));
}
