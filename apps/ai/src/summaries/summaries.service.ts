import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import type { KnownChannel } from '../channels/channels.read-model';
import { GenerationsService } from '../generations/generations.service';
import { RefreshesService } from '../refresh/refreshes.service';
import { ChannelReviewsReadModel } from '../reviews/channel-reviews.read-model';
import { SummariesRepository } from './summaries.repository';
import { type ShownSummary, shownSummary } from './summary';
import { SummaryTaskFactory } from './summary-task.factory';

/** Reads the summaries of channels. */
@Injectable()
export class SummariesService {
  constructor(
    private readonly reviews: ChannelReviewsReadModel,
    private readonly summaries: SummariesRepository,
    private readonly refreshes: RefreshesService,
    private readonly tasks: SummaryTaskFactory,
    private readonly generations: GenerationsService,
  ) {}

  /**
   * Returns the stored summary, also if it is out of date, or writes the first one. The summary of a channel without reviews with
   * text is null.
   */
  async get(principal: Principal, channel: KnownChannel): Promise<ShownSummary & { stale: boolean }> {
    const stored = await this.summaries.find(channel.id);
    if (!stored) {
      const hasTexts = (await this.reviews.countTexts(channel.id, { atMost: 1 })) > 0;
      if (!hasTexts) return { ...shownSummary(null), stale: false };
      const task = await this.tasks.again(channel);
      const { record } = await this.generations.onRead(principal, task);
      return { ...shownSummary(record), stale: false };
    }
    return { ...shownSummary(stored), stale: await this.refreshes.isStale(principal, channel, stored) };
  }
}
