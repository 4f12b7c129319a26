import { join } from 'node:path';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { SOURCE_FLAGS } from '@plaudit/testing';

/** The first start of the product creates its databases, which takes minutes on a machine with much other work. */
const READY_MS = 240_000;
const STOP_MS = 20_000;
const KEPT_LINES = 20;

interface ProgramOptions {
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** The line of its output that reports it as ready. The first group is kept. */
  ready: RegExp;
  /** With a channel for {@link Program.ask}. */
  ipc?: boolean;
}

/** A child process that reports when it is ready and is ended by its pid. */
export class Program {
  private constructor(
    private readonly child: ChildProcess,
    /** The first group of `ready`. */
    readonly said: string,
    /** From the start of the process to its ready line. */
    readonly readyAfterMs: number,
  ) {}

  static start({ args, env, ready, ipc = false }: ProgramOptions): Promise<Program> {
    const startedAt = performance.now();
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env.PATH ?? '', TZ: 'UTC', ...env },
      stdio: ['ignore', 'pipe', 'pipe', ipc ? 'ipc' : 'ignore'],
    });
    const lines: string[] = [];
    return new Promise((resolve, reject) => {
      const fail = (why: string): void => {
        child.kill('SIGKILL');
        reject(new Error(`node ${args.join(' ')} ${why}:\n${lines.join('\n')}`));
      };
      const timer = setTimeout(() => fail('was not ready in time'), READY_MS);
      child.once('exit', (code, signal) => fail(`ended with ${code ?? signal}`));
      const read = (line: string): void => {
        if (lines.push(line) > KEPT_LINES) lines.shift();
        const said = ready.exec(line)?.[1];
        if (said === undefined) return;
        clearTimeout(timer);
        child.removeAllListeners('exit');
        resolve(new Program(child, said, performance.now() - startedAt));
      };
      for (const input of [child.stdout, child.stderr])
        if (input) createInterface({ input }).on('line', read);
    });
  }

  /** Sends a message and waits for its response. */
  ask<Answer>(question: string): Promise<Answer> {
    const answer = once(this.child, 'message') as Promise<[Answer]>;
    this.child.send(question);
    return answer.then(([message]) => message);
  }

  /** Returns the process's memory in megabytes, without its children. */
  residentMegabytes(): number {
    const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(this.child.pid)], { encoding: 'utf8' });
    return Number(kilobytes) / 1024;
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const cutOff = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await exited;
    clearTimeout(cutOff);
  }
}

const root = join(__dirname, '..', '..');

/** Returns the arguments with which `node` runs a TypeScript file of this folder. */
export function sourceProgram(file: string): string[] {
  return [...SOURCE_FLAGS, join(root, 'bench', 'programs', file)];
}

/** Returns the path of an app's built program. */
export function builtProgram(app: string): string {
  return join(root, 'apps', app, 'dist', 'main.js');
}
