import { BACK, FORTH, PAUSE } from './icons';
import type { LayoutInput } from './layout';
import { disclosure, header, labelOf } from './parts';
import { el, iconButton, nodes, type TreeNode } from './tree';

/**
 * Cards in a row that scrolls natively: `ul.scroller`, moved by `.previous` and `.next` and, if it moves by itself, paused by
 * `.pause`. The element draws one dot per page into `.dots`.
 */
export function carousel(input: LayoutInput): TreeNode[] {
  const { settings, summary } = input;
  if (summary.matching === 0) return empty(input, 'ul.scroller');
  const dots = settings.layout.dots === true && DOTS;
  if (!header(input)) return nodes([scroller(input), footWith(input, dots), disclosure(input)]);
  const controls = [pause(input), ...arrows(input)].filter((one) => one !== null);
  const steps = controls.length > 0 ? el('div.steps', {}, ...controls) : null;
  const foot = dots && el('div.foot', {}, dots);
  return nodes([header(input, { extra: steps }), scroller(input), foot, disclosure(input)]);
}

/** One card at a time, with its controls below. */
export function spotlight(input: LayoutInput): TreeNode[] {
  if (input.summary.matching === 0) return empty(input, 'ul.scroller');
  const dots = input.settings.layout.dots === true && DOTS;
  return nodes([header(input), scroller(input), footWith(input, dots), disclosure(input)]);
}

/** Rows of cards that drift: the element fills `.strip`. */
export function marquee(input: LayoutInput): TreeNode[] {
  if (input.summary.matching === 0) return empty(input, 'div.strip');
  const { layout, behavior } = input.settings;
  const facts = disclosure(input);
  const stop = layout.show_pause === true && behavior.autoplay && pauseButton(input);
  const hold = behavior.pause_on_hover ? '.hold' : '';
  const strip: TreeNode = [`div.strip${hold}`, { tabindex: 0, role: 'group', 'aria-label': labelOf(input) }];
  return nodes([header(input), strip, (facts || stop) && el('div.foot', {}, facts, stop)]);
}

/** Says that there are no reviews. The element needs the box that it fills all the same. */
function empty(input: LayoutInput, box: 'ul.scroller' | 'div.strip'): TreeNode[] {
  const words: TreeNode = ['p', {}, input.strings('empty')];
  return nodes([header(input), [box, { hidden: '' }], ['div.card.center', {}, words], disclosure(input)]);
}

const DOTS: TreeNode = ['span.dots', { 'aria-hidden': 'true' }];

function scroller(input: LayoutInput): TreeNode {
  return ['ul.list.scroller', { tabindex: 0, 'aria-label': labelOf(input) }];
}

function footWith(input: LayoutInput, dots: TreeNode | false): TreeNode | null {
  const [back, forth] = arrows(input);
  const controls = nodes([pause(input), back, dots, forth]);
  return controls.length > 0 ? ['div.foot', {}, ...controls] : null;
}

function arrows({ settings, strings }: LayoutInput): TreeNode[] {
  if (settings.layout.arrows !== true) return [];
  return [iconButton(strings('previous'), BACK, 'previous'), iconButton(strings('next'), FORTH, 'next')];
}

function pause(input: LayoutInput): TreeNode | null {
  return input.settings.behavior.autoplay ? pauseButton(input) : null;
}

function pauseButton({ strings }: LayoutInput): TreeNode {
  return iconButton(strings('pause'), PAUSE, 'pause');
}
