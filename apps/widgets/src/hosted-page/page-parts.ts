import { escapeHtml } from '@plaudit/runtime';
import type { Strings } from '../i18n/locale';
import { filledWidth, FIVE_STARS, STARS_WIDTH } from '../layouts/icons';

/** The shape of five stars, which a page contains once. */
export const STARS_SHAPE = `<svg width="0" height="0" hidden><symbol id="stars" viewBox="0 0 ${STARS_WIDTH} 24"><path d="${FIVE_STARS}"/></symbol></svg>`;

/** Returns five stars, filled according to the rating. Screen readers read them as one sentence. */
export function starsHtml(rating: number, strings: Strings): string {
  const width = Math.round(filledWidth(rating) * 100) / 100;
  const filled = `<svg width="${width}" height="24">${use()}</svg>`;
  return starsSvg(`role="img" aria-label="${escapeHtml(strings('rated', { rating }))}"`, filled);
}

/** Five empty stars, for a page without reviews. */
export const EMPTY_STARS = starsSvg('aria-hidden="true"', '');

function starsSvg(attributes: string, filled: string): string {
  return `<svg class="stars" viewBox="0 0 ${STARS_WIDTH} 24" ${attributes}>${use(' class="off"')}${filled}</svg>`;
}

function use(attributes = ''): string {
  return `<use${attributes} href="#stars" width="${STARS_WIDTH}" height="24"/>`;
}
