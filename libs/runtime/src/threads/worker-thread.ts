import { once } from 'node:events';
import { basename } from 'node:path';
import { Logger } from '@nestjs/common';
import { Piscina } from 'piscina';

/** An unused thread ends, because it holds 20 to 50 MB. */
const IDLE_MS = 30_000;

/** What one task may take. */
export interface ThreadLimits {
  milliseconds: number;
  /** The heap of the thread. */
  megabytes: number;
  /** The part for short-lived objects, which comes on top. Default: 48 on 64-bit systems. */
  youngMegabytes?: number;
}

/** The code of Node for a thread that has used up its heap. */
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

export type ThreadErrorCode = 'ERR_WORKER_TIMED_OUT' | typeof OUT_OF_MEMORY | 'ERR_WORKER_STOPPED';

/** A task was ended, or was not begun because the thread is closed. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError';

  constructor(
    readonly code: ThreadErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A task, and what ends it early. */
interface Run {
  work: string;
  task: unknown;
  ending: AbortController;
}

/**
 * A worker thread that runs one task at a time. It starts with the first task and ends when it is not used. Put a line in front
 * of it: tasks that wait inside it are lost when the one before them is ended.
 */
export class WorkerThread {
  private readonly logger = new Logger(WorkerThread.name);
  private pool: Piscina | null = null;
  private isClosed = false;

  /** `entry` is the file that the thread runs. It exports the works, and `start`, which does nothing. */
  constructor(
    private readonly entry: string,
    private readonly limits: ThreadLimits,
  ) {}

  /**
   * Returns the result of a work. Throws what the work throws. Throws a {@link ThreadError} if the task takes more than the limits,
   * which ends the thread, or if the thread is closed. Throws an AbortError if `signal` is aborted, which ends the thread, too.
   */
  async run(work: string, task: unknown, signal?: AbortSignal): Promise<unknown> {
    this.assertOpen();
    signal?.throwIfAborted();
    // AbortSignal.any would leave a reference in `signal`, which may live as long as the process.
    const ending = new AbortController();
    const end = (): void => ending.abort(signal?.reason);
    signal?.addEventListener('abort', end, { once: true });
    this.pool ??= this.newPool();
    try {
      // The time limit is for the task. Starting the thread takes longer on a busy machine.
      await started(this.pool, ending.signal);
      this.assertOpen();
      return await this.limited(this.pool, { work, task, ending });
    } catch (error) {
      this.assertOpen({ cause: error });
      throw error;
    } finally {
      signal?.removeEventListener('abort', end);
      // Takes back a task that waits for a thread that cannot start.
      ending.abort();
    }
  }

  /** Ends the thread, even if it is busy. Tasks that are under way or come later are refused. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.pool?.destroy();
  }

  private assertOpen(options?: ErrorOptions): void {
    if (this.isClosed) throw new ThreadError('ERR_WORKER_STOPPED', 'The process is stopping', options);
  }

  private async limited(pool: Piscina, { work, task, ending }: Run): Promise<unknown> {
    const { milliseconds, megabytes } = this.limits;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      ending.abort();
    }, milliseconds);
    try {
      return await pool.run(task, { name: work, signal: ending.signal });
    } catch (cause) {
      const took = `The ${work} took more than`;
      if (isLate) throw new ThreadError('ERR_WORKER_TIMED_OUT', `${took} ${milliseconds} ms`, { cause });
      if (isOutOfMemory(cause)) throw new ThreadError(OUT_OF_MEMORY, `${took} ${megabytes} MB`, { cause });
      throw cause;
    } finally {
      clearTimeout(timer);
    }
  }

  private newPool(): Piscina {
    const { megabytes, youngMegabytes } = this.limits;
    const pool = new Piscina({
      filename: this.entry,
      // Piscina looks this function up while the thread starts.
      name: 'start',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      recordTiming: false,
      resourceLimits: {
        maxOldGenerationSizeMb: megabytes,
        ...(youngMegabytes === undefined ? {} : { maxYoungGenerationSizeMb: youngMegabytes }),
      },
    });
    // Without a listener, an error of an idle thread would end the process.
    pool.on('error', (error: unknown) => {
      this.logger.warn({ message: 'A worker thread failed', entry: basename(this.entry), error });
    });
    return pool;
  }
}

function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === OUT_OF_MEMORY;
}

/** Waits until the thread has started. Throws if it cannot start, which piscina does not tell a waiting task. */
async function started(pool: Piscina, signal: AbortSignal): Promise<void> {
  const listening = new AbortController();
  const failed = once(pool, 'error', { signal: listening.signal }).then(([error]) => {
    throw error;
  });
  try {
    await Promise.race([pool.run(null, { name: 'start', signal }), failed]);
  } finally {
    listening.abort();
  }
}
