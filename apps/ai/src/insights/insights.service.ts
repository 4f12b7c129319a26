import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import type { KnownChannel } from '../channels/channels.read-model';
import type { Severity, Statement } from '../generation/generated';
import type { InsightsLanguage } from '../generation/insights-languages';
import { FreshnessService } from '../generations/freshness.service';
import { GenerationsService } from '../generations/generations.service';
import { ChannelReviewsReadModel } from '../reviews/channel-reviews.read-model';
import { type InsightsTask, InsightsTaskFactory } from './insights-task.factory';
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
    const [ratings, lists] = await Promise.all([
      this.reviews.countRatings(channel.id),
      this.lists(principal, this.tasks.of(channel, language)),
    ]);
    return { sentiment: sentimentOf(ratings), ...(lists ?? NO_LISTS), below_threshold: lists === null };
  }

  /** Returns null without enough reviews. */
  private async lists(principal: Principal, task: InsightsTask): Promise<ShownLists | null> {
    const current = await this.findCurrent(task);
    if (current) return shownLists(current, true);
    const texts = await this.reviews.countTexts(task.channel.id, { atMost: task.minReviews });
    if (texts < task.minReviews) return null;
    const find = () => this.findCurrent(task);
    const { record, isNew } = await this.generations.onRead(principal, { ...task, find }, task.find);
    return record && shownLists(record, !isNew);
  }

  private async findCurrent({ channel, find }: InsightsTask): Promise<StoredInsights | null> {
    const stored = await find();
    return stored && !(await this.freshness.isOutdated(channel, stored)) ? stored : null;
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
