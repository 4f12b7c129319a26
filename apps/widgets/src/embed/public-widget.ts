import type {
  BehaviorSettings,
  CardSettings,
  HeaderSettings,
  LayoutSettings,
  RatingBasis,
  StyleSettings,
} from '../widgets/settings';
import type { WidgetType } from '../widgets/widget-types';
import type { ElementStrings } from './string-keys';

/**
 * What anybody may read of a widget, and all of it: nothing gets out that is not listed here. Shared with the element
 * that draws it.
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
  /** Order of the first page as the visitor's menu names it. */
  sort: VisitorSort | 'featured';
  summary: PublicSummary;
  reviews: PublicReview[];
  /** Pass as `cursor` to go on; null at the end. */
  next: string | null;
  /** The texts that the element needs, in `lang`; `{places}` are filled by it. */
  strings: ElementStrings;
  disclosure: PublicDisclosure | null;
  branding: string | null;
  page_url: string;
}

export interface InactiveWidget {
  active: false;
}

export const VISITOR_SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const;
/** The orders a visitor may choose. */
export type VisitorSort = (typeof VISITOR_SORTS)[number];

export interface PublicSummary {
  /** On five stars, two decimals; null without any rating. */
  rating: number | null;
  count: number;
  /** Where rating and count come from. */
  basis: RatingBasis;
  /** "Based on 215 reviews", in the widget's language. */
  label: string;
  /** Number of reviews of 5, 4, 3, 2 and 1 stars. */
  distribution: [number, number, number, number, number];
  platforms: PublicPlatform[];
  /** Approved reviews that the widget's own filter lets through. */
  matching: number;
}

export interface PublicPlatform {
  platform: string;
  label: string;
  rating: number | null;
  count: number;
}

export interface PublicReview {
  /** A keyed hash, so that ids cannot be read or counted. */
  id: string;
  platform: string | null;
  label: string | null;
  /** On five stars, two decimals. */
  rating: number | null;
  text: string;
  /** True when the text was cut; `/reviews` gives it whole. */
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
  src: string;
  thumb: string | null;
}

export interface PublicDisclosure {
  text: string;
  link: { label: string; url: string } | null;
}

/** Answer of `/embed/v1/widgets/{key}/reviews`. */
export interface PublicReviewPage {
  reviews: PublicReview[];
  /** Reviews that match the visitor's filters. */
  count: number;
  next: string | null;
}
