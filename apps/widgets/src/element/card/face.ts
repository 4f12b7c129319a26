import { PERSON } from '../../layouts/icons';
import { HUES, hueOf, initialsOf } from '../../layouts/initials';
import type { PublicReview } from '../../public-json/public-widget';
import { h, icon } from '../dom/dom';

/** Draws the picture of an author. Without a picture, or if it does not load, draws the initials. */
export function face({ name, image }: PublicReview['author'], size = 40, letters = 2): HTMLElement {
  if (!image) return initials(name, letters);
  const picture = h('img.face', {
    src: image,
    alt: '',
    width: size,
    height: size,
    loading: 'lazy',
    onerror: () => picture.replaceWith(initials(name, letters)),
  });
  return picture;
}

function initials(name: string | null, letters: number): HTMLElement {
  const text = initialsOf(name ?? '', letters);
  const ink = text ? `oklch(60% .14 ${HUES[hueOf(name as string)]})` : '';
  return h('span.face', { 'aria-hidden': 'true', '--ink': ink }, text || icon(PERSON, 'line'));
}
