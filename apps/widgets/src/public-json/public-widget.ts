import type { ElementSettings } from '../settings/element-settings';
import type { RatingBasis } from '../settings/settings';
import type { WidgetType } from '../settings/widget-types';
import type { TreeNode } from '../layouts/tree';
import type { ElementStrings } from '../i18n/string-keys';

/**
 * The public JSON of a widget. Nothing about a widget is public besides these fields. The element in the browser draws the
 * widget from them and shares these types.
 */
export interface PublicWidget {
  active: true;
  key: string;
  type: WidgetType;
  /** The language of the texts. Numbers and dates are formatted with it, so it can name digits: `ar-u-nu-latn`. */
  lang: string;
  dir: 'ltr' | 'rtl';
  /** The settings that the element reads. The others are in `tree` and `css` already. */
  settings: ElementSettings;
  /** The order of the first page, as the visitor's sort menu names it. */
  sort: VisitorSort | 'featured';
  summary: PublicSummary;
  reviews: PublicReview[];
  /** The `cursor` of the next page, or null on the last one. */
  next: string | null;
  /** The texts of the element that this widget uses, in `lang`. The element fills the `{placeholders}`. */
  strings: ElementStrings;
  /** The marks that cards show in place of letters, by platform: paths on a grid of 24 by 24. */
  icons: Record<string, string>;
  disclosure: PublicDisclosure | null;
  branding: string | null;
  page_url: string;
  /** A text about the reviews that was written by AI, with a sentence that says so. Null unless the settings ask for it. */
  ai_summary: PublicAiSummary | null;
  /** Everything but the reviews, as the settings want it. The element builds it and draws the reviews into it. */
  tree: TreeNode[];
  /** True if the widget has too few reviews and its settings hide it then. */
  hidden: boolean;
  /** What the widget opens in a dialog, or null if it opens none. */
  drawer: TreeNode[] | null;
  /** The name of the widget for screen readers. */
  label: string;
  /** The class names of the root: `light`, `dark` or `auto` in `scheme`, all others in `look`. */
  scheme: ColourScheme;
  look: string;
  /** The style sheet of this widget: its theme and the rules that only its type needs. The element adopts it. */
  css: string;
}

export type ColourScheme = 'light' | 'dark' | 'auto';

export interface PublicAiSummary {
  text: string;
  /** "Written by AI from 128 reviews", in the widget's language. */
  note: string;
}

export interface InactiveWidget {
  active: false;
}

export const VISITOR_SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const;
/** An order that a visitor can choose. */
export type VisitorSort = (typeof VISITOR_SORTS)[number];

/** The fewest characters that a visitor can search for. One letter is in nearly every review. */
export const MIN_SEARCH_LENGTH = 2;

export interface PublicSummary {
  /** From 1 to 5 with two decimals, or null if there is no rating. */
  rating: number | null;
  /** The number of reviews that `rating` is the average of. Without a rating, the number of reviews. */
  count: number;
  /** The reviews that `rating`, `count`, `distribution` and the numbers of `platforms` are about. */
  basis: RatingBasis;
  /** "Based on 215 reviews", in the widget's language. */
  label: string;
  /** "215 reviews", in the widget's language. */
  short_label: string;
  /** The number of reviews with 5, 4, 3, 2 and 1 stars. They sum to `count`. Null if they are not known for what `count` counts. */
  distribution: StarCounts | null;
  /** The platforms of the shown channels. */
  platforms: PublicPlatform[];
  /** The number of approved reviews that match the widget's settings. */
  matching: number;
}

export type StarCounts = [number, number, number, number, number];

export interface PublicPlatform {
  platform: string;
  label: string;
  /** One or two letters, which stand for a platform without a mark. */
  mark: string;
  /** Null if the platform is not part of the rating. The counts of the others sum to that of the summary. */
  rating: number | null;
  count: number;
  /** "1,284 reviews", in the widget's language. Empty if the platform is not part of the rating. */
  short_label: string;
}

export interface PublicReview {
  /** A keyed hash, so that the id of the review stays private. */
  id: string;
  platform: string | null;
  label: string | null;
  /** The letters of the platform, as in the summary. */
  mark: string | null;
  /** From 1 to 5 with two decimals. */
  rating: number | null;
  text: string;
  /** True if the text was cut. `/reviews` returns it whole. */
  cut: boolean;
  language: string | null;
  translated: boolean;
  author: { name: string | null; image: string | null };
  /** YYYY-MM-DD in UTC. */
  date: string | null;
  /** Given if only the month is known, of which `date` is the first day. */
  date_precision?: 'month';
  url: string | null;
  verified: boolean;
  reply: { text: string; date: string | null } | null;
  media: PublicMedia[];
}

export interface PublicMedia {
  type: 'image' | 'video' | 'audio';
  url: string;
  /** The file that a browser can show or play. Null for a video whose url is a page. */
  src: string | null;
  thumb: string | null;
}

export interface PublicDisclosure {
  text: string;
  link: { label: string; url: string } | null;
}

/** Response of `/embed/v1/widgets/{key}/reviews`. */
export interface PublicReviewPage {
  reviews: PublicReview[];
  /** The number of reviews that match the widget's settings and the visitor's filters. */
  count: number;
  next: string | null;
}
