import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import type { KnownChannel } from '../channels/channels.read-model';
import { LadderService } from '../generation/ladder.service';
import { GenerationsService } from '../generations/generations.service';
import { ChannelReviewsReadModel } from '../reviews/channel-reviews.read-model';
import { AUTO, type ShownSummary, shownSummary, type SummaryChoice } from './summary';
import { SummaryAdmissionService } from './summary-admission.service';
import { SummaryTaskFactory } from './summary-task.factory';

/** Writes summaries on request. */
@Injectable()
export class NewSummaryService {
  constructor(
    private readonly ladder: LadderService,
    private readonly reviews: ChannelReviewsReadModel,
    private readonly admissions: SummaryAdmissionService,
    private readonly tasks: SummaryTaskFactory,
    private readonly generations: GenerationsService,
  ) {}

  /**
   * Writes a new summary, stores it and returns it. The summary of a channel without reviews with text is null; nothing is stored or
   * counted then. Throws 400 for a language that the provider of the account cannot write, and 429 as {@link SummaryAdmissionService}.
   */
  async write(principal: Principal, channel: KnownChannel, choice: SummaryChoice): Promise<ShownSummary> {
    const { language } = choice;
    if (language !== AUTO) await this.ladder.assertWrites(principal.account_id, language);
    const hasTexts = (await this.reviews.countTexts(channel.id, { atMost: 1 })) > 0;
    if (!hasTexts) return shownSummary(null);
    const admission = await this.admissions.admit(principal, channel);
    try {
      return shownSummary(await this.generations.onDemand(admission.taken, this.tasks.anew(channel, choice)));
    } catch (error) {
      await this.admissions.withdraw(admission);
      throw error;
    }
  }
}
