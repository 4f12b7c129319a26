import { escapeHtml } from '@plaudit/runtime';
import type { Settings } from '../settings/settings';
import type { WidgetType } from '../settings/widget-types';

export interface EmbedSnippets {
  /** A div and an async script. The div contains a link for visitors without JavaScript. */
  html: string;
  advanced: { head: string; element: string };
  shortcode: string;
}

interface SnippetInput {
  publicUrl: string;
  pagesUrl: string;
  key: string;
  type: WidgetType;
  settings: Settings;
  /** The name for the heading "Reviews of {name}", or null if there is none. */
  subject: string | null;
}

/** If the script cannot be loaded, the page gets the reserved height back. */
const GIVE_BACK = "document.querySelectorAll('[data-rv-widget]').forEach(e=>e.style.minHeight=0)";

/**
 * Keeps optimisers from delaying the script or joining it with others: Rocket Loader of Cloudflare, which reads its attribute only
 * before `src`, LiteSpeed Cache, Autoptimize, WP Rocket and Jetpack Boost.
 */
const KEEP_OUT =
  'data-cfasync="false" data-no-optimize="1" data-no-defer="1" data-noptimize="1" data-nowprocket data-jetpack-boost="ignore"';

/** Returns code to paste into a web page. The reserved height prevents a layout shift when the reviews arrive. */
export function embedSnippets(input: SnippetInput): EmbedSnippets {
  const { publicUrl: base, pagesUrl, key, settings, type } = input;
  const height = reservedHeight(type, settings);
  const minHeight = height > 0 ? `min-height:${height}px` : '';
  const label = input.subject ? `Reviews of ${escapeHtml(input.subject)}` : 'Customer reviews';
  const fallback = `<a href="${pagesUrl}/w/${key}">${label}</a>`;
  const eager = settings.behavior.lazy ? '' : ' eager';
  const elementStyle = ['display:block', minHeight].filter(Boolean).join(';');
  // A preload starts the request at once, but a lazy widget waits until it is near the screen. The element requests the URL of
  // the preload. It has no language of the page, so it needs a widget whose language is fixed.
  const isPreloaded = !settings.behavior.lazy && settings.i18n.locale !== 'auto';
  const preload = isPreloaded
    ? [`<link rel="preload" as="fetch" crossorigin="anonymous" href="${base}/embed/v1/widgets/${key}.json">`]
    : [];
  return {
    html: [
      `<div data-rv-widget="${key}"${eager && ' data-eager'}${minHeight && ` style="${minHeight}"`}>${fallback}</div>`,
      `<script async ${KEEP_OUT} src="${base}/embed/v1/w.js"${minHeight && ` onerror="${GIVE_BACK}"`}></script>`,
    ].join('\n'),
    advanced: {
      head: [
        `<script type="module" async ${KEEP_OUT} src="${base}/embed/v1/rv.js"></script>`,
        ...preload,
      ].join('\n'),
      element: `<rv-widget key="${key}"${eager} style="${elementStyle}">${fallback}</rv-widget>`,
    },
    shortcode: `[rv_widget key="${key}"]`,
  };
}

/** The heights of the parts of a widget in pixels, at a font size of 16 px. */
const PX = {
  header: 78,
  card: 150,
  line: 24,
  /** A line of the large text of a spotlight. */
  largeLine: 38,
  /** The card of a spotlight without its text. */
  spotlight: 240,
  photos: 84,
  overview: 180,
  tools: 64,
  foot: 64,
  disclosure: 38,
  badgeCard: 72,
  badge: 50,
  avatars: 48,
  /** The card of a summary without its platforms. */
  summary: 220,
  platform: 42,
  tile: 210,
};

/** Most reviews are short, so a column of cards reserves no more lines than this. */
const MAX_LINES_IN_COLUMNS = 5;
/** Only the first rows of a gallery are reserved, because a widget may have few photos. */
const MAX_ROWS_OF_TILES = 2;
/** A list reserves the height of so many cards, which fill a screen. */
const MAX_CARDS_IN_LIST = 3;

interface Measures {
  /** A card with as many lines as the settings allow, "read more" and photos, as the tallest card of a row may have. */
  tall: number;
  photos: number;
  /** A card of usual length, and the gap below it. */
  card: number;
  shown: number;
  /** The rows of a grid with the columns of a desktop screen. */
  rows: number;
  foot: number;
}

const HEIGHTS: Readonly<Record<WidgetType, (measures: Measures, settings: Settings) => number>> = {
  // These two float above the page, so they need no space in it.
  floating: () => 0,
  popup: () => 0,
  badge: (_measures, { layout }) => (layout.variant === 'card' ? PX.badgeCard : PX.badge),
  avatars: () => PX.avatars,
  summary: (_measures, { layout }) => PX.summary + (layout.show_per_platform === true ? 2 * PX.platform : 0),
  carousel: ({ tall }) => tall,
  spotlight: ({ photos }, { card }) => PX.spotlight + PX.largeLine * card.max_lines + photos + PX.foot,
  marquee: ({ tall }, { layout }) => tall * Number(layout.rows),
  media: ({ rows, foot }) => Math.min(rows, MAX_ROWS_OF_TILES) * PX.tile + foot,
  grid: ({ card, rows, foot }) => rows * card + foot,
  masonry: ({ card, rows, foot }) => rows * card + foot,
  list: ({ card, shown, foot }, settings) =>
    overviewHeight(settings) + Math.min(shown, MAX_CARDS_IN_LIST) * card + foot,
};

/** Returns the height that the snippet reserves for the widget in pixels, by type and settings. */
export function reservedHeight(type: WidgetType, settings: Settings): number {
  const { source, behavior, card, style, layout, legal } = settings;
  const shown = Math.min(source.limit, behavior.page_size);
  const photos = card.show_media ? PX.photos : 0;
  const measures = {
    tall: PX.card + PX.line * (card.max_lines + 1) + photos,
    photos,
    card: PX.card + PX.line * Math.min(card.max_lines, MAX_LINES_IN_COLUMNS) + style.gap,
    shown,
    rows: Math.ceil(shown / (layout.columns?.desktop ?? 1)),
    foot: behavior.load_more ? PX.foot : 0,
  };
  const height = HEIGHTS[type](measures, settings);
  if (height === 0) return 0;
  return height + headerHeight(type, settings) + (legal.show_disclosure ? PX.disclosure : 0);
}

/** Types that show the rating elsewhere have a header only if it has a title or a call to action. */
function headerHeight(type: WidgetType, { header }: Settings): number {
  if (!header.show) return 0;
  const texts = header.title !== '' || header.subtitle !== '' || header.cta_show;
  const showsRating = !['list', 'summary', 'badge', 'avatars'].includes(type);
  const rating = showsRating && (header.show_rating || header.show_count);
  return texts || rating ? PX.header : 0;
}

function overviewHeight({ layout, header }: Settings): number {
  const score = header.show && (header.show_rating || header.show_count);
  return (layout.show_distribution || score ? PX.overview : 0) + PX.tools;
}
