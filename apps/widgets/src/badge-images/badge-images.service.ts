import { Injectable } from '@nestjs/common';
import { EmbedService, fixedContent } from '../embed/embed.service';
import type { RequestedWidget } from '../embed/requested-widgets.service';
import type { RenderedContent } from '../embed/rendered-content.cache';
import { ratingSentence } from '../hosted-page/page-head';
import { directionOf, stringsOf } from '../i18n/locale';
import type { PublicSummary } from '../public-json/public-widget';
import type { BadgeImageQuery } from './badge-images.dto';
import { BADGE_SCALE, type BadgeForm, badgeSvg, BLANK_SVG } from './badge-svg';
import { PngImagesCache } from './png-images.cache';

export type BadgeFormat = 'svg' | 'png';

/** Draws the rating of a widget as an image, for places that run no script, such as mails. */
@Injectable()
export class BadgeImagesService {
  constructor(
    private readonly embed: EmbedService,
    private readonly pngs: PngImagesCache,
  ) {}

  /** Returns the badge. It is blank for a widget that is inactive, empty or hidden because it has few reviews. */
  async badge(
    requested: RequestedWidget,
    query: BadgeImageQuery,
    format: BadgeFormat,
  ): Promise<RenderedContent> {
    const content = await this.svg(requested, query, format === 'png');
    if (format === 'svg') return content;
    const svg = (await content.body.in('identity')).toString();
    return { ...content, body: await this.pngs.get(svg, query.size === 'card' ? 1 : BADGE_SCALE) };
  }

  private async svg(
    requested: RequestedWidget,
    { theme, size = 'badge' }: BadgeImageQuery,
    isOpaque: boolean,
  ): Promise<RenderedContent> {
    if (!requested.target.active) return fixedContent(requested, BLANK_SVG);
    const { style } = requested.settings;
    const form: BadgeForm = {
      theme: theme ?? (style.theme === 'dark' ? 'dark' : 'light'),
      size,
      isOpaque,
      // The owner chose the colour for the widget's own ground.
      starColor: theme === undefined ? style.star_color : null,
    };
    const version = { part: `badge ${JSON.stringify(form)}`, mayBeStale: true };
    return this.embed.derived(requested, version, async ({ summary, hidden }) => ({
      text: hidden || isEmpty(summary) ? BLANK_SVG : drawing(requested, summary, form),
      isComplete: true,
    }));
  }
}

function isEmpty({ count, rating }: PublicSummary): boolean {
  return count === 0 && rating === null;
}

function drawing({ language, settings }: RequestedWidget, summary: PublicSummary, form: BadgeForm): string {
  const { direction } = settings.i18n;
  return badgeSvg(
    {
      language,
      direction: direction === 'auto' ? directionOf(language) : direction,
      rating: summary.rating,
      label: summary.short_label,
      plainLabel: stringsOf(language, {})('n_reviews', { count: summary.count }),
      description: ratingSentence(summary, stringsOf(language, settings.i18n.strings)),
    },
    form,
  );
}
