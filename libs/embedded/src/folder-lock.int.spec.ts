import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FolderInUseError } from './embedded.error';
import { lockFolder, waitForFolder } from './folder-lock';
import { identify, isRunning } from './process-identity';

describe('lockFolder', () => {
  let folder: string;

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'folder-lock-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('refuses a folder while its owner lives and names the owner', async () => {
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
    await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${process.pid}`);
    lock.release();
    (await lockFolder(folder)).release();
  });

  it('gives the folder to exactly one of several concurrent callers', async () => {
    writeOwner('owner-4.json', { pid: 999_999_999, startedAt: 'long ago' });
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('locks a folder whose owner’s pid now belongs to another process', async () => {
    writeOwner('owner-1.json', { pid: process.pid, startedAt: 'before the last boot' });
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${process.pid}`);
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('locks a folder whose lock file a power failure left empty', async () => {
    writeFileSync(join(folder, 'owner-1.json'), '');
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${process.pid}`);
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('stops the children that a dead owner left running, and no other process', async () => {
    const [orphan, stranger] = [await sleeper(), await sleeper()];
    const stopSteps = [{ signal: 'SIGTERM', waitMs: 5_000 }];
    writeOwner('owner-1.json', {
      pid: 999_999_999,
      startedAt: 'long ago',
      children: [
        { ...orphan, name: 'server', stopSteps },
        { pid: stranger.pid, startedAt: 'of an earlier process', name: 'server', stopSteps },
      ],
    });
    const said: string[] = [];
    const lock = await lockFolder(folder, (line) => said.push(line));
    expect(isRunning(orphan)).toBe(false);
    expect(isRunning(stranger)).toBe(true);
    expect(said).toEqual([expect.stringContaining(`process ${orphan.pid}`)]);
    lock.release();
    process.kill(stranger.pid);
  });

  it('removes its file on release, and a second release spares the next owner', async () => {
    const first = await lockFolder(folder);
    first.release();
    const second = await lockFolder(folder);
    first.release();
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
    second.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('can wait for the owner to release the folder', async () => {
    const lock = await lockFolder(folder);
    const waiting = waitForFolder(folder, 5_000);
    lock.release();
    (await waiting).release();
    const held = await lockFolder(folder);
    await expect(waitForFolder(folder, 30)).rejects.toThrow(FolderInUseError);
    held.release();
  });

  it('creates the folder with access for its owner only', async () => {
    const lock = await lockFolder(join(folder, 'a', 'b'));
    expect(existsSync(lock.folder)).toBe(true);
    lock.release();
  });

  function writeOwner(name: string, record: { pid: number; startedAt: string; children?: object[] }): void {
    writeFileSync(join(folder, name), JSON.stringify({ children: [], ...record }));
  }
});

async function sleeper() {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  await once(child, 'spawn');
  return identify(child.pid as number)!;
}
