import { Injectable } from '@nestjs/common';
import { publicPagesUrl } from '@plaudit/runtime';
import { ChannelCopiesRepository } from '../channels/channel-copies.repository';
import { companyName, shownChannels } from '../channels/channel-copy';
import { EmbedService, fixedContent } from '../embed/embed.service';
import type { RequestedWidget } from '../embed/requested-widgets.service';
import type { RenderedContent, Rendering } from '../embed/rendered-content.cache';
import { directionOf, stringsOf } from '../i18n/locale';
import type { PublicWidget } from '../public-json/public-widget';
import { PublicWidgetService } from '../public-json/public-widget.service';
import { NO_VISITOR_FILTERS } from '../public-json/review-filters';
import { WidgetsEnv } from '../widgets.env';
import { hostedPage, isOverlay, type PageForm, unavailablePage } from './hosted-page';
import { jsonLdScript } from './json-ld';
import { OwnReviewsService } from './own-reviews.service';

/** The number of reviews on a page, unless the widget itself shows more. */
const PAGE_SIZE = 20;
/** The number of reviews in a frame that shows them as a list. A frame cannot be as long as a page. */
const FRAME_SIZE = 5;

/** Renders the pages that show one widget. */
@Injectable()
export class HostedPageService {
  constructor(
    private readonly embed: EmbedService,
    private readonly publicWidgets: PublicWidgetService,
    private readonly channels: ChannelCopiesRepository,
    private readonly ownReviews: OwnReviewsService,
    private readonly env: WidgetsEnv,
  ) {}

  /**
   * Returns the page. `cursor` is null for its first reviews.
   *
   * @throws ApiError 400 for a cursor of another widget.
   */
  async page(requested: RequestedWidget, form: PageForm, cursor: string | null): Promise<RenderedContent> {
    const { target, language, settings } = requested;
    if (!target.active) {
      const strings = stringsOf(language, settings.i18n.strings);
      return fixedContent(requested, unavailablePage(form, language, directionOf(language), strings));
    }
    const version = { part: `${form} ${cursor ?? ''}`, mayBeStale: cursor === null };
    return this.embed.derived(requested, version, (widget) => this.render(requested, form, cursor, widget));
  }

  /** Returns "Reviews of {company}" in the language of the response. */
  async title({ target, language, settings }: RequestedWidget): Promise<string> {
    const strings = stringsOf(language, settings.i18n.strings);
    const name = companyName(shownChannels(settings.source, await this.channels.list(target)));
    return name === null ? strings('reviews_heading') : strings('reviews_of', { name });
  }

  /** Returns what the page in a frame shows. */
  async frameContent(requested: RequestedWidget): Promise<PublicWidget> {
    const { body } = await this.embed.widgetJson(requested);
    const widget = JSON.parse((await body.in('identity')).toString()) as PublicWidget;
    if (!isOverlay(requested.target.type)) return widget;
    const next = widget.summary.matching > FRAME_SIZE ? '' : null;
    return { ...widget, reviews: widget.reviews.slice(0, FRAME_SIZE), next };
  }

  private async render(
    requested: RequestedWidget,
    form: PageForm,
    cursor: string | null,
    widget: PublicWidget,
  ): Promise<Rendering> {
    const { target, language, settings } = requested;
    const isFramedList = form === 'frame' && isOverlay(target.type);
    const limit = isFramedList ? FRAME_SIZE : Math.max(widget.reviews.length, PAGE_SIZE);
    const request = { ...NO_VISITOR_FILTERS, sort: null, cursor, limit };
    const { content: page, isComplete } = await this.publicWidgets.hostedPage(target, language, request);
    const isDescribed = settings.seo.json_ld && form === 'page' && cursor === null;
    const own = isDescribed ? await this.ownReviews.find(requested) : null;
    const text = hostedPage({
      widget,
      settings,
      reviews: page.reviews,
      disclosure: page.disclosure,
      form,
      title: await this.title(requested),
      language,
      strings: stringsOf(language, settings.i18n.strings),
      publicUrl: publicPagesUrl(this.env),
      nextUrl:
        page.next &&
        `/w/${target.key}?${new URLSearchParams({ lang: language, cursor: page.next }).toString()}`,
      isLater: cursor !== null,
      jsonLd: own ? jsonLdScript(settings.seo, own, page.reviews) : '',
    });
    return { text, isComplete };
  }
}
