import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { currentContext, type ThreadLimits, WorkerThread, WorkQueue } from '@plaudit/runtime';
import {
  type GeneratedInsights,
  type GeneratedReply,
  type GeneratedSummary,
  type GeneratedTags,
  type InsightsTask,
  MAX_OFFERED_TAGS,
  type ReplyTask,
  type SummaryTask,
  type TagsTask,
} from '../generation/generated';
import type { TextGenerator } from '../generation/text-generator';
import { boundedReview, boundedReviews } from './bounded-reviews';

/** The inputs are bounded, so a task that takes more is a fault of ours. */
const LIMITS: ThreadLimits = { milliseconds: 15_000, megabytes: 256 };

/** Most tasks take milliseconds. Those that wait hold their reviews in memory. */
const LINE = { what: 'texts', maxRunning: 1, maxWaiting: 50, maxWaitingPerAccount: 20, maxWaitMs: 15_000 };

/**
 * Writes without a model, by rules and word lists that are part of the product. The work runs in a worker thread, so that this
 * thread of the process stays free. Accounts take turns. Throws `503 overloaded` if too many tasks wait, of the account or of all.
 */
@Injectable()
export class EmbeddedGeneratorService implements TextGenerator, OnApplicationShutdown {
  protected readonly thread = new WorkerThread(require.resolve('./thread/generator.process'), LIMITS);
  private readonly line = new WorkQueue(LINE);

  async summary(task: SummaryTask): Promise<GeneratedSummary> {
    const bounded = { ...task, reviews: boundedReviews(task.reviews) };
    return (await this.run('summary', bounded)) as GeneratedSummary;
  }

  async insights(task: InsightsTask): Promise<GeneratedInsights> {
    const bounded = { ...task, reviews: boundedReviews(task.reviews) };
    return (await this.run('insights', bounded)) as GeneratedInsights;
  }

  async reply(task: ReplyTask): Promise<GeneratedReply> {
    return (await this.run('reply', { ...task, review: boundedReview(task.review) })) as GeneratedReply;
  }

  async tags(task: TagsTask): Promise<GeneratedTags> {
    const tags = task.tags.slice(0, MAX_OFFERED_TAGS);
    return (await this.run('tags', { review: boundedReview(task.review), tags })) as GeneratedTags;
  }

  /** Ends the thread even if it is busy. */
  async onApplicationShutdown(): Promise<void> {
    await this.thread.close();
  }

  private run(work: keyof TextGenerator, task: unknown): Promise<unknown> {
    const account = currentContext()?.principal?.account_id ?? null;
    return this.line.runFor(account, () => this.thread.run(work, task));
  }
}
