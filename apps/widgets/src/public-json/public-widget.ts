import type {
  BehaviorSettings,
  CardSettings,
  HeaderSettings,
  LayoutSettings,
  RatingBasis,
  StyleSettings,
} from '../settings/settings';
import type { WidgetType } from '../settings/widget-types';
import type { ElementStrings } from '../i18n/string-keys';

/**
 * The public JSON of a widget. Nothing about a widget is public besides these fields. The element in the browser draws the
 * widget from them and shares these types.
 */
export interface PublicWidget {
  active: true;
  key: string;
  type: WidgetType;
  lang: string;
  dir: 'ltr' | 'rtl';
  settings: {
    header: HeaderSettings;
    layout: LayoutSettings;
    card: CardSettings;
    style: StyleSettings;
    behavior: BehaviorSettings;
  };
  /** The order of the first page, as the visitor's sort menu names it. */
  sort: VisitorSort | 'featured';
  summary: PublicSummary;
  reviews: PublicReview[];
  /** The `cursor` of the next page, or null on the last one. */
  next: string | null;
  /** The texts of the element, in `lang`. The element fills the `{placeholders}`. */
  strings: ElementStrings;
  disclosure: PublicDisclosure | null;
  branding: string | null;
  page_url: string;
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
  count: number;
  /** The origin of `rating` and `count`. */
  basis: RatingBasis;
  /** "Based on 215 reviews", in the widget's language. */
  label: string;
  /** The number of reviews with 5, 4, 3, 2 and 1 stars. */
  distribution: [number, number, number, number, number];
  platforms: PublicPlatform[];
  /** The number of approved reviews that match the widget's settings. */
  matching: number;
}

export interface PublicPlatform {
  platform: string;
  label: string;
  rating: number | null;
  count: number;
}

export interface PublicReview {
  /** A keyed hash, so that the id of the review stays private. */
  id: string;
  platform: string | null;
  label: string | null;
  /** From 1 to 5 with two decimals. */
  rating: number | null;
  text: string;
  /** True if the text was cut. `/reviews` returns it whole. */
  cut: boolean;
  language: string | null;
  translated: boolean;
  author: { name: string | null; image: string | null };
  /** YYYY-MM-DD. */
  date: string | null;
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
