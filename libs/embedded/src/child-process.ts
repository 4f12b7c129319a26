import { spawn } from 'node:child_process';
import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs';

import { EmbeddedError } from './embedded.error';
import { within } from './polling';
import { identify, isRunning, type ProcessIdentity } from './process-identity';

/** The uid and gid of a child. Null means those of this process. */
export interface Account {
  uid: number;
  gid: number;
}

interface DetachedOptions {
  args: string[];
  /** The file for stdout and stderr. A pipe would close with this process and end the child. */
  logFile: string;
  account?: Account | null;
}

export interface DetachedChild extends ProcessIdentity {
  /** How the child ended ("exit code 1", "signal SIGKILL"), or null while it runs. */
  ended(): string | null;
  /** Resolves with how the child ended. Never rejects. */
  whenEnded: Promise<string>;
  /** Returns the last lines that this child wrote. */
  lastLines(): string;
}

export interface StopStep {
  signal: NodeJS.Signals;
  waitMs: number;
}

const LOG_KEPT_BYTES = 10 * 1024 * 1024;
const TAIL_BYTES = 16 * 1024;
const TAIL_LINES = 15;

/** Starts a server that outlives this process. Its environment has only the time zone UTC. */
export async function spawnDetached(binary: string, options: DetachedOptions): Promise<DetachedChild> {
  const logStart = rotate(options.logFile);
  const log = openSync(options.logFile, 'a', 0o600);
  const child = spawn(binary, options.args, {
    ...options.account,
    cwd: '/',
    detached: true,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let ended: string | null = null;
  const whenEnded = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      ended = signal ? `signal ${signal}` : `exit code ${code}`;
      resolve(ended);
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => {
      reject(new EmbeddedError(`Could not run ${binary}: ${cause.message}`, { cause }));
    });
  });
  child.unref();
  const pid = child.pid as number;
  return {
    pid,
    startedAt: identify(pid)?.startedAt ?? '',
    ended: () => ended,
    whenEnded,
    lastLines: () => lastLines(options.logFile, logStart),
  };
}

/** Sends the signals in turn and waits after each one until the process has ended. Throws if it never ends. */
export async function stopProcess(target: ProcessIdentity, steps: readonly StopStep[]): Promise<void> {
  for (const { signal, waitMs } of steps) {
    if (!isRunning(target)) return;
    signalIfRunning(target.pid, signal);
    if (await within(waitMs, () => !isRunning(target))) return;
  }
  throw new EmbeddedError(`Process ${target.pid} did not end, not even after ${steps.at(-1)?.signal}.`);
}

function lastLines(file: string, from: number): string {
  const { size } = statSync(file);
  const buffer = Buffer.alloc(Math.min(Math.max(size - from, 0), TAIL_BYTES));
  const handle = openSync(file, 'r');
  readSync(handle, buffer, 0, buffer.length, size - buffer.length);
  closeSync(handle);
  return buffer.toString('utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n') || '(nothing)';
}

function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It ended between the check and the signal.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Starts a new file if the current one is large. Returns the offset of the next line. */
function rotate(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= LOG_KEPT_BYTES) return size;
  renameSync(logFile, `${logFile}.1`);
  return 0;
}
