import { card } from '../card/card';
import { watchClamping } from '../card/review-text';
import { find, h } from '../dom/dom';
import type { View } from '../view';
import { pausable } from './motion';

/** So many cards are wider than any screen. */
const MIN_CARDS = 12;

/**
 * Fills `.strip` with rows of cards that drift without end. The style sheet moves a row by the width of its cards, so copies of
 * them stand before and behind. The copies are hidden from screen readers and the keyboard. If the cards of a row all fit,
 * nothing moves and no copy shows.
 */
export function marquee(view: View): void {
  const { root, data, reviews } = view;
  const { layout, behavior } = data.settings;
  const strip = find(root, '.strip') as HTMLElement;
  const rows = Math.min(Number(layout.rows), reviews.length);
  const moves = behavior.autoplay && !view.isStill();
  const originals: HTMLElement[] = [];
  for (let row = 0; row < rows; row++) {
    const own = reviews.filter((_review, at) => at % rows === row);
    const cards = (hidden: Record<string, string>): HTMLElement =>
      h('ul', hidden, ...own.map((review) => h('li', {}, card(view, review))));
    const copy = (): HTMLElement => cards({ inert: '', 'aria-hidden': 'true' });
    const original = cards({});
    const lane = h('div.lane', {}, original);
    if (moves) {
      lane.prepend(copy());
      for (let count = 0; count < MIN_CARDS; count += own.length) lane.append(copy());
      lane.style.setProperty('--n', String(lane.childElementCount));
    }
    originals.push(original);
    strip.append(lane);
  }
  view.onResize(strip, () => {
    const fits = originals.some(({ offsetWidth }) => offsetWidth <= strip.clientWidth);
    root.classList.toggle('still', !moves || fits);
  });
  pausable(view, moves, (paused) => strip.classList.toggle('paused', paused));
  watchClamping(view, strip);
}
