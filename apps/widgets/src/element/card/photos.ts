import { BACK, FORTH, PLAY } from '../../layouts/icons';
import type { PublicMedia, PublicReview } from '../../public-json/public-widget';
import { fill, h, icon, iconButton } from '../dom/dom';
import { link } from '../dom/link';
import type { View } from '../view';
import { openDialog } from './dialog';

/** One image, video or sound of a review. `at` is its position in the review, `tile` what shows it in the page. */
export interface Photo {
  review: PublicReview;
  medium: PublicMedia;
  at: number;
  tile?: HTMLElement;
}

/** Sound that a browser can play. Other sound is a link, as is a video whose url is a page. */
const AUDIO_FILE = /\.(ogg|mp3|m4a|wav)(\?|$)/i;

export function photosOf(review: PublicReview): Photo[] {
  return review.media.map((medium, at) => ({ review, medium, at }));
}

/**
 * Draws a thumbnail that opens the lightbox, in which the arrows step through `all`. A video loads only after the visitor
 * clicks it. A photo that does not load disappears from the page and from `all`.
 */
export function thumb(view: View, photo: Photo, all: Photo[], caption: Node | null = null): HTMLElement {
  const { type, url, thumb: src } = photo.medium;
  const names = { n: numberOf(view, photo), name: authorOf(view, photo) };
  const label = fill(view.data.strings.open_media, names);
  const onerror = (): void => drop(photo, all);
  const content = [
    src && h('img', { src, alt: '', loading: 'lazy', decoding: 'async', onerror }),
    type !== 'image' && h('span.play', {}, icon(PLAY, '')),
    caption,
  ];
  const isButton = view.data.settings.behavior.lightbox && opensHere(photo);
  const onclick = (): void => openLightbox(view, all, photo);
  const away = { target: '_blank', 'aria-label': label };
  photo.tile = isButton
    ? h('button.thumb', { type: 'button', 'aria-label': label, onclick }, ...content)
    : (link(view, url, 'thumb', away, ...content) ?? h('span.thumb', {}, ...content));
  return photo.tile;
}

/** Removes a photo from the page and from the list, and the list of a card with its last photo. */
function drop(photo: Photo, all: Photo[]): void {
  const at = all.indexOf(photo);
  if (at >= 0) all.splice(at, 1);
  const item = photo.tile?.parentElement;
  const list = item?.parentElement;
  if (list?.matches('.media') && list.childElementCount === 1) list.remove();
  else item?.remove();
}

function opensHere({ medium: { type, src } }: Photo): boolean {
  return src !== null && (type !== 'audio' || AUDIO_FILE.test(src));
}

function authorOf({ data }: View, { review }: Photo): string {
  return review.author.name ?? data.strings.anonymous;
}

function numberOf({ data }: View, { at }: Photo): string {
  return (at + 1).toLocaleString(data.lang);
}

function openLightbox(view: View, all: Photo[], first: Photo): void {
  const { strings } = view.data;
  let photo = first;
  const stage = h('div.stage');
  const words = h('div');
  const back = iconButton(strings.previous, BACK, 'previous', () => step(-1));
  const forth = iconButton(strings.next, FORTH, 'next', () => step(1));
  const next = (by: number): Photo => {
    const shown = all.filter(opensHere);
    return shown[(shown.indexOf(photo) + by + shown.length) % shown.length] ?? photo;
  };
  const show = (now: Photo): void => {
    photo = now;
    stage.replaceChildren(
      large(now.medium, `${authorOf(view, now)}, ${numberOf(view, now)}`, () => skip(now)),
      ...(next(1) === now ? [] : [back, forth]),
    );
    words.replaceChildren(view.wholeCard(now.review));
  };
  const step = (by: number): void => {
    show(next(by));
    (by < 0 ? back : forth).focus();
  };
  /** Shows the next photo instead of one that does not load, and closes the dialog after the last one. */
  const skip = (failed: Photo): void => {
    const other = next(1);
    drop(failed, all);
    if (failed !== photo) return;
    if (other === failed) return dialog.close();
    show(other);
    forth.focus();
  };
  show(first);
  const pair = h('div.pair', {}, stage, words);
  const dialog = openDialog(view, authorOf(view, first), 'lightbox', null, pair);
  dialog.addEventListener('keydown', ({ key }) => {
    const isLeft = key === 'ArrowLeft';
    if (isLeft || key === 'ArrowRight') step(view.isRtl() === isLeft ? 1 : -1);
  });
}

function large({ type, src }: PublicMedia, label: string, onerror: () => void): HTMLElement {
  if (type === 'image') return h('img', { src, alt: label, onerror });
  return h(type, { src, controls: '', autoplay: '', 'aria-label': label, onerror });
}
