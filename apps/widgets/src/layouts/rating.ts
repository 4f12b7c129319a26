import { ownValue } from '@plaudit/contracts';
import { formatTag } from '../i18n/locale';
import type { PublicPlatform } from '../public-json/public-widget';
import { STAR } from './icons';
import type { LayoutInput } from './layout';
import { el, icon, type TreeNode } from './tree';

export function numberText(value: number, { language }: LayoutInput): string {
  return new Intl.NumberFormat(formatTag(language), { maximumFractionDigits: 1 }).format(value);
}

function rated(rating: number, { strings }: LayoutInput): string {
  return strings('rated', { rating });
}

export function stars(rating: number, input: LayoutInput): TreeNode {
  return ['stars', { rating, 'aria-label': rated(rating, input) }];
}

/** One full star, for a rating whose number stands beside it. */
export function oneStar(rating: number, input: LayoutInput): TreeNode {
  return ['svg', { d: STAR, class: 'one', role: 'img', 'aria-label': rated(rating, input) }];
}

/** The rating as a number that screen readers skip, because the stars beside it say the same. */
export function ratingNumber(rating: number, input: LayoutInput, tag = 'strong'): TreeNode {
  return [tag, { 'aria-hidden': 'true' }, numberText(rating, input)];
}

/** The number, the stars and the count, as far as the settings show them. */
export function ratingLine(input: LayoutInput, tag: 'p.rating' | 'div.score'): TreeNode | null {
  const { header } = input.settings;
  const { rating, label } = input.summary;
  const average = header.show_rating ? rating : null;
  if (average === null && !header.show_count) return null;
  return el(
    tag,
    {},
    average !== null && ratingNumber(average, input, 'strong.number'),
    average !== null && stars(average, input),
    header.show_count && ['span.muted', {}, label],
  );
}

/** The mark of a platform, or letters. Its name stands beside it, so screen readers skip it. */
export function platformMark({ platform, mark }: PublicPlatform, { icons }: LayoutInput): TreeNode {
  const path = ownValue(icons, platform);
  return path ? icon(path, 'logo') : ['span.mono', { 'aria-hidden': 'true', 'data-mark': mark }];
}

/**
 * The score and the bars beside it. `row` makes the line of a number of stars from its content. Returns null if the settings
 * show neither. A bar shows the share of all reviews.
 */
export function overview(
  input: LayoutInput,
  row: (star: number, content: TreeNode[]) => TreeNode,
): TreeNode | null {
  const { settings, summary, strings } = input;
  const score = settings.header.show ? ratingLine(input, 'div.score') : null;
  const counts = settings.layout.show_distribution ? summary.distribution : null;
  const total = Math.max(1, counts?.reduce((sum, count) => sum + count, 0) ?? 0);
  const rows = counts?.map((count, index) => {
    const percent = Math.round((count / total) * 1000) / 10;
    return row(5 - index, [
      ['span', {}, strings('n_stars', { count: 5 - index })],
      ['span.track', {}, ['span.bar', { '--part': `${percent}%` }]],
      ['span.n', {}, numberText(count, input)],
    ]);
  });
  if (!score && !rows) return null;
  return el('div.overview', {}, score, rows && ['ul.distribution', {}, ...rows]);
}
