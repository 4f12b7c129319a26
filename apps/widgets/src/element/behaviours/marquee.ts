import { card } from '../card/card';
import { watchClamping } from '../card/review-text';
import { find, h } from '../dom/dom';
import type { View } from '../view';
import { pausable } from './motion';

/** So many cards are wider than any screen. */
const MIN_CARDS = 12;

/**
 * Fills `.strip` with rows of cards that drift without end. The style sheet moves a row by the width of one copy of its cards.
 * The copies are hidden from screen readers and the keyboard.
 */
export function marquee(view: View): void {
  const { root, data, reviews } = view;
  const { layout, behavior } = data.settings;
  const strip = find(root, '.strip') as HTMLElement;
  const rows = Math.min(Number(layout.rows), reviews.length);
  const moves = behavior.autoplay && !view.isStill();
  for (let row = 0; row < rows; row++) {
    const own = reviews.filter((_review, at) => at % rows === row);
    const cards = h('ul', {}, ...own.map((review) => h('li', {}, card(view, review))));
    const copies = moves ? 1 + Math.ceil(MIN_CARDS / own.length) : 0;
    const lane = h('div.lane', { '--n': copies + 1 }, cards);
    for (let copy = 0; copy < copies; copy++) {
      const twin = cards.cloneNode(true) as HTMLElement;
      twin.inert = true;
      twin.setAttribute('aria-hidden', 'true');
      lane.append(twin);
    }
    strip.append(lane);
  }
  root.classList.toggle('still', !moves);
  pausable(view, moves, (paused) => strip.classList.toggle('paused', paused));
  watchClamping(view, strip);
}
