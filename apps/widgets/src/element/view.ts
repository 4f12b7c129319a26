import type { PublicReview, PublicReviewPage, PublicWidget } from '../public-json/public-widget';

/** What a behaviour needs: the data, the root that was built from its tree, and functions to load reviews and to observe. */
export interface View {
  data: PublicWidget;
  root: HTMLElement;
  /** Reviews per page from the `limit` attribute, or null to use the settings. */
  limit: number | null;
  /** The reviews of the first page, at most `limit`. */
  reviews: readonly PublicReview[];
  /** Requests more or filtered reviews. */
  page(query: Record<string, string>): Promise<PublicReviewPage>;
  /** Draws a review with its whole text and no photos, for dialogs. */
  wholeCard(review: PublicReview): HTMLElement;
  /** True if the text runs from right to left. */
  isRtl(): boolean;
  /** True if nothing may move: the visitor's system or the settings ask for it. */
  isStill(): boolean;
  /** Calls the function when the widget settles and whenever the size of the element changes. */
  onResize(element: HTMLElement, changed: () => void): void;
  /** Measures what was just drawn, before the browser paints it. */
  settle(): void;
  /** Calls the function when the widget is drawn again or removed. */
  onStop(stop: () => void): void;
}

/** Fills the tree of a type with reviews and adds what its controls do. */
export type Behaviour = (view: View) => void;
