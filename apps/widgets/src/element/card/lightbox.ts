import type { PublicMedia, PublicReview } from '../../public-json/public-widget';
import { fill, h, icon } from '../dom/dom';
import type { View } from '../view';

const CROSS = 'M6 6l12 12M18 6L6 18';
const BACK = 'M15 5l-7 7 7 7';
const FORTH = 'M9 5l7 7-7 7';
const PLAY = 'M8 5v14l11-7z';
/** Sound that a browser can play. Other sound is a link, as is a video whose url is a page. */
const AUDIO_FILE = /\.(ogg|mp3|m4a|wav)(\?|$)/i;

function opensHere({ type, src }: PublicMedia): boolean {
  return src !== null && (type !== 'audio' || AUDIO_FILE.test(src));
}

function iconButton(label: string, path: string, name: string, onclick: () => void): HTMLButtonElement {
  return h(
    'button',
    { type: 'button', class: `icon ${name}`, 'aria-label': label, onclick },
    icon(path, 'line'),
  );
}

/**
 * Opens a modal dialog. When Escape closes it, the browser returns the focus to the control that opened it. Returns a
 * function that closes the dialog.
 */
export function openDialog(view: View, label: string, ...content: Node[]): () => void {
  const dialog = h('dialog', { class: 'dialog', 'aria-label': label });
  const close = (): void => dialog.close();
  dialog.append(iconButton(view.data.strings.close, CROSS, 'close', close), ...content);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => event.target === dialog && close());
  view.root.append(dialog);
  dialog.showModal();
  return close;
}

/** Draws the thumbnails of a review's images and videos. A video loads only after the visitor clicks it. */
export function mediaRow(view: View, review: PublicReview): HTMLElement | null {
  if (review.media.length === 0) return null;
  const thumbs = review.media.map((medium, index) => h('li', {}, thumb(view, review, medium, index)));
  return h('ul', { class: 'media' }, ...thumbs);
}

function thumb(view: View, review: PublicReview, medium: PublicMedia, index: number): HTMLElement {
  const name = review.author.name ?? view.data.strings.anonymous;
  const label = fill(view.data.strings.open_media, { n: String(index + 1), name });
  const preview = medium.thumb
    ? h('img', { src: medium.thumb, alt: '', width: 72, height: 72, loading: 'lazy', decoding: 'async' })
    : icon(PLAY, 'play');
  if (view.data.settings.behavior.lightbox && opensHere(medium)) {
    const onclick = (): void => openLightbox(view, review, index);
    return h('button', { type: 'button', class: 'thumb', 'aria-label': label, onclick }, preview);
  }
  return h(
    'a',
    { class: 'thumb', href: medium.url, target: '_blank', rel: 'noopener nofollow ugc', 'aria-label': label },
    preview,
  );
}

function openLightbox(view: View, review: PublicReview, first: number): void {
  const { strings } = view.data;
  const shown = review.media.filter(opensHere);
  let at = Math.max(0, shown.indexOf(review.media[first] as PublicMedia));
  const stage = h('div', { class: 'stage' });
  const show = (step: number): void => {
    at = (at + step + shown.length) % shown.length;
    stage.replaceChildren(large(shown[at] as PublicMedia, caption(view, review, at)));
  };
  const steps =
    shown.length > 1
      ? [
          iconButton(strings.previous, BACK, 'previous', () => show(-1)),
          iconButton(strings.next, FORTH, 'next', () => show(1)),
        ]
      : [];
  show(0);
  openDialog(view, caption(view, review, at), stage, ...steps);
}

function caption({ data }: View, { author }: PublicReview, at: number): string {
  const name = author.name ?? data.strings.anonymous;
  return `${name}, ${at + 1}`;
}

function large({ type, src }: PublicMedia, alt: string): HTMLElement {
  if (type === 'image') return h('img', { src, alt });
  return h(type, { src, controls: true, autoplay: true, 'aria-label': alt });
}
