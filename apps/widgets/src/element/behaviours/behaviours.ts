import type { WidgetType } from '../../settings/widget-types';
import type { Behaviour } from '../view';
import { grid, masonry, media } from './columns';
import { marquee } from './marquee';
import { avatars, opener } from './openers';
import { popup } from './popup';
import { scroller } from './scroller';

/** What each type does with its reviews and controls. A summary only shows what the service drew. */
export const BEHAVIOURS: Readonly<Record<WidgetType, Behaviour>> = {
  carousel: scroller,
  spotlight: scroller,
  grid,
  masonry,
  list: grid,
  marquee,
  badge: opener,
  floating: opener,
  popup,
  summary: () => undefined,
  avatars,
  media,
};
