import type { Settings } from '../settings/settings';
import type { WidgetType } from '../settings/widget-types';

/** The style sheets that a type needs besides the core, in the order of their rules. `styleBlocks` adds those of dialogs. */
const BLOCKS: Readonly<Record<WidgetType, readonly string[]>> = {
  carousel: ['frame', 'fluid', 'card', 'carousel', 'print'],
  spotlight: ['frame', 'fluid', 'card', 'carousel', 'spotlight', 'print'],
  grid: ['frame', 'fluid', 'card', 'waiting', 'grid', 'print'],
  masonry: ['frame', 'fluid', 'card', 'waiting', 'grid', 'masonry', 'print'],
  list: ['frame', 'fluid', 'card', 'waiting', 'distribution', 'list', 'lines', 'print'],
  marquee: ['frame', 'fluid', 'card', 'marquee', 'print'],
  badge: ['frame', 'badge', 'print'],
  floating: ['frame', 'floating'],
  popup: ['frame', 'card', 'floating', 'popup'],
  summary: ['frame', 'fluid', 'card', 'distribution', 'summary', 'print'],
  avatars: ['frame', 'card', 'badge', 'avatars', 'print'],
  media: ['frame', 'fluid', 'card', 'waiting', 'photos', 'media', 'print'],
};

/** Types that show no text of a review, unless they open the reviews. */
const WITHOUT_REVIEWS: readonly WidgetType[] = ['badge', 'floating', 'summary', 'avatars'];

/** Returns the names of the style sheets that a widget needs. Those of its type come last. */
export function styleBlocks(type: WidgetType, { layout, card, behavior }: Settings): string[] {
  const own = BLOCKS[type];
  const opens = layout.link === 'dialog' || layout.open === 'drawer' || layout.open === 'dialog';
  const showsCards = opens || !WITHOUT_REVIEWS.includes(type);
  const photos = type === 'media' || (showsCards && card.show_media);
  const sheet = opens || (showsCards && card.read_more === 'dialog');
  const lightbox = photos && behavior.lightbox;
  const blocks = [
    'tokens',
    'frame',
    ...(opens ? ['card', 'waiting', 'lines'] : []),
    ...(photos ? ['photos'] : []),
    ...(sheet || lightbox ? ['card', 'dialog'] : []),
    ...(sheet ? ['sheet'] : []),
    ...(lightbox ? ['lightbox'] : []),
  ];
  // The rules of dialogs and of types follow those that they refine.
  const order = ['tokens', 'frame', 'card'];
  return [...new Set([...order.filter((name) => [...blocks, ...own].includes(name)), ...blocks, ...own])];
}
