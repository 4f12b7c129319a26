import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { EncodedBody, Clock, WorkQueue } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import { ContentRevsService } from '../content-revs/content-revs.service';
import { unavailablePage } from '../hosted-page/hosted-page';
import { widgetEtag } from '../http/etag';
import { chooseLanguage, type Language, stringsOf } from '../i18n/locale';
import type { InactiveWidget, PublicReviewPage, PublicWidget } from '../public-json/public-widget';
import { type Drawn, PublicWidgetService } from '../public-json/public-widget.service';
import type { PageRequest } from '../public-json/review-filters';
import type { Settings } from '../settings/settings';
import { readSettings } from '../settings/change-settings';
import { WIDGET_KEY } from '../widgets/widget';
import { type EmbedTarget, EmbedTargetReadModel } from './embed-target.read-model';
import {
  type ContentVersion,
  type RenderedContent,
  RenderedContentCache,
  type Rendering,
} from './rendered-content.cache';

/** The widget that a request names, with the language and the version of the response. */
export interface RequestedWidget {
  target: EmbedTarget;
  settings: Settings;
  language: Language;
  /** True if the language depends on the Accept-Language header. */
  varies: boolean;
  etag: string;
}

const INACTIVE: InactiveWidget = { active: false };
const NO_REVIEWS: PublicReviewPage = { reviews: [], count: 0, next: null };

/** Of one widget. A search takes milliseconds, unless its words are in very many reviews. */
const SEARCHES = { what: 'searches in this widget', maxRunning: 2, maxWaiting: 8, maxWaitMs: 1_000 };

/** Finds the widgets that visitors request, and renders their public responses. */
@Injectable()
export class EmbedService {
  /** The searches of each widget that run or wait. */
  private readonly searches = new LRUCache<string, WorkQueue>({
    max: 10_000,
    memoMethod: () => new WorkQueue(SEARCHES),
  });

  constructor(
    private readonly targets: EmbedTargetReadModel,
    private readonly revs: ContentRevsService,
    private readonly publicWidgets: PublicWidgetService,
    private readonly contents: RenderedContentCache,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiError 404 for an unknown key. */
  async find(
    key: string,
    lang: string | undefined,
    acceptLanguage: string | undefined,
  ): Promise<RequestedWidget> {
    const target = WIDGET_KEY.test(key) ? await this.currentTarget(key) : null;
    if (!target) throw new ApiError('not_found', `There is no widget with the key ${key.slice(0, 40)}.`);
    const settings = readSettings(target.type, target.settings);
    const { language, varies } = chooseLanguage({
      requested: lang,
      configured: settings.i18n.locale,
      acceptLanguage,
    });
    const etag = widgetEtag({
      widgetRev: target.rev,
      contentRev: target.content_rev,
      language,
      sort: settings.source.sort,
      now: this.clock.now(),
    });
    return { target, settings, language, varies, etag };
  }

  async widgetJson(requested: RequestedWidget): Promise<RenderedContent> {
    if (!requested.target.active) return fixed(requested, JSON.stringify(INACTIVE));
    return this.activeJson(requested, versionOf(requested, 'json'));
  }

  /**
   * Returns a page of reviews. Only the first page without a visitor's choices may be older content: the choices of one
   * visitor would otherwise take the place of what all others see.
   *
   * @throws ApiError 503 `overloaded` for a search while too many others run in this widget.
   */
  async reviewsJson(requested: RequestedWidget, page: PageRequest): Promise<RenderedContent> {
    const { target } = requested;
    if (!target.active) return fixed(requested, JSON.stringify(NO_REVIEWS));
    const render = async (): Promise<Rendering> => renderingOf(await this.publicWidgets.page(target, page));
    const version = {
      ...versionOf(requested, `reviews ${JSON.stringify(page)}`),
      mayBeStale: isFirstPage(page),
    };
    if (page.q === '') return this.contents.get(version, render);
    return this.contents.get(version, () => this.searches.memo(target.key).run(render));
  }

  async hostedPage(requested: RequestedWidget): Promise<RenderedContent> {
    const { target, language, settings } = requested;
    if (!target.active) {
      return fixed(requested, unavailablePage(language, stringsOf(language, settings.i18n.strings)));
    }
    return this.contents.get(versionOf(requested, 'page'), async () => {
      // Older data must not become a part of the current version of the page.
      const { body, isComplete } = await this.activeJson(requested, {
        ...versionOf(requested, 'json'),
        mayBeStale: false,
      });
      const widget = JSON.parse((await body.in('identity')).toString()) as PublicWidget;
      const page = await this.publicWidgets.hostedPage(target, widget, language);
      return { text: page.content, isComplete: isComplete && page.isComplete };
    });
  }

  private async currentTarget(key: string): Promise<EmbedTarget | null> {
    const target = await this.targets.find(key);
    return target && { ...target, content_rev: await this.revs.upToDate(target, target) };
  }

  private async activeJson(
    { target, language }: RequestedWidget,
    version: ContentVersion,
  ): Promise<RenderedContent> {
    return this.contents.get(version, async () =>
      renderingOf(await this.publicWidgets.widget(target, language)),
    );
  }
}

/** Returns true for the page that a visitor sees who has chosen nothing. */
function isFirstPage({ ratings, platform, q, sort, limit, cursor }: PageRequest): boolean {
  const choices = [platform, sort, limit, cursor].some((choice) => choice !== null);
  return ratings.length === 0 && q === '' && !choices;
}

function fixed({ etag }: RequestedWidget, text: string): RenderedContent {
  return { body: new EncodedBody(text), etag, isComplete: true };
}

function renderingOf({ content, isComplete }: Drawn<object>): Rendering {
  return { text: JSON.stringify(content), isComplete };
}

function versionOf({ target, language, etag }: RequestedWidget, part: string): ContentVersion {
  return { key: target.key, widgetRev: target.rev, language, etag, part, mayBeStale: true };
}
