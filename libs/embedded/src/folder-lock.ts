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

/** A server that outlives its owner, and how a later owner stops it. */
interface RecordedChild extends ProcessIdentity {
  name: string;
  stopSteps: readonly StopStep[];
}

export interface FolderLock {
  readonly folder: string;
  /** Remembers a detached child, so that the next owner can stop it when this process dies without doing so. */
  record(child: RecordedChild): void;
  forget(pid: number): void;
  release(): void;
}

export type Log = (line: string) => void;

interface OwnerRecord extends ProcessIdentity {
  children: RecordedChild[];
}

const NAME = /^owner-(\d+)\.json$/;

/**
 * Makes this process the folder's only owner, across processes and within this one. A live owner means
 * {@link FolderInUseError}; what a dead one left running is stopped first.
 */
export async function lockFolder(folder: string, log: Log = () => {}): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const self = identify(process.pid);
  if (self === null) throw new EmbeddedError(`Cannot tell when process ${process.pid} was started.`);
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
    if (released) return;
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
    release: () => {
      // A second release must not take away the same-named file of whoever came after.
      if (!released) rmSync(file, { force: true });
      released = true;
    },
  };
}

/** Like {@link lockFolder}, but waits for a live owner to let go. */
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

/** Stops what runs in a folder and ends its ownership although the owner lives: for an owner that cannot be asked. */
export async function seizeFolder(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const files = ownerFiles(folder);
  for (const { file } of files) {
    for (const child of readOwner(file)?.children ?? []) await stopProcess(child, child.stopSteps);
    rmSync(file, { force: true });
  }
}

/**
 * Every ownership is a file of its own, `owner-<n>.json`, made by link(2), which fails when it exists. Replacing a
 * dead owner's file in place would let two newcomers, who both saw it dead, remove each other's.
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
      log(
        `Process ${owner.pid} ended without stopping its ${child.name} (process ${child.pid}): stopping it.`,
      );
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
    // Released between the listing and the reading, or cut short by a power failure, which no process survives either.
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
