import {
  BUTTON,
  configuredColumns,
  lineHeight,
  type Measure,
  RAIL,
  SMALL,
  stacked,
  TABLET,
  wrapped,
} from './measure';
import { textWidth } from './text-width';

/** Types that show the rating elsewhere. */
const WITHOUT_RATING: readonly string[] = ['list', 'summary', 'badge', 'avatars'];

/** Returns the height of the title, the rating and the platforms, beside a call to action and the arrows of a carousel. */
export function headerHeight(measure: Measure): number {
  const { settings, width } = measure;
  const beside = [...callToAction(measure), ...arrows(measure)];
  const used = beside.reduce((sum, [own]) => sum + own + 16, 0);
  const texts = settings.header.show ? textsHeight(measure, Math.max(width - used, width * 0.4)) : 0;
  return Math.max(texts, ...beside.map(([, height]) => height), 0);
}

function callToAction({ settings: { header, style } }: Measure): (readonly [number, number])[] {
  if (!header.show || !header.cta_show || !header.cta_url) return [];
  return [[38 + style.font_size * 0.9375 * textWidth(header.cta_label || 'Write a review'), BUTTON]];
}

function arrows(measure: Measure): (readonly [number, number])[] {
  const { type, settings, reviews } = measure;
  const { layout, behavior } = settings;
  if (type !== 'carousel') return [];
  const moves = layout['arrows'] === true && reviews.length > configuredColumns(measure) ? 2 : 0;
  const count = moves + (behavior.autoplay ? 1 : 0);
  return count > 0 ? [[count * 52 - 8, BUTTON]] : [];
}

function textsHeight({ type, settings, content }: Measure, width: number): number {
  const { header, style } = settings;
  const em = style.font_size;
  const { rating, label, platforms } = content.summary;
  const showsRating = !WITHOUT_RATING.includes(type);
  const average = showsRating && header.show_rating && rating !== null;
  const line = [
    ...(average ? [[em * 1.25 * 1.4, em * 1.25] as const, [em * 6.25, em * 1.25] as const] : []),
    ...(showsRating && header.show_count ? [[em * SMALL * textWidth(label), em * SMALL * 1.5] as const] : []),
  ];
  const showsPlatforms = header.show_platforms && (showsRating || type === 'list');
  const marks = platforms.map(
    ({ label: name }) => [44 + em * SMALL * textWidth(name), em * SMALL * 1.5] as const,
  );
  return stacked(
    [
      lineHeight(header.title, width, em * 1.5, 1.25),
      lineHeight(header.subtitle, width, em),
      wrapped(line, width, [4, 10]),
      showsPlatforms ? wrapped(marks, width, [4, 10]) : 0,
    ],
    8,
  );
}

/** The average and the bars, side by side from 35em of the widget. */
export function overviewHeight({ settings, content }: Measure, outer: number): number {
  const { header, layout, style } = settings;
  const em = style.font_size;
  const { rating, distribution } = content.summary;
  const average = header.show_rating && rating !== null;
  const score = header.show
    ? stacked([...(average ? [em * 3.5, em * 1.375] : []), header.show_count ? em * SMALL * 1.5 : 0], 8)
    : 0;
  const bars = layout.show_distribution && distribution ? 5 * 32 : 0;
  const isWide = outer >= TABLET * em;
  const isRow = layout['orientation'] === 'row' || (isWide && layout['orientation'] !== 'column');
  return isRow ? Math.max(score, bars) : stacked([score, bars], 20);
}

/** The rows of the platforms of a summary, in two columns from 40em. */
export function sourcesHeight({ settings, content }: Measure, outer: number): number {
  if (settings.layout['show_per_platform'] !== true) return 0;
  const { platforms } = content.summary;
  const rows = platforms.filter(({ count, rating }) => count > 0 || rating !== null).length;
  const columns = outer >= RAIL * settings.style.font_size ? 2 : 1;
  return Math.ceil(rows / columns) * 40;
}

/** The line that says how many reviews are shown, the menus and the search of a list. */
export function toolsHeight({ settings, width }: Measure): number {
  const { layout, style } = settings;
  const line = style.font_size * SMALL * 1.5;
  const menus = [layout.show_rating_filter, layout.show_platform_filter, layout.show_sort].filter(
    Boolean,
  ).length;
  const search = layout.show_search ? BUTTON : 0;
  const isWide = width >= TABLET * style.font_size;
  if (isWide) return stacked([search, menus > 0 ? BUTTON : line], 12);
  return stacked([search, ...Array.from({ length: menus }, () => BUTTON), line], 8);
}

export function moreHeight({ content, settings }: Measure): number {
  return settings.behavior.load_more && content.next !== null ? BUTTON : 0;
}

export function dotsHeight({ settings, reviews }: Measure): number {
  return settings.layout['dots'] === true && reviews.length > 1 ? 6 : 0;
}

export function stepsHeight(measure: Measure): number {
  const { settings, reviews } = measure;
  const hasButtons = settings.layout['arrows'] === true || settings.behavior.autoplay;
  return hasButtons && reviews.length > 1 ? BUTTON : dotsHeight(measure);
}

/** The line below the widget that says which reviews it shows. A marquee has its button beside it. */
export function footHeight(measure: Measure): number {
  const { settings, content, width } = measure;
  const { disclosure, branding } = content;
  const em = settings.style.font_size * 0.75;
  const text = [disclosure?.text, disclosure?.link?.label, branding].filter(Boolean).join(' ');
  const stops = drifts(measure) && settings.layout.show_pause === true;
  const lines = lineHeight(text, width - (stops ? BUTTON + 12 : 0), em);
  return Math.max(lines, stops ? BUTTON : 0);
}

/** A marquee whose cards all fit in a row does not move. */
function drifts({ type, settings, reviews, width }: Measure): boolean {
  if (type !== 'marquee' || !settings.behavior.autoplay) return false;
  const { card_width: card, rows } = settings.layout;
  const inRow = Math.floor(reviews.length / Math.max(1, Math.min(Number(rows), reviews.length)));
  return inRow * (Math.min(Number(card), 0.84 * width) + settings.style.gap) - settings.style.gap > width;
}
