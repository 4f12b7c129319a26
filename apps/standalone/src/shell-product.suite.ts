import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, SOURCE_FLAGS } from '@plaudit/testing';

const MAIN = join(__dirname, 'main.ts');
/** The process compiles the source first, and the first start creates the database. */
const PATIENCE = { timeoutMs: 120_000 };

interface Owner {
  pid: number;
  children: { pid: number }[];
}

/** What `npm start` runs after the build, in a shell that has a process group of its own like one in a terminal. */
export class ShellProduct {
  output = '';
  private readonly group: number;
  private processes: number[] = [];

  /** `pipe` follows the command, such as `| head -n 1`. */
  constructor(
    pipe: string,
    private readonly settings: Readonly<Record<string, string>>,
  ) {
    const shell = spawn('sh', ['-c', `"$@" ${pipe}`, 'sh', process.execPath, ...SOURCE_FLAGS, MAIN], {
      env: { PATH: process.env.PATH, POSTGRES_DIR: process.env.POSTGRES_DIR, TZ: 'UTC', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.group = shell.pid as number;
    for (const stream of [shell.stdout, shell.stderr])
      stream.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  async isReady(): Promise<void> {
    const ready = `http://127.0.0.1:${this.settings.PORT}/health/ready`;
    const status = () =>
      fetch(ready).then(
        (response) => response.status,
        () => 0,
      );
    await eventually(status, (code) => code === 200, 'the product to be ready', PATIENCE);
  }

  /** Waits until the folder names Postgres, nats-server and the process that started them. Returns all three. */
  async serversRun(): Promise<number[]> {
    this.processes = await eventually(
      () => [...new Set(['postgres', 'nats'].flatMap((server) => this.ownersOf(server)))],
      (pids) => pids.length === 3,
      'both servers to run',
      PATIENCE,
    );
    return this.processes;
  }

  /** Sends SIGINT to the shell and all programs of the pipe, as a terminal does. */
  pressCtrlC(): void {
    process.kill(-this.group, 'SIGINT');
  }

  /** Waits until the product and its servers have ended. */
  async expectNothingLeft(): Promise<void> {
    await eventually(
      () => this.processes.filter(isRunning),
      (left) => left.length === 0,
      'every process to end',
      PATIENCE,
    );
  }

  /** Ends what a failed test left. */
  kill(): void {
    for (const pid of this.processes.filter(isRunning)) process.kill(pid, 'SIGKILL');
  }

  private ownersOf(server: string): number[] {
    try {
      const folder = join(this.settings.DATA_DIR as string, server);
      const files = readdirSync(folder).filter((name) => /^owner-\d+\.json$/.test(name));
      const owners = files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Owner);
      return owners.flatMap(({ pid, children }) => [pid, ...children.map((child) => child.pid)]);
    } catch {
      // The product has not made the folder yet, or writes the file now.
      return [];
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    // An ended child that nobody has reaped is not running.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
