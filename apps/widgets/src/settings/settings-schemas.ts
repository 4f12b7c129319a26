import { APPROVED_REVIEW_ORDERS } from '@plaudit/contracts';
import { STRING_KEYS } from '../i18n/string-keys';
import {
  decimal,
  flag,
  formatted,
  id,
  integer,
  list,
  object,
  oneOf,
  orNull,
  type Schema,
  text,
} from './schema';
import { MAX_CSS } from './schema-keywords';
import { DATE_FORMATS, NAME_FORMATS, RATING_BASES, READ_MORE } from './settings';
import { THEMES } from './themes';
import type { WidgetType } from './widget-types';

type Properties = Readonly<Record<string, Schema>>;

const ids = list(id, 500);
const colour = formatted('colour', 'a CSS colour such as #d97706');
const language = formatted('language', 'a language code such as en');
const locale = formatted('locale', '"auto" or a language code such as en');
const font = formatted('font', '"inherit" or a list of font names');
const domain = formatted('domain', 'a host name such as example.com or *.example.com');
const date = formatted('date-or-time', 'a date such as 2026-01-31 or 2026-01-31 18:00:00');
const url = formatted('web-url', 'an http or https URL of at most 2048 characters');
const css: Schema = { ...text(MAX_CSS), loadsNothing: true };

const POSITIONS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'];
const LINKS = ['hosted_page', 'source', 'url', 'dialog', 'none'];
const ALIGNMENTS = ['start', 'center', 'end'];
/** Google shows no stars for reviews that an organisation publishes about itself, so those types are missing. */
const ITEM_TYPES = ['Product', 'SoftwareApplication', 'Course', 'Event', 'Recipe', 'Book', 'Movie'];

const columns = object({ desktop: integer(1, 6), tablet: integer(1, 6), mobile: integer(1, 3) });
const corner: Properties = {
  position: oneOf(POSITIONS),
  offset_x: integer(0, 500),
  offset_y: integer(0, 500),
  hide_on_mobile: flag,
  z_index: integer(0, 2147483647),
};
const link: Properties = { align: oneOf(ALIGNMENTS), link: oneOf(LINKS), link_url: orNull(url) };

const LAYOUTS: Readonly<Record<WidgetType, Properties>> = {
  carousel: { columns, arrows: flag, dots: flag, equal_height: flag, peek: flag },
  spotlight: { arrows: flag, dots: flag, quote_mark: flag, transition: oneOf(['slide', 'fade', 'none']) },
  grid: { columns, equal_height: flag },
  masonry: { columns },
  list: {
    show_distribution: flag,
    show_sort: flag,
    show_rating_filter: flag,
    show_platform_filter: flag,
    show_search: flag,
    divider: oneOf(['card', 'line', 'none']),
  },
  marquee: {
    rows: integer(1, 4),
    direction: oneOf(['start', 'end']),
    duration_s: integer(5, 600),
    card_width: integer(160, 800),
    fade_edges: flag,
    show_pause: flag,
  },
  badge: {
    ...link,
    variant: oneOf(['card', 'inline', 'bar', 'button', 'minimal']),
    show_number: flag,
    show_stars: flag,
    show_count: flag,
    show_platform_logos: flag,
  },
  floating: {
    ...corner,
    open: oneOf(['drawer', 'dialog', 'hosted_page']),
    drawer_width: integer(240, 1200),
    start_open: flag,
  },
  popup: {
    ...corner,
    delay_ms: integer(0, 600_000),
    duration_ms: integer(1000, 600_000),
    gap_ms: integer(0, 600_000),
    max_per_visit: integer(1, 100),
    dismissible: flag,
  },
  summary: {
    show_distribution: flag,
    show_per_platform: flag,
    show_ai_summary: flag,
    orientation: oneOf(['auto', 'row', 'column']),
  },
  avatars: {
    ...link,
    max_faces: integer(1, 24),
    face_size: integer(16, 128),
    overlap: integer(0, 64),
    text: text(200),
  },
  media: {
    columns: object({ desktop: integer(1, 12), tablet: integer(1, 8), mobile: integer(1, 4) }),
    shape: oneOf(['square', 'natural']),
    types: list(oneOf(['image', 'video']), 2),
    show_author: flag,
  },
};

/** The blocks that all types share. */
const COMMON: Properties = {
  source: {
    ...object({
      channels: ids,
      sources: ids,
      groups: ids,
      tags: ids,
      exclude_tags: ids,
      ratings: list(integer(1, 5), 5),
      min_rating: orNull(decimal(1, 5)),
      max_rating: orNull(decimal(1, 5)),
      languages: list(language, 50),
      keyword: text(200),
      exclude_keywords: list(text(100), 50),
      since: orNull(date),
      until: orNull(date),
      require_text: flag,
      require_media: flag,
      require_avatar: flag,
      one_per_author: flag,
      show_removed: flag,
      pinned_ids: list(id, 50),
      sort: oneOf(APPROVED_REVIEW_ORDERS),
      limit: integer(0, 50),
      translate_to: orNull(language),
    }),
    ascending: [
      ['min_rating', 'max_rating'],
      ['since', 'until'],
    ],
  },
  header: object({
    show: flag,
    title: text(200),
    subtitle: text(500),
    show_rating: flag,
    show_count: flag,
    show_platforms: flag,
    rating_basis: oneOf(RATING_BASES),
    cta_show: flag,
    cta_label: text(80),
    cta_url: orNull(url),
  }),
  card: object({
    show_avatar: flag,
    show_name: flag,
    name_format: oneOf(NAME_FORMATS),
    show_date: flag,
    date_format: oneOf(DATE_FORMATS),
    show_rating: flag,
    show_platform: flag,
    link_to_source: flag,
    show_media: flag,
    show_verified: flag,
    show_reply: flag,
    show_translation_note: flag,
    max_lines: integer(1, 100),
    read_more: oneOf(READ_MORE),
    align: oneOf(ALIGNMENTS),
  }),
  style: object({
    theme: oneOf(THEMES),
    font,
    font_size: integer(10, 32),
    background: orNull(colour),
    card_background: orNull(colour),
    text_color: orNull(colour),
    muted_color: orNull(colour),
    border_color: orNull(colour),
    star_color: orNull(colour),
    accent_color: orNull(colour),
    radius: integer(0, 64),
    gap: integer(0, 64),
    shadow: oneOf(['none', 'small', 'large']),
    border: flag,
    max_width: orNull(integer(160, 4000)),
    custom_css: css,
  }),
  behavior: object({
    lazy: flag,
    autoplay: flag,
    interval_ms: integer(1000, 120_000),
    pause_on_hover: flag,
    loop: flag,
    animate: flag,
    load_more: flag,
    page_size: integer(1, 50),
    lightbox: flag,
    links_new_tab: flag,
    hide_when_empty: flag,
    min_reviews: integer(0, 1000),
  }),
  i18n: object({
    locale,
    direction: oneOf(['auto', 'ltr', 'rtl']),
    strings: object(Object.fromEntries(STRING_KEYS.map((key) => [key, text(300)]))),
  }),
  seo: object({
    json_ld: flag,
    item_type: oneOf(ITEM_TYPES),
    item_name: text(200),
    item_url: orNull(url),
    item_image: orNull(url),
  }),
  legal: object({
    show_disclosure: flag,
    disclosure_text: text(1000),
    disclosure_url: orNull(url),
    show_branding: flag,
  }),
  access: object({ allowed_domains: list(domain, 100) }),
};

const SCHEMAS = Object.fromEntries(
  Object.entries(LAYOUTS).map(([type, layout]) => [type, object({ ...COMMON, layout: object(layout) })]),
) as Record<WidgetType, Schema>;

/** Returns the JSON Schema of a type's complete settings. Its keys are the keys of the type's defaults. */
export function settingsSchemaOf(type: WidgetType): Schema {
  return SCHEMAS[type];
}
