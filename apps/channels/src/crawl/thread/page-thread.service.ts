import { once } from 'node:events';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { ChannelsEnv } from '../../channels.env';
import { CrawlError } from '../../platforms/crawl-error';
import { ReadingLine } from './reading-line';
import type { NormalizeTask, ReadTask, ThreadResult } from './thread-task';

/** An unused thread ends, because it holds 20 to 50 MB. */
const IDLE_MS = 30_000;
/** Short-lived objects of the thread. The default of 48 MB would double its memory. */
const YOUNG_GENERATION_MB = 16;

export interface ThreadTerms {
  signal: AbortSignal;
  /** The account whose request waits for the result. Null for a crawl. */
  caller: number | null;
}

/**
 * Runs `read` and `normalize` of the platforms in a worker thread, one task at a time. Strangers choose the time and the
 * memory that this work takes, so both are limited, and this thread of the process stays free. The thread starts with the
 * first task and ends when it is not used.
 */
@Injectable()
export class PageThreadService implements OnApplicationShutdown {
  /** The file that the thread runs. */
  protected readonly entry: string = require.resolve('./page-thread.process');
  private readonly logger = new Logger(PageThreadService.name);
  private pool: Piscina | null = null;
  /** The line is ours, because piscina forgets waiting tasks when it ends a thread. */
  private readonly line = new ReadingLine();

  constructor(private readonly env: ChannelsEnv) {}

  /** Returns what the platform's `read` returns. Throws a CrawlError if the page cannot be read within the limits. */
  read(task: ReadTask, terms: ThreadTerms): Promise<unknown> {
    return this.inLine('read', task, terms);
  }

  /** Returns what the platform's `normalize` returns. Throws as {@link read} does. */
  normalize(task: NormalizeTask, terms: ThreadTerms): Promise<unknown> {
    return this.inLine('normalize', task, terms);
  }

  /** Runs after the crawls have stopped. Ends the thread even if it is busy. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool?.destroy();
  }

  private async inLine(
    work: 'read' | 'normalize',
    task: ReadTask | NormalizeTask,
    terms: ThreadTerms,
  ): Promise<unknown> {
    const leave = await this.turn(terms);
    try {
      return this.valueOf(task, await this.limited(work, task, terms.signal));
    } finally {
      leave();
    }
  }

  /** Waits for a turn. Throws OVERLOADED if a caller's time ends in the line, because the page was not even looked at. */
  private async turn({ signal, caller }: ThreadTerms): Promise<() => void> {
    signal.throwIfAborted();
    try {
      return await this.line.enter(caller, signal);
    } catch (error) {
      if (caller === null) throw error;
      const info = { retryAfterMs: this.env.PAGE_SECONDS * 1_000 };
      throw new CrawlError('OVERLOADED', 'Too many pages are waiting to be read.', info, { cause: error });
    }
  }

  /** Runs a task in the thread, which is ended if the task takes too long or too much memory. */
  private async limited(
    work: string,
    task: ReadTask | NormalizeTask,
    signal: AbortSignal,
  ): Promise<ThreadResult> {
    signal.throwIfAborted();
    this.pool ??= this.newPool();
    // The time limit is for the page. Starting the thread takes longer on a busy machine.
    await started(this.pool, signal);
    const limit = AbortSignal.timeout(this.env.PAGE_SECONDS * 1_000);
    try {
      const limits = AbortSignal.any([signal, limit]);
      return (await this.pool.run(task, { name: work, signal: limits })) as ThreadResult;
    } catch (error) {
      if (!signal.aborted && limit.aborted)
        return { tooComplex: `The page took ${this.env.PAGE_SECONDS} seconds` };
      if (isOutOfMemory(error)) return { tooComplex: `The page took ${this.env.PAGE_MEMORY_MB} MB` };
      throw error;
    }
  }

  private valueOf({ platform }: ReadTask | NormalizeTask, result: ThreadResult): unknown {
    if ('value' in result) return result.value;
    if ('refusal' in result) throw new CrawlError(result.refusal.code, result.refusal.message);
    this.logger.warn({ message: 'Gave up a page', platform, reason: result.tooComplex });
    throw new CrawlError(
      'TOO_COMPLEX',
      'The page is too large or too deeply nested to be read. Send the URL of a simpler page.',
    );
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
      resourceLimits: {
        maxOldGenerationSizeMb: this.env.PAGE_MEMORY_MB,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      },
    });
    // Without a listener, an error of an idle thread would end the process.
    pool.on('error', (error: unknown) => this.logger.warn({ message: 'The page thread failed', error }));
    return pool;
  }
}

function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
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
