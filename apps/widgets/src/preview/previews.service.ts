import { Injectable } from '@nestjs/common';
import { ApiError, type Tenant } from '@plaudit/contracts';
import { WorkQueue } from '@plaudit/runtime';
import { AiSummariesService } from '../ai-summaries/ai-summaries.service';
import { chooseLanguage, type Language } from '../i18n/locale';
import type { PublicWidget } from '../public-json/public-widget';
import { PublicWidgetService, type WidgetToDraw } from '../public-json/public-widget.service';
import type { BasisRating } from '../public-json/rating-summary';
import { changeSettings, readSettings } from '../settings/change-settings';
import type { Settings } from '../settings/settings';
import { requireType, settingsPatch, WidgetsService } from '../widgets/widgets.service';
import { SampleWidgetsService } from './sample-widgets.service';

interface PreviewRequest {
  type?: unknown;
  id?: number;
  settings?: unknown;
  lang?: string;
  sample?: boolean;
}

/** The public JSON of a widget with settings that are not stored. */
export interface WidgetPreview extends PublicWidget {
  /** True if the reviews are invented, because the request asks for that or the sub account has no approved review yet. */
  sample: boolean;
  /** What each basis of the rating would yield from the reviews of the sub account, not from invented ones. */
  rating_bases: BasisRating[];
}

/** A builder asks after every change of a setting, and no answer comes from a cache. */
const PREVIEWS = {
  what: 'previews of widgets',
  maxRunning: 8,
  maxWaiting: 64,
  maxWaitingPerAccount: 8,
  maxWaitMs: 3_000,
};

/** Draws widgets with settings that are not stored, for those who edit them. */
@Injectable()
export class PreviewsService {
  private readonly queue = new WorkQueue(PREVIEWS);

  constructor(
    private readonly widgets: WidgetsService,
    private readonly publicWidgets: PublicWidgetService,
    private readonly aiSummaries: AiSummariesService,
    private readonly samples: SampleWidgetsService,
  ) {}

  /**
   * Returns what the element draws. It does not matter whether the widget is active and on which domains it may be shown.
   *
   * @throws ApiError 404 if the sub account has no widget with this id, 422 for an invalid type or setting, and 503
   * `overloaded` while too many previews are being drawn.
   */
  async preview(tenant: Tenant, request: PreviewRequest): Promise<WidgetPreview> {
    const target = await this.target(tenant, request);
    const settings = readSettings(target.type, target.settings);
    const { language } = chooseLanguage({
      requested: request.lang,
      configured: settings.i18n.locale,
      acceptLanguage: undefined,
    });
    return this.queue.runFor(tenant.account_id, () =>
      request.sample ? this.drawSample(target, language) : this.draw(target, language, settings),
    );
  }

  private async target(tenant: Tenant, { type, id, settings }: PreviewRequest): Promise<WidgetToDraw> {
    const patch = settingsPatch(settings);
    const { account_id, sub_account_id } = tenant;
    if (id === undefined) {
      const entry = requireType(type);
      const { overrides } = changeSettings(entry.type, {}, patch);
      return { account_id, sub_account_id, key: '', type: entry.type, settings: overrides };
    }
    if (type !== undefined) {
      const msg = 'Send either type or id. A widget keeps the type that it was created with.';
      throw new ApiError('invalid_value', msg, { field: 'type' });
    }
    const stored = await this.widgets.get(tenant, id);
    const { overrides } = changeSettings(stored.type, stored.settings, patch);
    return { account_id, sub_account_id, key: stored.key, type: stored.type, settings: overrides };
  }

  private async draw(target: WidgetToDraw, language: Language, settings: Settings): Promise<WidgetPreview> {
    const { summary } = await this.aiSummaries.find(target, settings);
    const { widget, ratings } = await this.publicWidgets.preview(target, language, summary);
    const sample = await this.samples.insteadOf(widget, target, language);
    // The further pages of reviews are those of the stored settings.
    return { ...(sample ?? widget), next: null, sample: sample !== null, rating_bases: ratings };
  }

  private async drawSample(target: WidgetToDraw, language: Language): Promise<WidgetPreview> {
    const ratings = await this.publicWidgets.ratings(target);
    const widget = await this.samples.chosen(target, language);
    return { ...widget, next: null, sample: true, rating_bases: ratings };
  }
}
