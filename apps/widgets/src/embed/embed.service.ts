import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import { readSettings } from '../widgets/settings-rules';
import type { Settings } from '../widgets/settings';
import { WIDGET_KEY } from '../widgets/widget-key';
import { WidgetsRepository } from '../widgets/widgets.repository';
import { type EmbedTarget, EmbedTargetReadModel } from './embed-target.read-model';
import { EncodedBody } from './encoded-body';
import { widgetEtag } from './etag';
import { unavailablePage } from './hosted-page';
import { chooseLanguage, type Language, stringsOf } from './locale';
import type { InactiveWidget, PublicReviewPage, PublicWidget } from './public-widget';
import { type PageQuery, WidgetRenderer } from './widget-renderer';

/** A widget that somebody asks for, and the language and version it is answered in. */
export interface OpenedWidget {
  target: EmbedTarget;
  settings: Settings;
  language: Language;
  /** Another visitor may get another language from the same address. */
  varies: boolean;
  etag: string;
}

const CACHE_BYTES = 64 * 1024 * 1024;
const HOUR_MS = 3_600_000;
const INACTIVE: InactiveWidget = { active: false };
const NO_REVIEWS: PublicReviewPage = { reviews: [], count: 0, next: null };

type Render = () => Promise<string>;

/**
 * The public side of widgets. What was rendered is kept under the versions it was made from, so it is never stale and
 * never has to be dropped; several requests for the same new version share one rendering.
 */
@Injectable()
export class EmbedService {
  private readonly rendered = new LRUCache<string, EncodedBody, Render>({
    max: 20_000,
    maxSize: CACHE_BYTES,
    // Compressed forms are kept beside the plain one.
    sizeCalculation: (body) => body.bytes * 2 + 500,
    fetchMethod: async (_key, _stale, { context }) => new EncodedBody(await context()),
  });
  /** Keys by the hour in which they were last noted as seen. */
  private readonly seen = new LRUCache<string, number>({ max: 100_000 });

  constructor(
    private readonly targets: EmbedTargetReadModel,
    private readonly renderer: WidgetRenderer,
    private readonly widgets: WidgetsRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiError 404 for a key that does not exist. */
  async open(
    key: string,
    lang: string | undefined,
    acceptLanguage: string | undefined,
  ): Promise<OpenedWidget> {
    const target = WIDGET_KEY.test(key) ? await this.targets.find(key) : null;
    if (!target) throw new ApiError('not_found', `There is no widget with the key ${key.slice(0, 40)}.`);
    const settings = readSettings(target.type, target.settings);
    const { language, varies } = chooseLanguage({
      asked: lang,
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

  async widgetJson(opened: OpenedWidget): Promise<EncodedBody> {
    const { target, language } = opened;
    if (!target.active) return new EncodedBody(JSON.stringify(INACTIVE));
    return this.keep(opened, 'json', async () =>
      JSON.stringify(await this.renderer.widget(target, language)),
    );
  }

  async reviewsJson(opened: OpenedWidget, query: PageQuery): Promise<EncodedBody> {
    const { target } = opened;
    if (!target.active) return new EncodedBody(JSON.stringify(NO_REVIEWS));
    return this.keep(opened, `reviews ${JSON.stringify(query)}`, async () =>
      JSON.stringify(await this.renderer.page(target, query)),
    );
  }

  async page(opened: OpenedWidget): Promise<EncodedBody> {
    const { target, language, settings } = opened;
    if (!target.active) {
      return new EncodedBody(unavailablePage(language, stringsOf(language, settings.i18n.strings)));
    }
    return this.keep(opened, 'page', async () => {
      const json = await (await this.widgetJson(opened)).in('identity');
      return this.renderer.hostedPage(target, JSON.parse(json.toString()) as PublicWidget, language);
    });
  }

  /** One write per widget, replica and hour answers "is it installed?" without knowing any visitor. */
  async noteSeen({ target }: OpenedWidget): Promise<void> {
    const hour = Math.floor(this.clock.now().getTime() / HOUR_MS);
    if (this.seen.get(target.key) === hour) return;
    this.seen.set(target.key, hour);
    await this.widgets.markSeen(target.key, new Date(hour * HOUR_MS));
  }

  private async keep({ target, etag }: OpenedWidget, part: string, render: Render): Promise<EncodedBody> {
    return this.rendered.forceFetch(`${target.key} ${etag} ${part}`, { context: render });
  }
}
