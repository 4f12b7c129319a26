import { once } from 'node:events';
import { Logger } from '@nestjs/common';
import { Piscina } from 'piscina';

/** An unused thread ends, because it holds 20 to 50 MB. */
const IDLE_MS = 30_000;

/** What one task may take. The inputs are bounded, so a task that takes more is a fault of ours. */
export interface ThreadLimits {
  milliseconds: number;
  megabytes: number;
}

/** A worker thread that runs one task at a time. It starts with the first task and ends when it is not used. */
export class GeneratorThread {
  private readonly logger = new Logger(GeneratorThread.name);
  private readonly closing = new AbortController();
  private pool: Piscina | null = null;

  /** `entry` is the file that the thread runs. It exports the works, and `start`, which does nothing. */
  constructor(
    private readonly entry: string,
    private readonly limits: ThreadLimits,
  ) {}

  /** Returns the result of a work. Throws if it takes too long or too much memory, which ends the thread, or if it throws. */
  async run(work: string, task: unknown): Promise<unknown> {
    this.closing.signal.throwIfAborted();
    this.pool ??= this.newPool();
    // The time limit is for the task. Starting the thread takes longer on a busy machine.
    await started(this.pool, this.closing.signal);
    const limit = AbortSignal.timeout(this.limits.milliseconds);
    try {
      return await this.pool.run(task, { name: work, signal: AbortSignal.any([this.closing.signal, limit]) });
    } catch (error) {
      this.closing.signal.throwIfAborted();
      if (!limit.aborted) throw error;
      throw new Error(`The ${work} took more than ${this.limits.milliseconds} ms`, { cause: error });
    }
  }

  /** Ends the thread, even if it is busy. Tasks that are under way or come later are refused. */
  async close(): Promise<void> {
    this.closing.abort(new Error('The process is stopping'));
    await this.pool?.destroy();
  }

  private newPool(): Piscina {
    const pool = new Piscina({
      filename: this.entry,
      // Piscina looks this function up while the thread starts.
      name: 'start',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: this.limits.megabytes },
    });
    // Without a listener, an error of an idle thread would end the process.
    pool.on('error', (error: unknown) => this.logger.warn({ message: 'The generator thread failed', error }));
    return pool;
  }
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
