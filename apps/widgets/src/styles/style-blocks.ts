import type { Settings } from '../settings/settings';
import type { WidgetType } from '../settings/widget-types';

/** The style sheets that a type needs besides the core, in the order of their rules. `styleBlocks` adds those of dialogs. */
const BLOCKS: Readonly<Record<WidgetType, readonly string[]>> = {
  carousel: ['frame', 'fluid', 'card', 'carousel'],
  spotlight: ['frame', 'fluid', 'card', 'carousel', 'spotlight'],
  grid: ['frame', 'fluid', 'card', 'waiting', 'grid'],
  masonry: ['frame', 'fluid', 'card', 'waiting', 'grid', 'masonry'],
  list: ['frame', 'fluid', 'card', 'waiting', 'distribution', 'list', 'lines'],
  marquee: ['frame', 'fluid', 'card', 'marquee'],
  badge: ['frame', 'badge'],
  floating: ['frame', 'floating'],
  popup: ['frame', 'card', 'floating', 'popup'],
  summary: ['frame', 'fluid', 'card', 'distribution', 'summary'],
  avatars: ['frame', 'card', 'badge', 'avatars'],
  media: ['frame', 'fluid', 'card', 'waiting', 'photos', 'media'],
};

/** Types that show no text of a review, unless they open the reviews. */
const WITHOUT_REVIEWS: readonly WidgetType[] = ['badge', 'floating', 'summary', 'avatars'];

/** Returns the names of the style sheets that a widget needs. Those of its type and of print come last. */
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
  const first = order.filter((name) => [...blocks, ...own].includes(name));
  return [...new Set([...first, ...blocks, ...own, ...(own.includes('floating') ? [] : ['print'])])];
}
