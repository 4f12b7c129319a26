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
  key: string;
  type: WidgetType;
  settings: Settings;
  /** The name for the heading "Reviews of {name}", or null if there is none. */
  subject: string | null;
}

/** Returns code to paste into a web page. The reserved height prevents a layout shift when the reviews arrive. */
export function embedSnippets(input: SnippetInput): EmbedSnippets {
  const base = input.publicUrl.replace(/\/+$/, '');
  const { key, settings, type } = input;
  const height = reservedHeight(type, settings);
  const minHeight = height > 0 ? `min-height:${height}px` : '';
  const label = input.subject ? `Reviews of ${escapeHtml(input.subject)}` : 'Customer reviews';
  const fallback = `<a href="${base}/w/${key}">${label}</a>`;
  const eager = settings.behavior.lazy ? '' : ' eager';
  const elementStyle = ['display:block', minHeight].filter(Boolean).join(';');
  // A preload starts the request at once, but a lazy widget waits until it is near the screen.
  const preload = settings.behavior.lazy
    ? []
    : [`<link rel="preload" as="fetch" crossorigin="anonymous" href="${base}/embed/v1/widgets/${key}.json">`];
  return {
    html: [
      `<div data-rv-widget="${key}"${eager && ' data-eager'}${minHeight && ` style="${minHeight}"`}>${fallback}</div>`,
      `<script async src="${base}/embed/v1/w.js"></script>`,
    ].join('\n'),
    advanced: {
      head: [`<script type="module" async src="${base}/embed/v1/rv.js"></script>`, ...preload].join('\n'),
      element: `<rv-widget key="${key}"${eager} style="${elementStyle}">${fallback}</rv-widget>`,
    },
    shortcode: `[rv_widget key="${key}"]`,
  };
}

const LINE_PX = 24;
const CARD_FRAME_PX = 104;
const HEADER_PX = 96;
const ROW_PX = 46;
const TOOLS_PX = 80;

interface Measures {
  header: number;
  card: number;
  shown: number;
  /** The rows of a grid with the columns of a desktop screen. */
  rows: number;
  tools: number;
}

const HEIGHTS: Readonly<Record<WidgetType, (measures: Measures) => number>> = {
  // These two float above the page, so they need no space in it.
  floating: () => 0,
  popup: () => 0,
  badge: () => 64,
  avatars: () => 56,
  summary: ({ header }) => header + 5 * LINE_PX,
  carousel: ({ header, card }) => header + card + 2 * LINE_PX,
  spotlight: ({ header, card }) => header + card + 2 * LINE_PX,
  marquee: ({ header, card }) => header + card + 2 * LINE_PX,
  media: ({ header, rows }) => header + rows * 160,
  grid: ({ header, card, rows }) => header + rows * card,
  masonry: ({ header, card, rows }) => header + rows * card,
  list: ({ header, card, shown, tools }) => header + tools + Math.min(shown, 3) * card,
};

/** Returns the minimum height of the widget in pixels, by type and settings. */
export function reservedHeight(type: WidgetType, settings: Settings): number {
  const shown = Math.min(settings.source.limit, settings.behavior.page_size);
  return HEIGHTS[type]({
    header: settings.header.show ? HEADER_PX : 0,
    // Most reviews are short, so at most three lines are reserved even if the settings allow more.
    card: CARD_FRAME_PX + LINE_PX * Math.min(settings.card.max_lines, 3) + settings.style.gap,
    shown,
    rows: Math.ceil(shown / (settings.layout.columns?.desktop ?? 1)),
    tools: listTools(settings),
  });
}

function listTools({ layout }: Settings): number {
  const controls = [
    layout.show_sort,
    layout.show_rating_filter,
    layout.show_platform_filter,
    layout.show_search,
  ];
  // With the rating filter the five rows are buttons, which are tall enough to tap.
  const distribution = layout.show_distribution ? 5 * (layout.show_rating_filter ? ROW_PX : LINE_PX) : 0;
  return distribution + (controls.some(Boolean) ? TOOLS_PX : 0);
}
