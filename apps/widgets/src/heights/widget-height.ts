import type { Settings } from '../settings/settings';
import type { WidgetType } from '../settings/widget-types';
import {
  dotsHeight,
  footHeight,
  headerHeight,
  moreHeight,
  overviewHeight,
  stepsHeight,
  toolsHeight,
} from './frame-height';
import { type Measure, measured, type ShownContent, stacked } from './measure';
import { badgeHeight, facesHeight, summaryHeight } from './rating-height';
import {
  feedHeight,
  lanesHeight,
  packedHeight,
  rowHeight,
  rowsHeight,
  spotlightHeight,
  tilesHeight,
} from './reviews-height';

/** Between the parts of a widget. */
const GAP = 20;

const HEIGHTS: Readonly<Record<WidgetType, (measure: Measure) => number[]>> = {
  // These two float above the page, so they need no space in it.
  floating: () => [],
  popup: () => [],
  badge: (measure) => [badgeHeight(measure)],
  avatars: (measure) => [facesHeight(measure)],
  summary: (measure) => [summaryHeight(measure)],
  carousel: (measure) => [rowHeight(measure), dotsHeight(measure)],
  spotlight: (measure) => [spotlightHeight(measure), stepsHeight(measure)],
  marquee: (measure) => [lanesHeight(measure)],
  media: (measure) => [tilesHeight(measure), moreHeight(measure)],
  grid: (measure) => [rowsHeight(measure), moreHeight(measure)],
  masonry: (measure) => [packedHeight(measure), moreHeight(measure)],
  list: (measure) => [
    overviewHeight(measure, measure.width),
    toolsHeight(measure),
    feedHeight(measure),
    moreHeight(measure),
  ],
};

export type HeightAt = (width: number) => number;

/** Returns a function that estimates the height of a widget at a width, from its content. It is 0 if the widget takes no space. */
export function heightOf(type: WidgetType, settings: Settings, content: ShownContent): HeightAt {
  const reviews = content.reviews.map(measured);
  const margin = groundMargin(type, settings);
  const most = settings.style.max_width ?? Infinity;
  return (outer) => {
    const measure = { type, settings, content, reviews, width: Math.min(outer, most) - 2 * margin.inline };
    const parts = HEIGHTS[type](measure);
    if (parts.length === 0) return 0;
    const all = [headerHeight(measure), ...parts, footHeight(measure)];
    return Math.ceil(stacked(all, GAP) + 2 * margin.block);
  };
}

/** A painted ground has a margin around its content, as the style sheet of the settings says. */
function groundMargin(type: WidgetType, { style }: Settings): { inline: number; block: number } {
  const isPainted =
    style.theme === 'dark' || (style.background !== null && !/^(transparent|none)$/i.test(style.background));
  if (!isPainted) return { inline: 0, block: 0 };
  return type === 'badge' || type === 'avatars' ? { inline: 12, block: 8 } : { inline: 24, block: 24 };
}
