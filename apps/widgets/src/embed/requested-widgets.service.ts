import { Injectable } from '@nestjs/common';
import { ApiError, REV_LEASE_MS } from '@plaudit/contracts';
import { Clock, worksFor } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import type { FoundSummary } from '../ai-summaries/ai-summaries.client';
import { AiSummariesService } from '../ai-summaries/ai-summaries.service';
import { ContentRevsService } from '../content-revs/content-revs.service';
import type { AskedRev } from '../content-revs/review-revs.client';
import { widgetEtag } from '../http/etag';
import { chooseLanguage, type Language } from '../i18n/locale';
import { readSettings } from '../settings/change-settings';
import type { Settings } from '../settings/settings';
import { WIDGET_KEY } from '../widgets/widget';
import { type EmbedTarget, EmbedTargetReadModel } from './embed-target.read-model';
import { SharedReads } from './shared-reads';
import { WidgetTrafficService } from './widget-traffic.service';

/** Less than a lease lasts, because two clocks never run alike. */
const USED_LEASE_MS = REV_LEASE_MS - 10;

/** A widget as it is stored, with the content rev that includes all changes of reviews. */
interface CurrentWidget {
  target: EmbedTarget;
  settings: Settings;
  /** The end of the lease, by `performance.now`. Until then no newer version is confirmed to a client. Null without a lease. */
  currentUntil: number | null;
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
    private readonly traffic: WidgetTrafficService,
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
    this.traffic.count(key);
    const widget = await this.current.find(key);
    if (!widget) return null;
    const { target, settings, currentUntil } = widget;
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
    return { target, settings, currentUntil, language, varies, aiSummary, etag };
  }

  /** Returns a promise for each widget, so that none waits for the reviews of another. */
  private async read(keys: readonly string[]): Promise<ReadonlyMap<string, Promise<CurrentWidget>>> {
    const leaseEnd = performance.now() + USED_LEASE_MS;
    const asked = new Map(keys.map((key) => [key, this.askEarly(key)]));
    const targets = await this.targets.list(keys);
    return new Map(
      targets.map((target) => [target.key, this.upToDate(target, leaseEnd, asked.get(target.key))]),
    );
  }

  /** Asks for the reviews of a widget before it is read, if its sub account is known. With many visitors, it asks for a lease. */
  private askEarly(key: string): Promise<AskedRev | null> | undefined {
    const subAccountId = this.subAccounts.get(key);
    return subAccountId === undefined ? undefined : this.revs.ask(subAccountId, this.traffic.isBusy(key));
  }

  private async upToDate(
    target: EmbedTarget,
    leaseEnd: number,
    asked: Promise<AskedRev | null> | undefined,
  ): Promise<CurrentWidget> {
    this.subAccounts.set(target.key, target.sub_account_id);
    const content_rev = await this.revs.upToDate(target, target, asked);
    const settings = readSettings(target.type, target.settings);
    const currentUntil = (await asked)?.leased ? leaseEnd : null;
    return { target: { ...target, content_rev }, settings, currentUntil };
  }
}

function noWidget(key: string): ApiError {
  return new ApiError('not_found', `There is no widget with the key ${key.slice(0, 40)}.`);
}
