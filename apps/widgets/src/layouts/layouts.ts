import type { WidgetType } from '../settings/widget-types';
import { avatars, badge, floating, popup } from './badges';
import { grid, list, media } from './feeds';
import type { Layout, LayoutInput } from './layout';
import { carousel, marquee, spotlight } from './moving';
import { drawer } from './parts';
import { summary } from './summary';
import type { TreeNode } from './tree';

const LAYOUTS: Readonly<Record<WidgetType, Layout>> = {
  carousel,
  spotlight,
  grid,
  masonry: grid,
  list,
  marquee,
  badge,
  floating,
  popup,
  summary,
  avatars,
  media,
};

/** Returns what the widget shows besides its reviews, as its type and its settings want it. */
export function layoutOf(input: LayoutInput): TreeNode[] {
  return LAYOUTS[input.type](input);
}

/** Returns what the widget opens in a dialog, or null if it opens none. */
export function drawerOf(input: LayoutInput): TreeNode[] | null {
  const { link, open } = input.settings.layout;
  return link === 'dialog' || open === 'drawer' || open === 'dialog' ? drawer(input) : null;
}
