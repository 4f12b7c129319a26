import { Injectable } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import type { KnownChannel } from '../channels/channels.read-model';
import { LadderService } from '../generation/ladder.service';
import { ChannelReviewsReadModel } from '../reviews/channel-reviews.read-model';
import { type DatedText, isOutdated, MANY_NEW_REVIEWS } from './freshness';

/** Compares stored texts about channels with the reviews and the settings of now. */
@Injectable()
export class FreshnessService {
  constructor(
    private readonly reviews: ChannelReviewsReadModel,
    private readonly ladder: LadderService,
    private readonly clock: Clock,
  ) {}

  /** Returns true if a text about a channel should be written again. While the provider is paused, none should. */
  async isOutdated({ id, account_id }: KnownChannel, text: DatedText): Promise<boolean> {
    const [configKey, newReviews] = await Promise.all([
      this.ladder.configKey(account_id),
      this.reviews.countTexts(id, { above: text.last_review_id, atMost: MANY_NEW_REVIEWS }),
    ]);
    if (configKey === null) return false;
    return isOutdated(text, { now: this.clock.now(), configKey, newReviews });
  }
}
