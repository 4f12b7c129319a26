import { escapeHtml } from '@plaudit/runtime';
import { formatTag, type Language, type Strings } from '../i18n/locale';
import type { PublicDisclosure, PublicReview, PublicWidget } from '../public-json/public-widget';
import type { Settings, StyleSettings } from '../settings/settings';
import type { WidgetType } from '../settings/widget-types';
import { EMPTY_STARS, starsHtml } from './page-parts';
import { pageHtml, ratingSentence, sharingTags } from './page-head';
import { reviewCard } from './review-card';

/** `page` stands alone at `/w/{key}`. `frame` is the same widget for an iframe in the page of a website. */
export type PageForm = 'page' | 'frame';

export interface PageInput {
  widget: Pick<PublicWidget, 'key' | 'type' | 'dir' | 'summary' | 'hidden' | 'disclosure' | 'branding'>;
  settings: Pick<Settings, 'style'>;
  /** The reviews that show without JavaScript. A badge lists none itself, but its page does. */
  reviews: readonly PublicReview[];
  /** The sentence about the listed reviews. That of the widget is about what the widget shows. */
  disclosure: PublicDisclosure | null;
  form: PageForm;
  title: string;
  language: Language;
  strings: Strings;
  publicUrl: string;
  /** The address of the page with older reviews, or null on the last one. */
  nextUrl: string | null;
  /** True if visitors come from the page before. The element would show the first reviews again. */
  isLater: boolean;
  /** A script element with structured data, or an empty text. */
  jsonLd: string;
}

const OVERLAYS: readonly WidgetType[] = ['floating', 'popup'];
/** Sends the height of the page in a frame, with or without a widget. */
const FRAME_SCRIPT = '<script type="module" async src="/embed/v1/frame.js"></script>';

/** Types that show a rating and few or no reviews. The page lists the reviews below them. */
const RATINGS: readonly WidgetType[] = ['badge', 'avatars', 'summary', ...OVERLAYS];
const WIDE: readonly WidgetType[] = ['carousel', 'spotlight', 'grid', 'masonry', 'marquee', 'media'];

/** Returns a page that works without JavaScript. With JavaScript, the element replaces its content. */
export function hostedPage(input: PageInput): string {
  const { widget, title, strings, language } = input;
  return pageHtml({
    lang: language,
    dir: widget.dir,
    classes: classesOf(input),
    title,
    head: [
      ...(isIndexed(input) ? [] : ['<meta name="robots" content="noindex, follow">']),
      ...sharingTags({ ...input, description: ratingSentence(widget.summary, strings) }),
      input.jsonLd,
    ].filter(Boolean),
    body: [...bodyOf(input), ...(input.form === 'frame' ? [FRAME_SCRIPT] : [])],
  });
}

/** The classes of the root element. `bare` takes away the ground that the element paints itself, because the page has the same. */
function classesOf({ widget, settings: { style }, form }: PageInput): string {
  const scheme = schemeOf(style);
  const isFrame = form === 'frame';
  const isBare = !isFrame && scheme !== 'light' && style.background === null;
  const isWide = WIDE.includes(widget.type) && widget.summary.matching > 3;
  const names = [scheme, isBare && 'bare', isWide && 'wide', isFrame && 'framed'];
  return names.filter(Boolean).join(' ');
}

/** Returns the page of an inactive widget. In a frame it is empty, because no website should show a message about a widget that is off. */
export function unavailablePage(form: PageForm, language: Language, dir: string, strings: Strings): string {
  const title = strings('reviews_heading');
  return pageHtml({
    lang: language,
    dir,
    classes: form === 'frame' ? 'system framed' : 'system',
    title,
    head: ['<meta name="robots" content="noindex, nofollow">'],
    body: form === 'frame' ? [FRAME_SCRIPT] : ['<main>', panel(title, strings('not_available')), '</main>'],
  });
}

/** Search engines list the page at its own address while it has reviews. */
function isIndexed({ widget, form, isLater }: PageInput): boolean {
  return form === 'page' && !isLater && widget.summary.matching > 0;
}

function bodyOf(input: PageInput): string[] {
  const { widget, title, strings, form } = input;
  // The page shows the reviews of a widget that hides itself because it has few.
  const hasElement = !input.isLater && !widget.hidden && !(isOverlay(widget.type) && form === 'frame');
  if (input.reviews.length === 0 && widget.summary.count === 0) {
    return form === 'frame' && !hasElement ? [] : ['<main>', panel(title, strings('empty')), '</main>'];
  }
  const content = hasElement ? withElement(input) : listed(input);
  return ['<main>', `<h1>${escapeHtml(title)}</h1>`, ...content.filter(Boolean), '</main>'];
}

/** The rating, the reviews and the sentence about them. */
function listed(input: PageInput): string[] {
  const { disclosure, widget } = input;
  return [ratingHtml(input), reviewList(input), footer(disclosure, widget.branding)];
}

/** What is inside the element disappears when the element draws itself. */
function withElement(input: PageInput): string[] {
  const { widget, disclosure, form } = input;
  if (isOverlay(widget.type)) return [...listed(input), elementHtml(input, [])];
  if (!RATINGS.includes(widget.type)) return [elementHtml(input, listed(input))];
  const rating = ratingHtml(input);
  if (form === 'frame') return [elementHtml(input, [rating, footer(widget.disclosure, widget.branding)])];
  const element = elementHtml(input, [rating, footer(null, widget.branding)]);
  return [element, reviewList(input), footer(disclosure, null)];
}

/** Returns true for a type that covers a part of a page. In a frame it is a list. */
export function isOverlay(type: WidgetType): boolean {
  return OVERLAYS.includes(type);
}

function elementHtml({ widget, settings, form, language }: PageInput, inside: string[]): string {
  // On its own page, a widget without colours of its own follows the visitor's browser like the page.
  const theme = form === 'page' && schemeOf(settings.style) === 'system' ? ' theme="auto"' : '';
  return [
    `<rv-widget key="${widget.key}" lang="${language}"${theme} eager>`,
    ...inside.filter(Boolean),
    '</rv-widget>',
    '<script type="module" async src="/embed/v1/rv.js"></script>',
  ].join('\n');
}

const COLORS = [
  'background',
  'card_background',
  'text_color',
  'muted_color',
  'border_color',
  'star_color',
] as const satisfies (keyof StyleSettings)[];

/** Returns the colours of the page: `system` unless the theme is dark, or the owner chose colours that a dark ground would not suit. */
function schemeOf(style: StyleSettings): 'system' | 'light' | 'dark' {
  if (style.theme === 'auto' || style.theme === 'dark') return style.theme === 'auto' ? 'system' : 'dark';
  const isPlain = style.theme === 'light' && COLORS.every((color) => style[color] === null);
  return isPlain ? 'system' : 'light';
}

function ratingHtml({ widget: { summary }, strings, language }: PageInput): string {
  if (summary.rating === null) return '';
  const number = summary.rating.toLocaleString(formatTag(language), { maximumFractionDigits: 1 });
  return `<div class="score"><b aria-hidden="true">${number}</b><div>${starsHtml(summary.rating, strings)}<p>${escapeHtml(summary.label)}</p></div></div>`;
}

function reviewList({ reviews, strings, language, nextUrl }: PageInput): string {
  if (reviews.length === 0) return '';
  const cards = reviews.map((review) => reviewCard(review, { strings, language }));
  const more = nextUrl
    ? `<a class="more" rel="next" href="${escapeHtml(nextUrl)}">${escapeHtml(strings('load_more'))}</a>`
    : '';
  return `<ul class="cards">\n${cards.join('\n')}\n</ul>${more}`;
}

function footer(disclosure: PublicDisclosure | null, branding: string | null): string {
  const link = disclosure?.link
    ? ` <a href="${escapeHtml(disclosure.link.url)}">${escapeHtml(disclosure.link.label)}</a>`
    : '';
  const lines = [
    disclosure ? `<p>${escapeHtml(disclosure.text)}${link}</p>` : '',
    branding ? `<p>${escapeHtml(branding)}</p>` : '',
  ].filter(Boolean);
  return lines.length > 0 ? `<footer>${lines.join('')}</footer>` : '';
}

function panel(heading: string, text: string): string {
  return `<div class="panel">${EMPTY_STARS}<h1>${escapeHtml(heading)}</h1><p>${escapeHtml(text)}</p></div>`;
}
