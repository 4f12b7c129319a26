import { APPROVED_REVIEW_ORDERS } from '@plaudit/contracts';
import { STRING_KEYS } from '../i18n/string-keys';
import { DATE_FORMATS, NAME_FORMATS, RATING_BASES, READ_MORE } from './settings';
import {
  type Check,
  type CheckTree,
  colour,
  css,
  date,
  decimal,
  domain,
  flag,
  font,
  id,
  ids,
  language,
  listOf,
  oneOf,
  orNull,
  text,
  url,
  whole,
} from './settings-checks';
import type { WidgetType } from './widget-types';

const POSITIONS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'];
const LINKS = ['hosted_page', 'source', 'url', 'dialog', 'none'];
const ALIGNMENTS = ['start', 'center', 'end'];
/** Google shows no stars for an organisation's reviews of itself, so those types are not offered. */
const ITEM_TYPES = ['Product', 'SoftwareApplication', 'Course', 'Event', 'Recipe', 'Book', 'Movie'];

const columns: CheckTree = { desktop: whole(1, 6), tablet: whole(1, 6), mobile: whole(1, 3) };
const corner: CheckTree = {
  position: oneOf(POSITIONS),
  offset_x: whole(0, 500),
  offset_y: whole(0, 500),
  hide_on_mobile: flag,
  z_index: whole(0, 2147483647),
};
const link: CheckTree = { align: oneOf(ALIGNMENTS), link: oneOf(LINKS), link_url: orNull(url) };

const LAYOUTS: Readonly<Record<WidgetType, CheckTree>> = {
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
    rows: whole(1, 4),
    direction: oneOf(['start', 'end']),
    duration_s: whole(5, 600),
    card_width: whole(160, 800),
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
    drawer_width: whole(240, 1200),
    start_open: flag,
  },
  popup: {
    ...corner,
    delay_ms: whole(0, 600_000),
    duration_ms: whole(1000, 600_000),
    gap_ms: whole(0, 600_000),
    max_per_visit: whole(1, 100),
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
    max_faces: whole(1, 24),
    face_size: whole(16, 128),
    overlap: whole(0, 64),
    text: text(200),
  },
  media: {
    columns: { desktop: whole(1, 12), tablet: whole(1, 8), mobile: whole(1, 4) },
    shape: oneOf(['square', 'natural']),
    types: listOf(oneOf(['image', 'video']), 2),
    show_author: flag,
  },
};

const COMMON: CheckTree = {
  source: {
    channels: ids,
    sources: ids,
    groups: ids,
    tags: ids,
    exclude_tags: ids,
    ratings: listOf(whole(1, 5), 5),
    min_rating: orNull(decimal(1, 5)),
    max_rating: orNull(decimal(1, 5)),
    languages: listOf(language, 50),
    keyword: text(200),
    exclude_keywords: listOf(text(100), 50),
    since: orNull(date),
    until: orNull(date),
    require_text: flag,
    require_media: flag,
    require_avatar: flag,
    one_per_author: flag,
    pinned_ids: listOf(id, 50),
    sort: oneOf(APPROVED_REVIEW_ORDERS),
    limit: whole(0, 50),
    translate_to: orNull(language),
  },
  header: {
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
  },
  card: {
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
    max_lines: whole(1, 100),
    read_more: oneOf(READ_MORE),
    align: oneOf(ALIGNMENTS),
  },
  style: {
    theme: oneOf(['light', 'dark', 'auto']),
    font,
    font_size: whole(10, 32),
    background: orNull(colour),
    card_background: orNull(colour),
    text_color: orNull(colour),
    muted_color: orNull(colour),
    border_color: orNull(colour),
    star_color: orNull(colour),
    accent_color: orNull(colour),
    radius: whole(0, 64),
    gap: whole(0, 64),
    shadow: oneOf(['none', 'small', 'large']),
    border: flag,
    max_width: orNull(whole(160, 4000)),
    custom_css: css,
  },
  behavior: {
    lazy: flag,
    autoplay: flag,
    interval_ms: whole(1000, 120_000),
    pause_on_hover: flag,
    loop: flag,
    animate: flag,
    load_more: flag,
    page_size: whole(1, 50),
    lightbox: flag,
    links_new_tab: flag,
    hide_when_empty: flag,
    min_reviews: whole(0, 1000),
  },
  i18n: {
    locale: anyLocale(),
    direction: oneOf(['auto', 'ltr', 'rtl']),
    strings: Object.fromEntries(STRING_KEYS.map((key) => [key, text(300)])),
  },
  seo: {
    json_ld: flag,
    item_type: oneOf(ITEM_TYPES),
    item_name: text(200),
    item_url: orNull(url),
    item_image: orNull(url),
  },
  legal: {
    show_disclosure: flag,
    disclosure_text: text(1000),
    disclosure_url: orNull(url),
    show_branding: flag,
  },
  access: { allowed_domains: listOf(domain, 100) },
};

function anyLocale(): Check {
  return (value) =>
    value === 'auto' ? null : language(value) && 'must be "auto" or a language code such as en';
}

/** What every setting of a type must be; its keys are exactly those of the type's defaults. */
export function schemaOf(type: WidgetType): CheckTree {
  return { ...COMMON, layout: LAYOUTS[type] };
}
