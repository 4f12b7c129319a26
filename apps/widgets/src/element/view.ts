import type { PublicReviewPage, PublicWidget } from '../embed/public-widget';

/** What a renderer works with: the data, its host's services, and the place to draw into. */
export interface View {
  data: PublicWidget;
  root: HTMLElement;
  /** Reviews per page that the host page asks for by attribute; null takes the settings'. */
  limit: number | null;
  /** Asks for further or filtered reviews. */
  page(query: Record<string, string>): Promise<PublicReviewPage>;
  /** Tells the host page: `rv-click` and the like. */
  emit(name: string, detail: object): void;
}

/** Draws into `view.root`; what it returns stops everything it started. */
export type Renderer = (view: View) => () => void;
