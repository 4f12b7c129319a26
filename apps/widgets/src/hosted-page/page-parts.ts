import { escapeHtml } from '@plaudit/runtime';
import type { Strings } from '../i18n/locale';

const STAR = ' 2.5l2.9 6 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5-4.7-4.6 6.5-.9z';
const FIVE_STARS = [0, 1, 2, 3, 4].map((place) => `M${12 + 24 * place}${STAR}`).join('');

/** The shape of five stars, which a page contains once. */
export const STARS_SHAPE = `<svg width="0" height="0" hidden><symbol id="stars" viewBox="0 0 120 24"><path d="${FIVE_STARS}"/></symbol></svg>`;

const FULL_WIDTH = 120;

/** Returns five stars, filled according to the rating. Screen readers read them as one sentence. */
export function starsHtml(rating: number, strings: Strings): string {
  const part = rating % 1;
  // A star is drawn 20 units wide in a box of 24, so a part of it begins 2 units after the edge of its box.
  const width = Math.round((24 * Math.floor(rating) + (part && 2 + 20 * part)) * 100) / 100;
  const filled = `<svg width="${width}" height="24">${use()}</svg>`;
  return starsSvg(`role="img" aria-label="${escapeHtml(strings('rated', { rating }))}"`, filled);
}

/** Five empty stars, for a page without reviews. */
export const EMPTY_STARS = starsSvg('aria-hidden="true"', '');

function starsSvg(attributes: string, filled: string): string {
  return `<svg class="stars" viewBox="0 0 ${FULL_WIDTH} 24" ${attributes}>${use(' class="off"')}${filled}</svg>`;
}

function use(attributes = ''): string {
  return `<use${attributes} href="#stars" width="${FULL_WIDTH}" height="24"/>`;
}
