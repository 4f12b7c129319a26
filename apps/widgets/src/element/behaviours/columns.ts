import { STAR } from '../../layouts/icons';
import type { PublicReview } from '../../public-json/public-widget';
import { card, ratingText } from '../card/card';
import { type Photo, photosOf, thumb } from '../card/photos';
import { find, h, icon } from '../dom/dom';
import type { View } from '../view';
import { feed } from './feed';

/** The height of a row of a packed list in pixels. An item spans as many rows as it needs. */
const ROW_PX = 4;

/** Fills `ul.list` with cards: the grid and the list. */
export function grid(view: View): void {
  feed(view, view.root, find(view.root, '.list') as HTMLElement, (review) => [
    h('li', {}, card(view, review)),
  ]);
}

/** Packs cards of natural height. Their order in the document stays the reading order. */
export function masonry(view: View): void {
  const list = find(view.root, '.list') as HTMLElement;
  const pack = packer(view, list);
  feed(view, view.root, list, (review) => [pack(card(view, review))]);
}

/** Fills `ul.gallery` with the photos and videos of the reviews. */
export function media(view: View): void {
  const { types = [], shape, show_author: named } = view.data.settings.layout;
  const list = find(view.root, '.gallery') as HTMLElement;
  const all: Photo[] = [];
  const pack = shape === 'natural' && packer(view, list);
  feed(view, view.root, list, (review) => {
    const photos = photosOf(review).filter(({ medium }) => types.includes(medium.type));
    all.push(...photos);
    return photos.map((photo) => {
      const tile = thumb(view, photo, all, h('span.caption', {}, ...(named ? captionOf(view, review) : [])));
      return pack ? pack(tile) : h('li', {}, tile);
    });
  });
}

function captionOf({ data }: View, { author, rating }: PublicReview): (Node | null)[] {
  const name = h('span', { dir: 'auto' }, author.name ?? data.strings.anonymous);
  return rating === null
    ? [name]
    : [name, icon(STAR, ''), h('span', { 'data-mark': ratingText(rating, data.lang) })];
}

/** Returns a function that wraps a child into an item whose rows follow the height of the child. */
function packer(view: View, list: HTMLElement): (child: HTMLElement) => HTMLElement {
  const update = (): void => {
    const gap = parseFloat(getComputedStyle(list).columnGap);
    const items = [...list.children] as HTMLElement[];
    // Reading all heights before changing anything needs one layout for the whole list.
    const rows = items.map((item) => ((item.firstElementChild as HTMLElement).offsetHeight + gap) / ROW_PX);
    items.forEach((item, at) => (item.style.gridRowEnd = `span ${Math.ceil(rows[at] as number)}`));
  };
  return (child) => {
    view.onResize(child, update);
    return h('li', {}, child);
  };
}
