import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import type { FoundSummary } from '../ai-summaries/ai-summaries.client';
import { AiSummariesService } from '../ai-summaries/ai-summaries.service';
import { ContentRevsService } from '../content-revs/content-revs.service';
import { widgetEtag } from '../http/etag';
import { chooseLanguage, type Language } from '../i18n/locale';
import { readSettings } from '../settings/change-settings';
import type { Settings } from '../settings/settings';
import { WIDGET_KEY } from '../widgets/widget';
import { type EmbedTarget, EmbedTargetReadModel } from './embed-target.read-model';

/** The widget that a request names, with the language and the version of the response. */
export interface RequestedWidget {
  target: EmbedTarget;
  settings: Settings;
  language: Language;
  /** True if the language depends on the Accept-Language header. */
  varies: boolean;
  /** The text of the ai service. It is a part of the version, because no rev changes with it. */
  aiSummary: FoundSummary;
  etag: string;
}

/** What a request says about its language. */
interface RequestedLanguage {
  lang: string | undefined;
  pageLanguage: unknown;
  acceptLanguage: string | undefined;
}

/** Finds the widgets that visitors request, and the versions that they get. */
@Injectable()
export class RequestedWidgetsService {
  constructor(
    private readonly targets: EmbedTargetReadModel,
    private readonly revs: ContentRevsService,
    private readonly aiSummaries: AiSummariesService,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiError 404 for an unknown key. */
  async get(key: string, language: RequestedLanguage): Promise<RequestedWidget> {
    const requested = await this.find(key, language);
    if (!requested) throw noWidget(key);
    return requested;
  }

  /**
   * Returns null if no widget has the key, such as that of a deleted one.
   * @throws ApiError 404 for a text that is no key.
   */
  async find(
    key: string,
    { lang, pageLanguage, acceptLanguage }: RequestedLanguage,
  ): Promise<RequestedWidget | null> {
    if (!WIDGET_KEY.test(key)) throw noWidget(key);
    const target = await this.currentTarget(key);
    if (!target) return null;
    const settings = readSettings(target.type, target.settings);
    const { language, varies } = chooseLanguage({
      requested: lang,
      configured: settings.i18n.locale,
      pageLanguage,
      acceptLanguage,
    });
    const aiSummary = await this.aiSummaries.find(target, settings);
    const etag = widgetEtag({
      widgetRev: target.rev,
      contentRev: target.content_rev,
      language,
      sort: settings.source.sort,
      now: this.clock.now(),
      aiSummary,
    });
    return { target, settings, language, varies, aiSummary, etag };
  }

  private async currentTarget(key: string): Promise<EmbedTarget | null> {
    const target = await this.targets.find(key);
    return target && { ...target, content_rev: await this.revs.upToDate(target, target) };
  }
}

function noWidget(key: string): ApiError {
  return new ApiError('not_found', `There is no widget with the key ${key.slice(0, 40)}.`);
}
