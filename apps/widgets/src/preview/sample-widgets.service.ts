import { Injectable } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { ChannelCopiesRepository } from '../channels/channel-copies.repository';
import type { Language } from '../i18n/locale';
import { ApprovedReviewsClient } from '../public-json/approved-reviews.client';
import type { PublicWidget } from '../public-json/public-widget';
import { PublicWidgetService, type WidgetToDraw } from '../public-json/public-widget.service';
import { readSettings } from '../settings/change-settings';
import { sampleNote, sampleReviews } from './sample-reviews';

/** Draws widgets with invented reviews, for a preview that asks for them and before the first review is approved. */
@Injectable()
export class SampleWidgetsService {
  constructor(
    private readonly publicWidgets: PublicWidgetService,
    private readonly reviews: ApprovedReviewsClient,
    private readonly channels: ChannelCopiesRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the widget with invented reviews, or null if `real` shows what there is. Filters that match nothing must show as
   * such, so only a sub account without any approved review has a sample. A badge needs none if the platforms publish a rating.
   */
  async insteadOf(
    real: PublicWidget,
    target: WidgetToDraw,
    language: Language,
  ): Promise<PublicWidget | null> {
    if (real.summary.matching > 0) return null;
    const { source } = readSettings(target.type, target.settings);
    if (source.limit === 0 && real.summary.rating !== null) return null;
    const { count } = await this.reviews.find({ sub_account_id: target.sub_account_id, limit: 0 });
    return count === 0 ? this.draw(target, language, false) : null;
  }

  /** Returns the widget with invented reviews, whatever reviews there are. */
  async chosen(target: WidgetToDraw, language: Language): Promise<PublicWidget> {
    return this.draw(target, language, true);
  }

  private async draw(target: WidgetToDraw, language: Language, isChosen: boolean): Promise<PublicWidget> {
    const { source, legal, behavior } = readSettings(target.type, target.settings);
    const honest = {
      ...target.settings,
      behavior: { ...behavior, hide_when_empty: false },
      legal: {
        ...legal,
        show_disclosure: true,
        disclosure_text: sampleNote(language, isChosen),
        disclosure_url: null,
      },
    };
    return this.publicWidgets.widgetOf({
      target: { ...target, settings: honest },
      language,
      reviews: sampleReviews(language, source, this.clock.now()),
      channels: await this.channels.list(target),
    });
  }
}
