import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import { unavailablePage } from '../hosted-page/hosted-page';
import { EncodedBody } from '../http/encoded-body';
import { widgetEtag } from '../http/etag';
import { chooseLanguage, type Language, stringsOf } from '../i18n/locale';
import type { InactiveWidget, PublicReviewPage, PublicWidget } from '../public-json/public-widget';
import { PublicWidgetService } from '../public-json/public-widget.service';
import type { PageRequest } from '../public-json/review-filters';
import type { Settings } from '../settings/settings';
import { readSettings } from '../settings/change-settings';
import { WIDGET_KEY } from '../widgets/widget';
import { WidgetsRepository } from '../widgets/widgets.repository';
import { type EmbedTarget, EmbedTargetReadModel } from './embed-target.read-model';

/** The widget that a request names, with the language and the version of the response. */
export interface RequestedWidget {
  target: EmbedTarget;
  settings: Settings;
  language: Language;
  /** True if the language depends on the Accept-Language header. */
  varies: boolean;
  etag: string;
}

const MAX_CACHE_BYTES = 64 * 1024 * 1024;
const HOUR_MS = 3_600_000;
const INACTIVE: InactiveWidget = { active: false };
const NO_REVIEWS: PublicReviewPage = { reviews: [], count: 0, next: null };

type Render = () => Promise<string>;

/**
 * Renders and caches the public responses of widgets. The cache key contains the versions that a response was rendered
 * from, so an entry is never stale and nothing has to be invalidated. Concurrent requests for a version that is not
 * cached yet share one rendering.
 */
@Injectable()
export class EmbedService {
  private readonly rendered = new LRUCache<string, EncodedBody, Render>({
    max: 20_000,
    maxSize: MAX_CACHE_BYTES,
    // An entry also holds its compressed forms.
    sizeCalculation: (body) => body.bytes * 2 + 500,
    fetchMethod: async (_key, _stale, { context }) => new EncodedBody(await context()),
  });
  /** The hour in which each widget was last marked as seen, by key. */
  private readonly seen = new LRUCache<string, number>({ max: 100_000 });

  constructor(
    private readonly targets: EmbedTargetReadModel,
    private readonly publicWidgets: PublicWidgetService,
    private readonly widgets: WidgetsRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiError 404 for an unknown key. */
  async find(
    key: string,
    lang: string | undefined,
    acceptLanguage: string | undefined,
  ): Promise<RequestedWidget> {
    const target = WIDGET_KEY.test(key) ? await this.targets.find(key) : null;
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

  async widgetJson(requested: RequestedWidget): Promise<EncodedBody> {
    const { target, language } = requested;
    if (!target.active) return new EncodedBody(JSON.stringify(INACTIVE));
    return this.cached(requested, 'json', async () =>
      JSON.stringify(await this.publicWidgets.widget(target, language)),
    );
  }

  async reviewsJson(requested: RequestedWidget, page: PageRequest): Promise<EncodedBody> {
    const { target } = requested;
    if (!target.active) return new EncodedBody(JSON.stringify(NO_REVIEWS));
    return this.cached(requested, `reviews ${JSON.stringify(page)}`, async () =>
      JSON.stringify(await this.publicWidgets.page(target, page)),
    );
  }

  async hostedPage(requested: RequestedWidget): Promise<EncodedBody> {
    const { target, language, settings } = requested;
    if (!target.active) {
      return new EncodedBody(unavailablePage(language, stringsOf(language, settings.i18n.strings)));
    }
    return this.cached(requested, 'page', async () => {
      const json = await (await this.widgetJson(requested)).in('identity');
      return this.publicWidgets.hostedPage(target, JSON.parse(json.toString()) as PublicWidget, language);
    });
  }

  /**
   * Stores the hour in which a page requested the widget, so that its owner can see that the snippet is installed. Each
   * replica writes at most once per widget and hour. Nothing is stored about the visitor.
   */
  async markSeen({ target }: RequestedWidget): Promise<void> {
    const hour = Math.floor(this.clock.now().getTime() / HOUR_MS);
    if (this.seen.get(target.key) === hour) return;
    this.seen.set(target.key, hour);
    await this.widgets.markSeen(target.key, new Date(hour * HOUR_MS));
  }

  private async cached(
    { target, etag }: RequestedWidget,
    part: string,
    render: Render,
  ): Promise<EncodedBody> {
    return this.rendered.forceFetch(`${target.key} ${etag} ${part}`, { context: render });
  }
}
