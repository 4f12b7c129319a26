import { ownValue } from '@plaudit/contracts/own-value';
import { choice, type Field, type Fields, flag, number, text, url } from './field';

const columns: Field = { kind: 'columns', most: { desktop: 6, tablet: 6, mobile: 3 } };

/** The settings of the block `layout` of all types. A key means the same in each of them. */
const LAYOUT_FIELDS: Fields = {
  columns,
  arrows: flag,
  dots: flag,
  equal_height: flag,
  peek: flag,
  quote_mark: flag,
  transition: choice('slide', 'fade', 'none'),
  show_distribution: flag,
  show_sort: flag,
  show_rating_filter: flag,
  show_platform_filter: flag,
  show_search: flag,
  divider: choice('card', 'line', 'none'),
  rows: number(1, 4),
  direction: choice('start', 'end'),
  duration_s: number(5, 600, 's'),
  card_width: number(160, 800, 'px'),
  fade_edges: flag,
  show_pause: flag,
  align: choice('start', 'center', 'end'),
  link: choice('hosted_page', 'source', 'url', 'dialog', 'none'),
  link_url: url,
  variant: choice('card', 'inline', 'bar', 'button', 'minimal'),
  show_number: flag,
  show_stars: flag,
  show_count: flag,
  show_platform_logos: flag,
  position: choice('bottom-right', 'bottom-left', 'top-right', 'top-left'),
  offset_x: number(0, 500, 'px'),
  offset_y: number(0, 500, 'px'),
  hide_on_mobile: flag,
  z_index: number(0, 2_147_483_647),
  open: choice('drawer', 'dialog', 'hosted_page'),
  drawer_width: number(240, 1200, 'px'),
  start_open: flag,
  delay_ms: number(0, 600_000, 'ms'),
  duration_ms: number(1000, 600_000, 'ms'),
  gap_ms: number(0, 600_000, 'ms'),
  max_per_visit: number(1, 100),
  dismissible: flag,
  show_per_platform: flag,
  show_ai_summary: flag,
  orientation: choice('auto', 'row', 'column'),
  max_faces: number(1, 24),
  face_size: number(16, 128, 'px'),
  overlap: number(0, 64, 'px'),
  text: text(200),
  shape: choice('square', 'natural'),
  types: { kind: 'set', options: ['image', 'video'] },
  show_author: flag,
};

/** Where a type allows other values than the others. */
const OF_TYPE: Readonly<Record<string, Fields>> = {
  media: { columns: { kind: 'columns', most: { desktop: 12, tablet: 8, mobile: 4 } } },
};

/** Returns the settings of the layout of a type, among others. */
export function layoutFields(type: string): Fields {
  return { ...LAYOUT_FIELDS, ...ownValue(OF_TYPE, type) };
}
