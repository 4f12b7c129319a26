import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { AiSummariesService } from '../ai-summaries/ai-summaries.service';
import { reservedStyle } from '../heights/reserved-style';
import { typicalContent } from '../heights/typical-content';
import { chooseLanguage } from '../i18n/locale';
import type { PublicWidget } from '../public-json/public-widget';
import { PublicWidgetService, type WidgetToDraw } from '../public-json/public-widget.service';
import { changeSettings, readSettings } from '../settings/change-settings';
import { requireType, settingsPatch } from './widgets.service';

/** Computes the heights that snippets reserve, from the reviews that the widgets show now. */
@Injectable()
export class ReservedHeightsService {
  constructor(
    private readonly publicWidgets: PublicWidgetService,
    private readonly aiSummaries: AiSummariesService,
  ) {}

  /**
   * Returns the style of a widget before it is stored.
   *
   * @throws ApiError 422 for an invalid type or setting.
   */
  async styleOfNew(tenant: Tenant, input: { type?: unknown; settings?: unknown }): Promise<string> {
    const { type } = requireType(input.type);
    const { overrides: settings } = changeSettings(type, {}, settingsPatch(input.settings));
    const { account_id, sub_account_id } = tenant;
    return this.styleOf({ account_id, sub_account_id, key: '', type, settings });
  }

  /** Returns the style for typical reviews if the widget has none yet, and while the reviews service is not available. */
  async styleOf(target: WidgetToDraw): Promise<string> {
    const settings = readSettings(target.type, target.settings);
    const { language } = chooseLanguage({
      requested: undefined,
      configured: settings.i18n.locale,
      acceptLanguage: undefined,
    });
    const read = async (): Promise<PublicWidget | null> => {
      const aiSummary = await this.aiSummaries.find(target, settings);
      const { content } = await this.publicWidgets.widget(target, language, aiSummary);
      return content.hidden || content.summary.matching === 0 ? null : content;
    };
    // The ServiceClient has logged the error. A widget can be read and changed without its reviews.
    const content = await read().catch(() => null);
    return reservedStyle(target.type, settings, content ?? typicalContent(settings));
  }
}
