import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { LadderService, type Writer } from '../generation/ladder.service';
import { ChannelReviewsReadModel } from '../reviews/channel-reviews.read-model';
import { UsedReviewsRepository } from '../reviews/used-reviews.repository';
import type { ChannelTask, ChannelText } from './channel-task';
import { type GenerationLock, GenerationLocksRepository } from './generation-locks.repository';

/** What one run of a provider led to. */
interface Attempt<T, R> {
  text: ChannelText<T>;
  record: R;
}

/** Writes texts about channels, and stores them only while the reviews that they are made of are unchanged. */
@Injectable()
export class ChannelTextsService {
  constructor(
    private readonly database: Database,
    private readonly reviews: ChannelReviewsReadModel,
    private readonly used: UsedReviewsRepository,
    private readonly ladder: LadderService,
    private readonly locks: GenerationLocksRepository,
  ) {}

  /**
   * Writes the text, stores its record and returns it. Returns null without enough reviews. If a review was edited or erased while
   * the provider wrote, the text is written once more. If that happens again, or if another generation has seized the lock, the
   * record is returned and not stored.
   */
  async write<T, R>(
    task: ChannelTask<T, R>,
    lock: GenerationLock,
    writer: Writer = 'configured',
  ): Promise<R | null> {
    const first = await this.attempt(task, writer);
    if (!first || (await this.store(task, lock, first)) !== 'changed') return first?.record ?? null;
    await this.locks.extend(lock);
    // A model that has just failed would take the time of a second failure.
    const second = await this.attempt(task, first.text.fallback ? 'embedded' : writer);
    if (second) await this.store(task, lock, second);
    return second?.record ?? null;
  }

  /** Writes the text with the embedded provider and returns its record, which is not stored. Returns null without enough reviews. */
  async writeOnly<T, R>(task: ChannelTask<T, R>): Promise<R | null> {
    return (await this.attempt(task, 'embedded'))?.record ?? null;
  }

  private async attempt<T, R>(task: ChannelTask<T, R>, writer: Writer): Promise<Attempt<T, R> | null> {
    const { reviews, lastReviewId } = await this.reviews.readable(task.channel.id);
    if (reviews.length < task.minReviews) return null;
    const order = { account_id: task.channel.account_id, kind: task.kind, writer };
    const written = await this.ladder.write(order, (generator) => task.write(generator, reviews));
    const text = { ...written, reviews, lastReviewId };
    return { text, record: task.record(text) };
  }

  /** The lock of the reviews comes first: an event that changes one of them waits for it, and then finds what is stored here. */
  private store<T, R>(
    task: ChannelTask<T, R>,
    lock: GenerationLock,
    { text, record }: Attempt<T, R>,
  ): Promise<'stored' | 'changed' | 'seized'> {
    return this.database.transaction(async (tx) => {
      if (!(await this.used.hold(tx, task.channel.id, text.reviews))) return 'changed';
      if (!(await this.locks.isHeld(tx, lock))) return 'seized';
      await task.store(
        tx,
        record,
        text.reviews.map(({ id }) => id),
      );
      return 'stored';
    });
  }
}
