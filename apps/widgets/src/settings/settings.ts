import { type ApprovedReviewOrder } from '@plaudit/contracts';
import type { Theme } from './themes';

/** The complete settings of a widget. The keys of `layout` depend on the type. */
export interface Settings {
  source: SourceSettings;
  layout: LayoutSettings;
  header: HeaderSettings;
  card: CardSettings;
  style: StyleSettings;
  behavior: BehaviorSettings;
  i18n: I18nSettings;
  seo: SeoSettings;
  legal: LegalSettings;
  access: { allowed_domains: string[] };
}

/** Selects approved reviews. If nothing is set, the widget shows all approved reviews of the sub account. */
export interface SourceSettings {
  channels: number[];
  sources: number[];
  /** Groups of channels. They stand for the channels in them. */
  groups: number[];
  tags: number[];
  exclude_tags: number[];
  ratings: number[];
  min_rating: number | null;
  max_rating: number | null;
  languages: string[];
  keyword: string;
  exclude_keywords: string[];
  since: string | null;
  until: string | null;
  require_text: boolean;
  require_media: boolean;
  require_avatar: boolean;
  one_per_author: boolean;
  /** True if the widget also shows reviews that their platform no longer shows. */
  show_removed: boolean;
  pinned_ids: number[];
  sort: ApprovedReviewOrder;
  /** The number of reviews on the first page. With 0, the widget shows only the summary. */
  limit: number;
  translate_to: string | null;
}

export interface LayoutSettings {
  show_distribution?: boolean;
  show_sort?: boolean;
  show_rating_filter?: boolean;
  show_platform_filter?: boolean;
  show_search?: boolean;
  divider?: 'card' | 'line' | 'none';
  columns?: { desktop: number; tablet: number; mobile: number };
  /** The kinds of media that a gallery shows. */
  types?: string[];
  link_url?: string | null;
  align?: 'start' | 'center' | 'end';
  /** The words beside the faces of reviewers. */
  text?: string;
  quote_mark?: boolean;
  [key: string]: unknown;
}

export const RATING_BASES = ['official', 'collected', 'approved'] as const;
export type RatingBasis = (typeof RATING_BASES)[number];

export interface HeaderSettings {
  show: boolean;
  title: string;
  subtitle: string;
  show_rating: boolean;
  show_count: boolean;
  show_platforms: boolean;
  rating_basis: RatingBasis;
  cta_show: boolean;
  cta_label: string;
  cta_url: string | null;
}

export const NAME_FORMATS = ['full', 'first_initial', 'initials', 'hidden'] as const;
export type NameFormat = (typeof NAME_FORMATS)[number];

export const DATE_FORMATS = ['relative', 'short', 'medium', 'long', 'full'] as const;
export const READ_MORE = ['expand', 'dialog', 'link', 'none'] as const;

export interface CardSettings {
  show_avatar: boolean;
  show_name: boolean;
  name_format: NameFormat;
  show_date: boolean;
  date_format: (typeof DATE_FORMATS)[number];
  show_rating: boolean;
  show_platform: boolean;
  link_to_source: boolean;
  show_media: boolean;
  show_verified: boolean;
  show_reply: boolean;
  show_translation_note: boolean;
  max_lines: number;
  read_more: (typeof READ_MORE)[number];
  align: 'start' | 'center' | 'end';
}

/** A `null` keeps the value of the theme. */
export interface StyleSettings {
  theme: Theme;
  font: string;
  font_size: number;
  background: string | null;
  card_background: string | null;
  text_color: string | null;
  muted_color: string | null;
  border_color: string | null;
  star_color: string | null;
  accent_color: string | null;
  radius: number;
  gap: number;
  shadow: 'none' | 'small' | 'large';
  border: boolean;
  max_width: number | null;
  custom_css: string;
}

export interface BehaviorSettings {
  lazy: boolean;
  autoplay: boolean;
  interval_ms: number;
  pause_on_hover: boolean;
  loop: boolean;
  animate: boolean;
  load_more: boolean;
  page_size: number;
  lightbox: boolean;
  links_new_tab: boolean;
  hide_when_empty: boolean;
  min_reviews: number;
}

interface I18nSettings {
  /** `auto` or a language code. */
  locale: string;
  direction: 'auto' | 'ltr' | 'rtl';
  /** Texts that replace the translated ones, by key. */
  strings: Record<string, string>;
}

export interface SeoSettings {
  json_ld: boolean;
  item_type: string;
  item_name: string;
  item_url: string | null;
  item_image: string | null;
}

interface LegalSettings {
  show_disclosure: boolean;
  /** Replaces the generated sentence. An empty text keeps it. */
  disclosure_text: string;
  disclosure_url: string | null;
  show_branding: boolean;
}
