import { readFileSync, statfsSync } from 'node:fs';

/** Where Linux keeps files in memory. */
const FOLDER = '/dev/shm';
/** A run needs less than 1 GB. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Returns a folder whose files stay in memory, or null if this system has none, has too little room, or starts no programs in it.
 * Each world of a spec copies a database of several hundred files, which takes five times as long on a disk, and longer while the
 * disk writes.
 */
export function memoryFolder({ mounts = '/proc/mounts', needed = NEEDED_BYTES } = {}): string | null {
  const options = mountOptions(mounts);
  if (options === null || options.includes('noexec') || options.includes('ro')) return null;
  const { bavail, bsize } = statfsSync(FOLDER);
  return Math.min(bavail * bsize, process.availableMemory()) >= needed ? FOLDER : null;
}

/** Returns null without the folder, and on a system that does not list its mounts. The last mount of a folder hides earlier ones. */
function mountOptions(mounts: string): string[] | null {
  const lines = process.platform === 'linux' ? readFileSync(mounts, 'utf8').split('\n') : [];
  const mount = lines.map((line) => line.split(' ')).findLast(([, path]) => path === FOLDER);
  return mount?.[3]?.split(',') ?? null;
}
