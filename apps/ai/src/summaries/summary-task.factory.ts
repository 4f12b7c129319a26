import { Injectable } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import type { KnownChannel } from '../channels/channels.read-model';
import type { GeneratedSummary } from '../generation/generated';
import type { ChannelTask, ChannelText } from '../generations/channel-task';
import { SummariesRepository } from './summaries.repository';
import { averageOf, DEFAULT_CHOICE, type StoredSummary, type SummaryChoice } from './summary';

export type SummaryTask = ChannelTask<GeneratedSummary, StoredSummary>;

/** Says how summaries are written and stored. */
@Injectable()
export class SummaryTaskFactory {
  constructor(
    private readonly summaries: SummariesRepository,
    private readonly clock: Clock,
  ) {}

  /** Writes a summary that was asked for. A model is asked, even if nothing has changed. */
  anew(channel: KnownChannel, choice: SummaryChoice): SummaryTask {
    return this.of(channel, choice, false);
  }

  /** Writes a summary as the last POST asked for. A model may repeat what it wrote. */
  async again(channel: KnownChannel): Promise<SummaryTask> {
    return this.of(channel, (await this.summaries.findChoice(channel.id)) ?? DEFAULT_CHOICE, true);
  }

  private of(channel: KnownChannel, choice: SummaryChoice, mayRepeat: boolean): SummaryTask {
    return {
      kind: 'summary',
      channel,
      key: `summary:${channel.id}`,
      minReviews: 1,
      write: (generator, reviews) =>
        generator.summary({
          language: choice.language,
          length: choice.length,
          business: channel.name,
          count: reviews.length,
          average: averageOf(reviews),
          reviews,
          mayRepeat,
        }),
      record: (text) => storedSummary(choice, text, this.clock.now()),
      store: (tx, record, usedIds) => this.summaries.store(tx, channel, record, usedIds),
      find: () => this.summaries.find(channel.id),
    };
  }
}

function storedSummary(
  { language, length }: SummaryChoice,
  text: ChannelText<GeneratedSummary>,
  generated_on: Date,
): StoredSummary {
  return {
    language,
    length,
    ...text.value,
    model: text.model,
    config_key: text.configKey,
    fallback: text.fallback,
    based_on_reviews: text.reviews.length,
    last_review_id: text.lastReviewId,
    generated_on,
  };
}
