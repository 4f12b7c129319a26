import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import type { KnownChannel } from '../channels/channels.read-model';
import type { Severity, Statement } from '../generation/generated';
import type { InsightsLanguage } from '../generation/insights-languages';
import { FreshnessService } from '../generations/freshness.service';
import { GenerationsService } from '../generations/generations.service';
import { ChannelReviewsReadModel } from '../reviews/channel-reviews.read-model';
import { type InsightsTask, InsightsTaskFactory, MIN_TEXT_REVIEWS } from './insights-task.factory';
import type { StoredInsights } from './insights.repository';
import { type Sentiment, sentimentOf } from './sentiment';

/** Strengths and improvements as the API shows them. */
interface ShownLists {
  strengths: string[];
  improvements: { text: string; severity: Severity }[];
  generated_on: string | null;
  cached: boolean;
  model: string | null;
  evidence: Statement[];
}

export interface ShownInsights extends ShownLists {
  sentiment: Sentiment;
  below_threshold: boolean;
}

const NO_LISTS: ShownLists = {
  strengths: [],
  improvements: [],
  generated_on: null,
  cached: false,
  model: null,
  evidence: [],
};

/** Reads what is good and what could be better about channels. */
@Injectable()
export class InsightsService {
  constructor(
    private readonly reviews: ChannelReviewsReadModel,
    private readonly freshness: FreshnessService,
    private readonly tasks: InsightsTaskFactory,
    private readonly generations: GenerationsService,
  ) {}

  /**
   * Returns the sentiment of this moment, with the stored lists of this language, or with new ones if those are out of date. A
   * channel with fewer than five reviews with text has no lists.
   */
  async get(principal: Principal, channel: KnownChannel, language: InsightsLanguage): Promise<ShownInsights> {
    const counts = await this.reviews.counts(channel.id);
    const sentiment = sentimentOf(counts);
    if (counts.readable < MIN_TEXT_REVIEWS) return { sentiment, ...NO_LISTS, below_threshold: true };
    const lists = await this.lists(principal, this.tasks.of(channel, language), counts.readable);
    // Reviews may have gone since they were counted.
    return { sentiment, ...(lists ?? NO_LISTS), below_threshold: lists === null };
  }

  private async lists(
    principal: Principal,
    task: InsightsTask,
    readable: number,
  ): Promise<ShownLists | null> {
    const stored = await task.find();
    const current = stored && (await this.ifCurrent(task, stored, readable));
    if (current) return shownLists(current, true);
    const find = async (): Promise<StoredInsights | null> => {
      const found = await task.find();
      return found && this.ifCurrent(task, found, readable);
    };
    const { record, isNew } = await this.generations.onRead(principal, { ...task, find }, task.find);
    return record && shownLists(record, !isNew);
  }

  private async ifCurrent(
    { channel }: InsightsTask,
    stored: StoredInsights,
    readable: number,
  ): Promise<StoredInsights | null> {
    const text = { ...stored, based_on: stored.used_ids.length };
    return (await this.freshness.isOutdated(channel, text, readable)) ? null : stored;
  }
}

function shownLists(stored: StoredInsights, cached: boolean): ShownLists {
  const { strengths, improvements, generated_on, model } = stored;
  return {
    strengths: strengths.map(({ text }) => text),
    improvements: improvements.map(({ text, severity }) => ({ text, severity })),
    generated_on: generated_on.toISOString(),
    cached,
    model,
    evidence: [...strengths, ...improvements].map(({ text, review_ids }) => ({ text, review_ids })),
  };
}
