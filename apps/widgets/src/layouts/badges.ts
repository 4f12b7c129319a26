import { ownValue } from '@plaudit/contracts';
import type { LayoutInput } from './layout';
import { disclosure, header, link } from './parts';
import { oneStar, platformMark, ratingNumber, numberText, stars } from './rating';
import { el, nodes, type TreeAttributes, type TreeNode } from './tree';

type Content = (TreeNode | false | null)[];

/** The class names of the variants whose box has another name. */
const BOX: Readonly<Record<string, string>> = { bar: 'wide' };

/** The rating as a card or in one line. The whole badge is one link, or `button.open` if it opens the reviews. */
export function badge(input: LayoutInput): TreeNode[] {
  const variant = String(input.settings.layout.variant);
  const { image, number, words, marks } = badgeParts(input, variant);
  const contents: Readonly<Record<string, Content>> = {
    card: [number, el('div', {}, image, words), marks],
    bar: [number, image, words, marks],
  };
  return framed(
    input,
    ownValue(BOX, variant) ?? variant,
    ownValue(contents, variant) ?? [image, number, words],
  );
}

function badgeParts(
  input: LayoutInput,
  variant: string,
): Record<'image' | 'number' | 'words' | 'marks', TreeNode | null> {
  const { settings, summary } = input;
  const { layout } = settings;
  const { rating } = summary;
  const small = variant === 'button' || variant === 'minimal';
  const image = rating !== null && layout.show_stars ? (small ? oneStar : stars)(rating, input) : null;
  const tag = variant === 'card' ? 'strong.number' : 'strong';
  // Without stars, nothing else tells screen readers the rating.
  const read = (value: number): TreeNode => [tag, {}, numberText(value, input)];
  const number =
    rating !== null && layout.show_number ? (image ? ratingNumber(rating, input, tag) : read(rating)) : null;
  const logos = layout.show_platform_logos === true && summary.platforms.length > 0;
  const marks = logos
    ? el('span.monos', {}, ...summary.platforms.map((one) => platformMark(one, input)))
    : null;
  return { image, number, words: wordsOf(input, variant), marks };
}

function wordsOf(input: LayoutInput, variant: string): TreeNode | null {
  const { settings, summary, strings } = input;
  if (summary.count === 0) return ['span', {}, strings('empty')];
  if (!settings.layout.show_count) return null;
  if (variant === 'inline') return ['u', {}, summary.short_label];
  if (variant === 'button') return ['span', {}, summary.short_label];
  if (variant === 'minimal') return ['span.muted', {}, `(${numberText(summary.count, input)})`];
  return ['span.muted', {}, summary.label];
}

/** Overlapping faces beside the rating: the element draws the faces into `ul.faces`. */
export function avatars(input: LayoutInput): TreeNode[] {
  const { layout } = input.settings;
  const { rating, label, count } = input.summary;
  const number = !layout.text && rating !== null && el('strong', {}, `${numberText(rating, input)} · `);
  const text = layout.text || (count > 0 ? label : input.strings('empty'));
  return framed(input, 'plain', [
    ['ul.faces', { 'aria-hidden': 'true' }],
    el('div', {}, rating !== null && stars(rating, input), el('span.muted', {}, number, text)),
  ]);
}

function framed(input: LayoutInput, name: string, content: Content): TreeNode[] {
  return nodes([header(input, { rating: false }), box(input, name, nodes(content)), disclosure(input)]);
}

function box(input: LayoutInput, name: string, content: TreeNode[]): TreeNode {
  const classes = `box.${name}`;
  if (input.settings.layout.link === 'dialog') return [`button.${classes}.open`, OPENS, ...content];
  return link(input, targetOf(input), `${classes}.badge`, ...content) ?? [`div.${classes}`, {}, ...content];
}

const OPENS: TreeAttributes = { type: 'button', part: 'badge', 'aria-haspopup': 'dialog' };

function targetOf({ settings, pageUrl, sourceUrl }: LayoutInput): string | null {
  const { link: target, link_url: url } = settings.layout;
  // A preview of a widget that is not stored has no page.
  if (target === 'hosted_page') return pageUrl || null;
  if (target === 'source') return sourceUrl ?? (pageUrl || null);
  return target === 'url' ? (url ?? null) : null;
}

/** A pill in a corner of the screen: `button.open`, or a link to the hosted page. */
export function floating(input: LayoutInput): TreeNode[] {
  const { summary, strings, settings } = input;
  const { rating, count, short_label: short } = summary;
  const content = nodes([
    rating !== null && oneStar(rating, input),
    rating !== null && ratingNumber(rating, input),
    ['span.muted', {}, count > 0 ? short : strings('reviews_heading')],
  ]);
  const page = settings.layout.open === 'hosted_page' ? link(input, input.pageUrl, 'pill', ...content) : null;
  return [page ?? ['button.pill.open', OPENS, ...content]];
}

/** The element shows the reviews, one after the other, above what stands here. */
export function popup(input: LayoutInput): TreeNode[] {
  return nodes([disclosure(input)]);
}
