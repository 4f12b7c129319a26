import type { Settings } from './settings';
import type { WidgetType } from './widget-types';

/** Types whose reviews are a list, so that a visitor may load more of them. */
const LISTS: ReadonlySet<WidgetType> = new Set(['list', 'grid', 'masonry', 'media']);
/** Types that show only a rating, unless they open a list. */
const RATINGS: ReadonlySet<WidgetType> = new Set(['badge', 'floating', 'summary']);

/**
 * Returns how many reviews a visitor of the widget can see: `all` if more can be loaded, `none` if the widget shows only a
 * rating.
 */
export function visibleReviews(
  type: WidgetType,
  { source, layout, behavior }: Pick<Settings, 'source' | 'layout' | 'behavior'>,
): number | 'all' | 'none' {
  const opensList = layout['link'] === 'dialog' || layout['open'] === 'drawer' || layout['open'] === 'dialog';
  // A list that opens loads its first page if none came with the widget.
  if (opensList) return behavior.load_more ? 'all' : source.limit || behavior.page_size;
  if (RATINGS.has(type) || source.limit === 0) return 'none';
  return LISTS.has(type) && behavior.load_more ? 'all' : source.limit;
}
