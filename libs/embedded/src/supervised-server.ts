import { type DetachedChild, stopProcess, type StopStep } from './child-process';
import type { FolderLock, Log } from './folder-lock';

export interface Supervision {
  /** For the log: `nats-server`. */
  name: string;
  /**
   * Starts the server again on the same port and state. Rejects if it does not serve, and soon after `isStopping` returns
   * true.
   */
  start: (isStopping: () => boolean) => Promise<DetachedChild>;
  /** The lock of the server's folder. Without it the server is not started again, because the folder has another owner. */
  lock: Pick<FolderLock, 'isHeld' | 'forget'>;
  log?: Log;
  /** Returns the milliseconds to wait before the next start. Default: {@link restartPause}. */
  pauseAfter?: (failures: number) => number;
}

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** A server that ends sooner counts as one that did not start. */
const STABLE_MS = 60_000;

/** Returns the pause before a start: none at first, then twice as long after each failure in a row, at most 30 s. */
export function restartPause(failures: number): number {
  return failures === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS);
}

/** Keeps a server running until {@link end}: if it ends by itself, it is started again, as often as needed. */
export class SupervisedServer {
  private stopping = false;
  private failures = 0;
  private startedAt = performance.now();
  private restarting: Promise<void> = Promise.resolve();
  private cancelPause: () => void = () => {};

  constructor(
    private child: DetachedChild,
    private readonly supervision: Supervision,
  ) {
    this.watch(child);
  }

  /** The process that runs now, or the last one. */
  get pid(): number {
    return this.child.pid;
  }

  /** Stops the server for good, also one that is about to start again. Throws if the process does not end. */
  async end(steps: readonly StopStep[]): Promise<void> {
    this.stopping = true;
    this.cancelPause();
    await this.restarting;
    await stopProcess(this.child, steps);
  }

  private watch(child: DetachedChild): void {
    void child.whenEnded.then((how) => {
      if (!this.stopping) this.restarting = this.restart(how);
    });
  }

  /** Never rejects. */
  private async restart(how: string): Promise<void> {
    const { name, lock, log = () => {}, start } = this.supervision;
    if (!lock.isHeld()) return;
    lock.forget(this.pid);
    log(`${name} (process ${this.pid}) ended by itself (${how}). Starting it again.`);
    if (performance.now() - this.startedAt >= STABLE_MS) this.failures = 0;
    while (!this.stopping) {
      await this.pause();
      if (this.stopping || !lock.isHeld()) return;
      this.failures += 1;
      try {
        this.child = await start(() => this.stopping);
        this.startedAt = performance.now();
        this.watch(this.child);
        log(`${name} serves again (process ${this.pid}).`);
        return;
      } catch (error) {
        if (!this.stopping) log(`Could not start ${name} again; the next attempt follows. ${String(error)}`);
      }
    }
  }

  private pause(): Promise<void> {
    const { pauseAfter = restartPause } = this.supervision;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pauseAfter(this.failures));
      this.cancelPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
