import type { PublicPlatform } from '../embed/public-widget';
import { h } from './dom';
import { link } from './link';
import { ratingText, stars } from './stars';
import type { View } from './view';

/** Title, rating, platforms and the call to action, each as the settings want it. */
export function header(view: View): HTMLElement | null {
  const { data } = view;
  const { header: wanted } = data.settings;
  if (!wanted.show) return null;
  const cta =
    wanted.cta_show && link(view, wanted.cta_url, wanted.cta_label || data.strings.write_review, 'cta');
  return h(
    'div',
    { class: 'header', part: 'header' },
    wanted.title !== '' && h('h2', {}, wanted.title),
    wanted.subtitle !== '' && h('p', {}, wanted.subtitle),
    rating(view),
    wanted.show_platforms && platforms(view),
    cta,
  );
}

function rating({ data }: View): HTMLElement | false {
  const { header: wanted } = data.settings;
  const { summary, lang } = data;
  const shown = wanted.show_rating && summary.rating !== null;
  if (!shown && !wanted.show_count) return false;
  return h(
    'p',
    { class: 'rating' },
    shown &&
      h('strong', { class: 'number', 'aria-hidden': 'true' }, ratingText(summary.rating as number, lang)),
    shown && stars(summary.rating as number, data),
    wanted.show_count && h('span', { class: 'muted' }, summary.label),
  );
}

function platforms({ data }: View): HTMLElement {
  const entry = ({ label, rating: score, count }: PublicPlatform): HTMLElement =>
    h(
      'li',
      {},
      `${label} `,
      score !== null && h('strong', {}, ratingText(score, data.lang)),
      ` (${count.toLocaleString(data.lang)})`,
    );
  return h('ul', { class: 'platforms' }, ...data.summary.platforms.map(entry));
}
