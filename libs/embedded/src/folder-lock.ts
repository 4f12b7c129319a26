import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { stopProcess, type StopStep } from './child-process';
import { EmbeddedError, FolderInUseError } from './embedded.error';
import { within } from './polling';
import { identify, isRunning, type ProcessIdentity } from './process-identity';

/** A server that outlives its owner, with the signals by which a later owner stops it. */
interface RecordedChild extends ProcessIdentity {
  name: string;
  stopSteps: readonly StopStep[];
}

export interface FolderLock {
  readonly folder: string;
  /** Records a detached child, so that the next owner can stop it if this process dies first. */
  record(child: RecordedChild): void;
  forget(pid: number): void;
  /** Returns false after the release, and after {@link seizeFolder} took the folder away. */
  isHeld(): boolean;
  release(): void;
}

export type Log = (line: string) => void;

interface OwnerRecord extends ProcessIdentity {
  children: RecordedChild[];
}

const NAME = /^owner-(\d+)\.json$/;

/**
 * Makes this process the only owner of the folder, also within the process. Stops the children of a dead owner first.
 * Throws {@link FolderInUseError} if the owner lives.
 */
export async function lockFolder(folder: string, log: Log = () => {}): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const self = identify(process.pid);
  if (self === null) throw new EmbeddedError(`Could not read the start time of process ${process.pid}.`);
  const owner: OwnerRecord = { ...self, children: [] };
  const { file, previous } = takeOver(folder, owner);
  try {
    await stopOrphans(folder, previous, log);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
  let released = false;
  const save = (): void => {
    if (released || !existsSync(file)) return;
    writeFileSync(`${file}.new`, JSON.stringify(owner), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  return {
    folder,
    record: (child) => {
      const { name, pid, startedAt, stopSteps } = child;
      owner.children.push({ name, pid, startedAt, stopSteps });
      save();
    },
    forget: (pid) => {
      owner.children = owner.children.filter((child) => child.pid !== pid);
      save();
    },
    isHeld: () => !released && existsSync(file),
    release: () => {
      // A second release must not delete the file of the next owner, which has the same name.
      if (!released) rmSync(file, { force: true });
      released = true;
    },
  };
}

/** Like {@link lockFolder}, but waits for a live owner to release the folder. */
export async function waitForFolder(folder: string, timeoutMs: number): Promise<FolderLock> {
  let refused: unknown;
  let lock: FolderLock | undefined;
  await within(timeoutMs, async () => {
    try {
      lock = await lockFolder(folder);
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
      refused = error;
    }
    return lock !== undefined;
  });
  if (lock === undefined) throw refused;
  return lock;
}

/** Stops the servers of a folder and ends its ownership even if the owner lives, for an owner that cannot be told. */
export async function seizeFolder(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const files = ownerFiles(folder);
  for (const { file } of files) {
    const owner = readOwner(file);
    // The owner must have lost the folder before its server ends, or it would start the server again.
    rmSync(file, { force: true });
    for (const child of owner?.children ?? []) await stopProcess(child, child.stopSteps);
  }
}

/** Returns the running server of this name that the owner of the folder started, or null if there is none. */
export function runningChild(folder: string, name: string): ProcessIdentity | null {
  if (!existsSync(folder)) return null;
  const children = ownerFiles(folder).flatMap(({ file }) => readOwner(file)?.children ?? []);
  return children.find((child) => child.name === name && isRunning(child)) ?? null;
}

/**
 * Each ownership is a new file `owner-<n>.json`, created by link(2), which fails if the file exists. If newcomers replaced
 * a dead owner's file in place, two of them could delete each other's file.
 */
function takeOver(folder: string, owner: OwnerRecord): { file: string; previous: OwnerRecord[] } {
  const draft = join(folder, `.owner-${process.pid}-${Math.random().toString(36).slice(2)}`);
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 });
  try {
    for (;;) {
      const seen = ownerFiles(folder);
      const previous = seen.map(({ file }) => readOwner(file)).filter((record) => record !== null);
      const live = previous.find(isRunning);
      if (live) throw new FolderInUseError(folder, live.pid);
      const file = join(folder, `owner-${(seen.at(-1)?.generation ?? 0) + 1}.json`);
      if (!linkIfFree(draft, file)) continue;
      if (ownerFiles(folder).at(-1)?.file !== file) {
        rmSync(file, { force: true });
        continue;
      }
      return { file, previous };
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

async function stopOrphans(folder: string, previous: readonly OwnerRecord[], log: Log): Promise<void> {
  for (const owner of previous) {
    for (const child of owner.children.filter(isRunning)) {
      log(`Stopping ${child.name} (process ${child.pid}), which process ${owner.pid} left running.`);
      await stopProcess(child, child.stopSteps);
    }
  }
  for (const { file } of ownerFiles(folder).slice(0, -1)) rmSync(file, { force: true });
}

function ownerFiles(folder: string): { file: string; generation: number }[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const generation = NAME.exec(name)?.[1];
      return generation === undefined ? [] : [{ file: join(folder, name), generation: Number(generation) }];
    })
    .sort((a, b) => a.generation - b.generation);
}

function readOwner(file: string): OwnerRecord | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as OwnerRecord;
  } catch {
    // The file was released after the listing, or a power failure cut it short. Its owner is gone in both cases.
    return null;
  }
}

function linkIfFree(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
