import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { eventually } from '../eventually';
import { administer } from '../postgres/test-server';
import { SOURCE_FLAGS } from '../world/service-process';
import { RUN_PREFIX } from './run-folder';
import type { TestRun } from './test-run.process';

const HOUR_AGO = Date.now() / 1000 - 3600;

describe('the Postgres of a jest run', () => {
  let temporary: string;
  const started: ChildProcess[] = [];

  beforeEach(() => (temporary = mkdtempSync(join(tmpdir(), 'runs-'))));
  afterEach(async () => {
    for (const child of started.splice(0)) await end(child);
    rmSync(temporary, { recursive: true, force: true });
  });

  it('stops and leaves no files when jest ends for any reason', async () => {
    const { child, run } = await startRun();
    const pid = await serverPid(run);
    await end(child);
    await gone(pid);
    expect(existsSync(run.folder)).toBe(false);
  });

  it('survives the Ctrl-C that ends jest, and stops when jest has ended', async () => {
    const { child, run } = await startRun();
    const pid = await serverPid(run);
    expect(processGroupOf(child.pid as number)).not.toBe(processGroupOf(process.pid));
    await end(child);
    await gone(pid);
  });

  it('is stopped by the next run when its own cleanup process was killed', async () => {
    const killed = await startRun();
    const pid = await serverPid(killed.run);
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    expect(isAlive(pid)).toBe(true);
    utimesSync(killed.run.folder, HOUR_AGO, HOUR_AGO);
    await startRun();
    await eventually(
      () => existsSync(killed.run.folder),
      (there) => !there,
      'the dead run to be removed',
    );
    await gone(pid);
  });

  it('starts and stops although an earlier run left a file that cannot be removed', async () => {
    const odd = join(temporary, `${RUN_PREFIX}odd`);
    writeFileSync(odd, 'no folder');
    utimesSync(odd, HOUR_AGO, HOUR_AGO);
    const { child, run } = await startRun();
    const pid = await serverPid(run);
    await end(child);
    expect(child.exitCode).toBe(0);
    await gone(pid);
    expect(existsSync(run.folder)).toBe(false);
  });

  async function startRun(): Promise<{ child: ChildProcess; run: TestRun }> {
    const args = [...SOURCE_FLAGS, join(__dirname, 'test-run.process.ts')];
    const child = spawn(process.execPath, args, {
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, TMPDIR: temporary },
    });
    started.push(child);
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    return { child, run: JSON.parse(line) as TestRun };
  }

  async function serverPid({ adminUrl }: TestRun): Promise<number> {
    const [row] = await administer(adminUrl, (admin) =>
      admin.query<{ parent: string }>("select pg_read_file('postmaster.pid') as parent"),
    );
    return Number(row?.parent.split('\n')[0]);
  }

  /** Closes the pipe, as the end of jest does. */
  async function end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.stdin?.destroy();
    await once(child, 'exit');
  }

  /** An orphan keeps its pid for a moment after it has ended. */
  function gone(pid: number): Promise<boolean> {
    return eventually(
      () => isAlive(pid),
      (alive) => !alive,
      `process ${pid} to be gone`,
    );
  }

  function isAlive(pid: number): boolean {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }

  function processGroupOf(pid: number): string | undefined {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[2];
  }
});
