import { BACK, FORTH, PLAY } from '../../layouts/icons';
import type { PublicMedia, PublicReview } from '../../public-json/public-widget';
import { fill, h, icon, iconButton } from '../dom/dom';
import { link } from '../dom/link';
import type { View } from '../view';
import { openDialog } from './dialog';

/** One image, video or sound of a review. `at` is its position in the review. */
export interface Photo {
  review: PublicReview;
  medium: PublicMedia;
  at: number;
}

/** Sound that a browser can play. Other sound is a link, as is a video whose url is a page. */
const AUDIO_FILE = /\.(ogg|mp3|m4a|wav)(\?|$)/i;

export function photosOf(review: PublicReview): Photo[] {
  return review.media.map((medium, at) => ({ review, medium, at }));
}

/**
 * Draws a thumbnail that opens the lightbox, in which the arrows step through `all`. A video loads only after the visitor
 * clicks it. A thumbnail with a caption is large.
 */
export function thumb(view: View, photo: Photo, all: Photo[], caption: Node | null = null): HTMLElement {
  const { medium } = photo;
  const { type, url, src, thumb: small } = medium;
  const names = { n: numberOf(view, photo), name: authorOf(view, photo) };
  const label = fill(view.data.strings.open_media, names);
  const picture = caption && type === 'image' ? src : small;
  const content = [
    picture && h('img', { src: picture, alt: '', loading: 'lazy', decoding: 'async' }),
    type !== 'image' && h('span.play', {}, icon(PLAY, '')),
    caption,
  ];
  if (view.data.settings.behavior.lightbox && opensHere(photo)) {
    const onclick = (): void => openLightbox(view, all.filter(opensHere), medium);
    return h('button.thumb', { type: 'button', 'aria-label': label, onclick }, ...content);
  }
  const away = { target: '_blank', 'aria-label': label };
  return link(view, url, 'thumb', away, ...content) ?? h('span.thumb', {}, ...content);
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

function openLightbox(view: View, all: Photo[], first: PublicMedia): void {
  const { strings } = view.data;
  let at = all.findIndex(({ medium }) => medium === first);
  const stage = h('div.stage');
  const words = h('div');
  const back = iconButton(strings.previous, BACK, 'previous', () => show(-1));
  const forth = iconButton(strings.next, FORTH, 'next', () => show(1));
  const show = (step: number): void => {
    at = (at + step + all.length) % all.length;
    const photo = all[at] as Photo;
    stage.replaceChildren(
      large(photo.medium, `${authorOf(view, photo)}, ${numberOf(view, photo)}`),
      ...(all.length > 1 ? [back, forth] : []),
    );
    words.replaceChildren(view.wholeCard(photo.review));
    if (step) (step < 0 ? back : forth).focus();
  };
  show(0);
  openDialog(
    view,
    authorOf(view, all[at] as Photo),
    'lightbox',
    null,
    h('div.pair', {}, stage, words),
  ).addEventListener('keydown', ({ key }) => {
    const isLeft = key === 'ArrowLeft';
    if (isLeft || key === 'ArrowRight') show(view.isRtl() === isLeft ? 1 : -1);
  });
}

function large({ type, src }: PublicMedia, label: string): HTMLElement {
  if (type === 'image') return h('img', { src, alt: label });
  return h(type, { src, controls: '', autoplay: '', 'aria-label': label });
}
