import { Injectable } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import type { KnownChannel } from '../channels/channels.read-model';
import type { GeneratedInsights } from '../generation/generated';
import type { InsightsLanguage } from '../generation/insights-languages';
import type { ChannelTask, ChannelText } from '../generations/channel-task';
import { InsightsRepository, type StoredInsights } from './insights.repository';

/** Insights are written about at least so many reviews with text (api.md 8). */
export const MIN_TEXT_REVIEWS = 5;

export type InsightsTask = ChannelTask<GeneratedInsights, StoredInsights>;

/** Says how insights are written and stored. */
@Injectable()
export class InsightsTaskFactory {
  constructor(
    private readonly insights: InsightsRepository,
    private readonly clock: Clock,
  ) {}

  of(channel: KnownChannel, language: InsightsLanguage): InsightsTask {
    const place = { ...channel, language };
    return {
      kind: 'insights',
      channel,
      key: `insights:${channel.id}:${language}`,
      minReviews: MIN_TEXT_REVIEWS,
      write: (generator, reviews) => generator.insights({ language, business: channel.name, reviews }),
      record: (text) => storedInsights(text, this.clock.now()),
      store: (tx, record, usedIds) => this.insights.store(tx, place, record, usedIds),
      find: () => this.insights.find(place),
    };
  }
}

function storedInsights(text: ChannelText<GeneratedInsights>, generated_on: Date): StoredInsights {
  return {
    ...text.value,
    model: text.model,
    config_key: text.configKey,
    fallback: text.fallback,
    last_review_id: text.lastReviewId,
    generated_on,
  };
}
