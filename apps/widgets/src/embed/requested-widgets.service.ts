import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Clock, worksFor } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import type { FoundSummary } from '../ai-summaries/ai-summaries.client';
import { AiSummariesService } from '../ai-summaries/ai-summaries.service';
import { ContentRevsService } from '../content-revs/content-revs.service';
import { widgetEtag } from '../http/etag';
import { isTooOld } from '../http/public-headers';
import { chooseLanguage, type Language } from '../i18n/locale';
import { readSettings } from '../settings/change-settings';
import type { Settings } from '../settings/settings';
import { WIDGET_KEY } from '../widgets/widget';
import { type EmbedTarget, EmbedTargetReadModel } from './embed-target.read-model';
import { SharedReads } from './shared-reads';

/** A widget as it is stored, with the content rev that includes all changes of reviews, or the last known one. */
interface CurrentWidget {
  target: EmbedTarget;
  settings: Settings;
  /** When the reviews service last confirmed the content rev. It is the present unless that service does not answer. */
  confirmedOn: Date;
}

/** The widget that a request names, with the language and the version of the response. */
export interface RequestedWidget extends CurrentWidget {
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
  private readonly current = new SharedReads((keys) => this.read(keys));
  /** The sub account of each widget, which never changes. With it, the two questions about a widget are asked at once. */
  private readonly subAccounts = new LRUCache<string, number>({ max: 100_000 });

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
   * @throws ApiError 404 for a text that is no key, 503 for an active widget if the reviews service has not answered for a day.
   */
  async find(
    key: string,
    { lang, pageLanguage, acceptLanguage }: RequestedLanguage,
  ): Promise<RequestedWidget | null> {
    if (!WIDGET_KEY.test(key)) throw noWidget(key);
    const widget = await this.current.find(key);
    if (!widget) return null;
    const { target, settings, confirmedOn } = widget;
    if (target.active && isTooOld(confirmedOn, this.clock.now())) throw noReviews();
    worksFor(`visitors of account ${target.account_id}`);
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
    return { target, settings, confirmedOn, language, varies, aiSummary, etag };
  }

  /** Returns a promise for each widget, so that none waits for the reviews of another. */
  private async read(keys: readonly string[]): Promise<ReadonlyMap<string, Promise<CurrentWidget>>> {
    const asked = new Map(keys.map((key) => [key, this.askEarly(key)]));
    const targets = await this.targets.list(keys);
    return new Map(targets.map((target) => [target.key, this.upToDate(target, asked.get(target.key))]));
  }

  /** Asks for the reviews of a widget before it is read, if its sub account is known. */
  private askEarly(key: string): Promise<number | null> | undefined {
    const subAccountId = this.subAccounts.get(key);
    return subAccountId === undefined ? undefined : this.revs.ask(subAccountId);
  }

  private async upToDate(
    target: EmbedTarget,
    asked: Promise<number | null> | undefined,
  ): Promise<CurrentWidget> {
    this.subAccounts.set(target.key, target.sub_account_id);
    const { contentRev, confirmedOn } = await this.revs.upToDate(target, target, asked);
    const settings = readSettings(target.type, target.settings);
    return { target: { ...target, content_rev: contentRev }, settings, confirmedOn };
  }
}

function noReviews(): ApiError {
  return new ApiError('upstream_unavailable', 'The reviews service is not available; try again shortly.');
}

function noWidget(key: string): ApiError {
  return new ApiError('not_found', `There is no widget with the key ${key.slice(0, 40)}.`);
}
