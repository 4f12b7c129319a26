import { PERSON } from '../../layouts/icons';
import type { PublicReview } from '../../public-json/public-widget';
import { h, icon } from '../dom/dom';

/** Hues whose tints have enough contrast with the initials in both themes. */
const FIRST_HUE = 20;
const HUE_STEP = 45;

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
  let sum = 0;
  for (const letter of name ?? '') sum += letter.codePointAt(0) as number;
  const ink = text ? `oklch(60% .14 ${FIRST_HUE + HUE_STEP * (sum % 8)})` : '';
  return h('span.face', { 'aria-hidden': 'true', '--ink': ink }, text || icon(PERSON, 'line'));
}

/** Returns the first letters of the first and the last word, or one character of a script without upper case. */
export function initialsOf(name: string, letters: number): string {
  const [first = '', ...more] = (name.match(/[\p{L}\p{N}]\S*/gu) ?? []).map((word) => [...word][0] as string);
  const upper = first.toUpperCase();
  return letters > 1 && upper !== first.toLowerCase() ? upper + (more.at(-1) ?? '').toUpperCase() : upper;
}
