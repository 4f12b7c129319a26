import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { type FolderLock, lockFolder, type Log, seizeFolder } from './folder-lock';
import { removeClusterOf } from './postgres/cluster';

interface RemoveOptions {
  /** If true, also stops the servers of a live owner. Default false: throws if the owner lives. */
  fromOwner?: boolean;
  log?: Log;
}

/** Stops the embedded servers of a DATA_DIR and deletes their data and the DATA_DIR itself. */
export async function removeDataDir(
  dataDir: string,
  { fromOwner = false, log }: RemoveOptions = {},
): Promise<void> {
  const folders = ['postgres', 'nats'].map((name) => join(resolve(dataDir), name));
  const locks: FolderLock[] = [];
  try {
    for (const folder of folders) {
      if (fromOwner) await seizeFolder(folder);
      locks.push(await lockFolder(folder, log));
      removeClusterOf(folder);
    }
    rmSync(resolve(dataDir), { recursive: true, force: true });
  } finally {
    for (const lock of locks) lock.release();
  }
}
