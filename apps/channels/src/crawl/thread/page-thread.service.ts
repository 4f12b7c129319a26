import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { ThreadError, WorkerThread } from '@plaudit/runtime';
import { ChannelsEnv } from '../../channels.env';
import { CrawlError } from '../../platforms/crawl-error';
import { ReadingLine } from './reading-line';
import type { LinksTask, NormalizeTask, ReadTask, ThreadResult, ThreadTerms } from './thread-task';

/** Short-lived objects of the thread. The default of 48 MB would double its memory. */
const YOUNG_GENERATION_MB = 16;

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
  private thread: WorkerThread | null = null;
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

  /** Returns the links of a page. Throws as {@link read} does. */
  async links(task: LinksTask, terms: ThreadTerms): Promise<string[]> {
    return (await this.inLine('links', { ...task, platform: 'website_schema' }, terms)) as string[];
  }

  /** Runs after the crawls have stopped. Ends the thread even if it is busy. */
  async onApplicationShutdown(): Promise<void> {
    await this.thread?.close();
  }

  private async inLine(
    work: 'read' | 'normalize' | 'links',
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

  /** Waits for a turn. Throws OVERLOADED if the time of a check ends in the line, because the page was not even looked at. */
  private async turn(terms: ThreadTerms): Promise<() => void> {
    terms.signal.throwIfAborted();
    try {
      return await this.line.enter(terms);
    } catch (error) {
      if (terms.line === 'crawl') throw error;
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
    this.thread ??= this.newThread();
    try {
      return (await this.thread.run(work, task, signal)) as ThreadResult;
    } catch (error) {
      const code = error instanceof ThreadError ? error.code : null;
      if (code === 'ERR_WORKER_TIMED_OUT')
        return { tooComplex: `The page took ${this.env.PAGE_SECONDS} seconds` };
      if (code === 'ERR_WORKER_OUT_OF_MEMORY')
        return { tooComplex: `The page took ${this.env.PAGE_MEMORY_MB} MB` };
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

  private newThread(): WorkerThread {
    return new WorkerThread(this.entry, {
      milliseconds: this.env.PAGE_SECONDS * 1_000,
      megabytes: this.env.PAGE_MEMORY_MB,
      youngMegabytes: YOUNG_GENERATION_MB,
    });
  }
}
