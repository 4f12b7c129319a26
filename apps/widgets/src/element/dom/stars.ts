import type { PublicWidget } from '../../public-json/public-widget';
import { fill, h, icon } from './dom';

const STAR = 'l3.1 6.3 7 1-5 4.9 1.2 6.9-6.3-3.3-6.2 3.3 1.2-6.9-5-4.9 6.9-1z';
const FIVE = [0, 1, 2, 3, 4].map((place) => `M${12 + 24 * place} 1.8${STAR}`).join('');

/** Draws five stars, partly filled according to the rating. Screen readers read them as one sentence. */
export function stars(rating: number, { lang, strings }: PublicWidget): HTMLElement {
  const filled = icon(FIVE, 'on', 5);
  filled.style.setProperty('clip-path', `inset(0 ${100 - (rating / 5) * 100}% 0 0)`);
  const label = fill(strings.rated, { rating: ratingText(rating, lang) });
  return h('span', { class: 'stars', role: 'img', 'aria-label': label }, icon(FIVE, 'off', 5), filled);
}

export function ratingText(rating: number, lang: string): string {
  return rating.toLocaleString(lang, { maximumFractionDigits: 1 });
}
