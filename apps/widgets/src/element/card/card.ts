import type { PublicReview } from '../../public-json/public-widget';
import { dateText } from './dates';
import { fill, h } from '../dom/dom';
import { mediaRow } from './lightbox';
import { link } from '../dom/link';
import { stars } from '../dom/stars';
import { reviewText } from './review-text';
import type { View } from '../view';

/** Draws one review. The data does not contain what the settings hide. */
export function card(view: View, review: PublicReview): HTMLElement {
  const { data } = view;
  const { strings } = data;
  return h(
    'article',
    { class: `card ${data.settings.card.align}`, part: 'card' },
    h(
      'div',
      { class: 'who' },
      avatar(view, review),
      h('div', {}, nameLine(view, review), meta(view, review)),
    ),
    review.rating !== null && stars(review.rating, data),
    reviewText(view, review),
    review.translated &&
      data.settings.card.show_translation_note &&
      h('p', { class: 'muted' }, strings.translated),
    mediaRow(view, review),
    reply(view, review),
    link(view, review.url, fill(strings.view_on, { platform: review.label ?? hostOf(review.url) }), 'source'),
  );
}

function nameLine({ data }: View, { author, verified }: PublicReview): HTMLElement | false {
  const { strings, settings } = data;
  return (
    settings.card.show_name &&
    h(
      'p',
      { class: 'name' },
      h('strong', { dir: 'auto' }, author.name ?? strings.anonymous),
      verified && h('span', { class: 'verified' }, strings.verified),
    )
  );
}

function meta({ data }: View, { date, label }: PublicReview): HTMLElement | false {
  const { lang, settings } = data;
  const day =
    date && h('time', { datetime: date }, dateText(date, settings.card.date_format, lang, Date.now()));
  const parts = [day, label].filter(Boolean) as (Node | string)[];
  return (
    parts.length > 0 &&
    h('p', { class: 'muted' }, ...parts.flatMap((part, at) => (at ? [' · ', part] : [part])))
  );
}

function avatar({ data }: View, { author }: PublicReview): HTMLElement | false {
  if (!data.settings.card.show_avatar) return false;
  const initials = (): HTMLElement =>
    h('span', { class: 'face', 'aria-hidden': 'true' }, initialsOf(author.name));
  if (!author.image) return initials();
  const image = h('img', {
    class: 'face',
    src: author.image,
    alt: '',
    width: 40,
    height: 40,
    loading: 'lazy',
  });
  image.addEventListener('error', () => image.replaceWith(initials()), { once: true });
  return image;
}

function initialsOf(name: string | null): string {
  const words = (name ?? '').split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase() || '★';
}

function reply({ data }: View, review: PublicReview): HTMLElement | null {
  return (
    review.reply &&
    h(
      'div',
      { class: 'reply' },
      h('strong', {}, data.strings.reply),
      h('p', { dir: 'auto', class: 'words' }, review.reply.text),
    )
  );
}

function hostOf(url: string | null): string {
  return url ? new URL(url).hostname : '';
}
