import { webUrl } from '@plaudit/runtime';
import type { LayoutInput } from './layout';
import { platformMark, ratingLine, numberText, stars } from './rating';
import { el, nodes, type TreeAttributes, type TreeNode } from './tree';

interface HeaderOptions {
  /** Stands at the end, such as the arrows of a carousel. */
  extra?: TreeNode | null;
  /** Takes the place of an empty title. The header is shown then, whatever the settings say. */
  title?: string;
  /** False if the widget shows the rating elsewhere. */
  rating?: boolean;
  /** False if the widget shows the platforms elsewhere. */
  platforms?: boolean;
}

/** The title, rating, platforms and call to action that the settings show. Returns null if nothing is left. */
export function header(input: LayoutInput, options: HeaderOptions = {}): TreeNode | null {
  const { header: settings } = input.settings;
  const { extra = null, title = '' } = options;
  const show = settings.show || title !== '';
  const texts = headerTexts(input, options);
  const parts = nodes([
    show && texts.length > 0 && ['div', {}, ...texts],
    show && callToAction(input),
    extra,
  ]);
  return parts.length > 0 ? ['div.header', { part: 'header' }, ...parts] : null;
}

function headerTexts(input: LayoutInput, options: HeaderOptions): TreeNode[] {
  const { header: settings } = input.settings;
  const { title = '', rating = true, platforms = rating } = options;
  const heading = settings.title || title;
  return nodes([
    heading !== '' && ['h2', {}, heading],
    settings.subtitle !== '' && ['p', {}, settings.subtitle],
    rating && ratingLine(input, 'p.rating'),
    platforms && settings.show_platforms && platformLine(input),
  ]);
}

function platformLine(input: LayoutInput): TreeNode | null {
  const entries = input.summary.platforms.map((platform) =>
    el(
      'span',
      {},
      platformMark(platform, input),
      platform.label,
      platform.rating !== null && ['strong', {}, numberText(platform.rating, input)],
    ),
  );
  return entries.length > 0 ? ['p.meta.muted', {}, ...entries] : null;
}

export function callToAction(input: LayoutInput): TreeNode | null {
  const { cta_show: show, cta_url: url, cta_label: label } = input.settings.header;
  return show ? link(input, url, 'button.cta', label || input.strings('write_review')) : null;
}

/** A link out of the widget. Its last class names it in the event `rv-click`. Returns null without an http or https URL. */
export function link(
  { settings }: LayoutInput,
  url: string | null,
  classes: string,
  ...content: TreeNode[]
): TreeNode | null {
  const href = webUrl(url);
  if (!href) return null;
  const attributes: TreeAttributes = { href, rel: 'noopener nofollow ugc' };
  if (settings.behavior.links_new_tab) attributes['target'] = '_blank';
  return [`a.${classes}`, attributes, ...content];
}

/** The last line of a widget: which reviews it shows, and the branding. */
export function disclosure(input: LayoutInput): TreeNode | null {
  const { disclosure: facts, branding } = input;
  if (!facts && !branding) return null;
  const more = facts?.link && link(input, facts.link.url, 'disclosure', facts.link.label);
  const text = facts?.text ? facts.text : null;
  return el('p.muted.small', {}, text, more && ' ', more, branding !== null && ` ${branding}`);
}

/**
 * The list that the element draws the reviews into, with what belongs to it: what shows when it is empty, and the button that
 * loads more. The element shows and hides them.
 */
export function reviewList(input: LayoutInput, tag: string): TreeNode[] {
  const { strings, settings } = input;
  const none: TreeNode = ['div', { 'aria-hidden': 'true' }, stars(0, input)];
  const empty = el('div.empty', { hidden: '' }, none, ['p', {}, strings('empty')], callToAction(input));
  const more: TreeNode = ['button.button.load', { type: 'button', hidden: '' }, strings('load_more')];
  return [
    [tag, {}],
    empty,
    el('div.foot', {}, ['p.muted.failure', { role: 'status' }], settings.behavior.load_more && more),
  ];
}

/** The reviews in a dialog: a `drawer` at the side of the screen, or a `sheet` in its middle. */
export function drawer(input: LayoutInput): TreeNode[] {
  const content = el('div.panel', {}, ...reviewList(input, 'ul.list.line'), disclosure(input));
  return [header(input, { title: input.strings('reviews_heading') }) as TreeNode, content];
}

/** The name of the widget for screen readers. */
export function labelOf({ settings, strings }: LayoutInput): string {
  return settings.header.title || strings('reviews_heading');
}
