import type { PublicReviewPage, PublicWidget } from '../public-json/public-widget';

/** What a renderer needs: the data, the place to draw into, and functions to load reviews and to emit events. */
export interface View {
  data: PublicWidget;
  root: HTMLElement;
  /** Reviews per page from the `limit` attribute, or null to use the settings. */
  limit: number | null;
  /** Requests more or filtered reviews. */
  page(query: Record<string, string>): Promise<PublicReviewPage>;
  /** Dispatches an event to the host page, such as `rv-click`. */
  emit(name: string, detail: object): void;
}

/** Draws into `view.root`. Returns a function that stops its observers. */
export type Renderer = (view: View) => () => void;
