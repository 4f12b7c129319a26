import { Injectable } from '@nestjs/common';
import { EncodedBody, WorkQueue } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import type { InactiveWidget, PublicReviewPage, PublicWidget } from '../public-json/public-widget';
import { type Drawn, PublicWidgetService } from '../public-json/public-widget.service';
import type { PageRequest } from '../public-json/review-filters';
import {
  type ContentVersion,
  type RenderedContent,
  RenderedContentCache,
  type Rendering,
} from './rendered-content.cache';
import type { RequestedWidget } from './requested-widgets.service';

/** The data of an inactive widget, and of a key that no widget has. */
export const INACTIVE: InactiveWidget = { active: false };
const NO_REVIEWS: PublicReviewPage = { reviews: [], count: 0, next: null };

/** Of one widget. A search takes milliseconds, unless its words are in very many reviews. */
const SEARCHES = { what: 'searches in this widget', maxRunning: 2, maxWaiting: 8, maxWaitMs: 1_000 };

/** Renders the public responses of widgets. */
@Injectable()
export class EmbedService {
  /** The searches of each widget that run or wait. */
  private readonly searches = new LRUCache<string, WorkQueue>({
    max: 10_000,
    memoMethod: () => new WorkQueue(SEARCHES),
  });

  constructor(
    private readonly publicWidgets: PublicWidgetService,
    private readonly contents: RenderedContentCache,
  ) {}

  async widgetJson(requested: RequestedWidget): Promise<RenderedContent> {
    if (!requested.target.active) return fixedContent(requested, JSON.stringify(INACTIVE));
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
    if (!target.active) return fixedContent(requested, JSON.stringify(NO_REVIEWS));
    const render = async (): Promise<Rendering> => renderingOf(await this.publicWidgets.page(target, page));
    const version = {
      ...versionOf(requested, `reviews ${JSON.stringify(page)}`),
      mayBeStale: isFirstPage(page),
    };
    if (page.q === '') return this.contents.get(version, render);
    return this.contents.get(version, () => this.searches.memo(target.key).run(render));
  }

  /** Returns a response that `make` makes from the data of an active widget. */
  async derived(
    requested: RequestedWidget,
    { part, mayBeStale }: Pick<ContentVersion, 'part' | 'mayBeStale'>,
    make: (widget: PublicWidget) => Promise<Rendering>,
  ): Promise<RenderedContent> {
    return this.contents.get({ ...versionOf(requested, part), mayBeStale }, async () => {
      // Older data must not become a part of the current version.
      const version = { ...versionOf(requested, 'json'), mayBeStale: false };
      const { body, isComplete } = await this.activeJson(requested, version);
      const made = await make(JSON.parse((await body.in('identity')).toString()) as PublicWidget);
      return { text: made.text, isComplete: isComplete && made.isComplete };
    });
  }

  private async activeJson(
    { target, language, aiSummary }: RequestedWidget,
    version: ContentVersion,
  ): Promise<RenderedContent> {
    return this.contents.get(version, async () =>
      renderingOf(await this.publicWidgets.widget(target, language, aiSummary)),
    );
  }
}

/** Returns true for the page that a visitor sees who has chosen nothing. */
function isFirstPage({ ratings, platform, q, sort, limit, cursor }: PageRequest): boolean {
  const choices = [platform, sort, limit, cursor].some((choice) => choice !== null);
  return ratings.length === 0 && q === '' && !choices;
}

/** Returns content that depends on the widget's version only. */
export function fixedContent({ etag }: RequestedWidget, text: string): RenderedContent {
  return { body: new EncodedBody(text), etag, isComplete: true };
}

function renderingOf({ content, isComplete }: Drawn<object>): Rendering {
  return { text: JSON.stringify(content), isComplete };
}

function versionOf({ target, language, etag, confirmedOn }: RequestedWidget, part: string): ContentVersion {
  return { key: target.key, widgetRev: target.rev, language, etag, part, confirmedOn, mayBeStale: true };
}
