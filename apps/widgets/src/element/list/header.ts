import type { PublicPlatform } from '../../public-json/public-widget';
import { h } from '../dom/dom';
import { link } from '../dom/link';
import { ratingText, stars } from '../dom/stars';
import type { View } from '../view';

/** Draws the title, rating, platforms and call to action that the settings show. */
export function header(view: View): HTMLElement | null {
  const { data } = view;
  const { header: settings } = data.settings;
  if (!settings.show) return null;
  const cta =
    settings.cta_show && link(view, settings.cta_url, settings.cta_label || data.strings.write_review, 'cta');
  return h(
    'div',
    { class: 'header', part: 'header' },
    settings.title !== '' && h('h2', {}, settings.title),
    settings.subtitle !== '' && h('p', {}, settings.subtitle),
    rating(view),
    settings.show_platforms && platforms(view),
    cta,
  );
}

function rating({ data }: View): HTMLElement | false {
  const { header: settings } = data.settings;
  const { summary, lang } = data;
  const shown = settings.show_rating && summary.rating !== null;
  if (!shown && !settings.show_count) return false;
  return h(
    'p',
    { class: 'rating' },
    shown &&
      h('strong', { class: 'number', 'aria-hidden': 'true' }, ratingText(summary.rating as number, lang)),
    shown && stars(summary.rating as number, data),
    settings.show_count && h('span', { class: 'muted' }, summary.label),
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
