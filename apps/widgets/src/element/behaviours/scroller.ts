import { card } from '../card/card';
import { watchClamping } from '../card/review-text';
import { find, h } from '../dom/dom';
import type { View } from '../view';
import { autoplay } from './motion';

const FADE_MS = 100;

/** Fills `ul.scroller` and moves it by pages: the carousel and the spotlight. */
export function scroller(view: View): void {
  const { root, data } = view;
  const { transition } = data.settings.layout;
  const { loop } = data.settings.behavior;
  const list = find(root, '.scroller') as HTMLElement;
  const [back, forth, dots] = ['.previous', '.next', '.dots'].map((name) => find(root, name));
  list.append(...view.reviews.map((review) => h('li', {}, card(view, review))));

  const distance = (): number => list.scrollWidth - list.clientWidth;
  const at = (): number => Math.abs(list.scrollLeft);
  const isAtEnd = (direction: number): boolean => (direction < 0 ? at() < 2 : at() > distance() - 2);

  const scroll = (left: number): void => {
    const by = (behavior: ScrollBehavior): void => list.scrollBy({ left, behavior });
    if (view.isStill() || transition === 'none') by('instant');
    else if (transition !== 'fade') by('smooth');
    else {
      list.animate({ opacity: [1, 0] }, FADE_MS).onfinish = (): void => {
        by('instant');
        list.animate({ opacity: [0, 1] }, FADE_MS);
      };
    }
  };
  const step = (direction: number, wraps = loop): void => {
    const ends = isAtEnd(direction);
    if (ends && !wraps) return;
    const length = ends ? -distance() : list.clientWidth;
    scroll((view.isRtl() ? -1 : 1) * direction * length);
  };
  const update = (): void => {
    const pages = Math.round(list.scrollWidth / (list.clientWidth || 1));
    const page = isAtEnd(1) ? pages - 1 : Math.round(at() / (list.clientWidth || 1));
    [back, forth].forEach((button, side) => {
      if (!button) return;
      button.hidden = pages < 2;
      button.setAttribute('aria-disabled', String(!loop && isAtEnd(2 * side - 1)));
    });
    const marks: HTMLElement[] = [];
    // Prototype.js and MooTools replace `Array.from`.
    for (let at = 0; at < pages && pages > 1; at++) marks.push(h(at === page ? 'i.on' : 'i'));
    dots?.replaceChildren(...marks);
  };

  back?.addEventListener('click', () => step(-1));
  forth?.addEventListener('click', () => step(1));
  list.addEventListener('scroll', update, { passive: true });
  view.onResize(list, update);
  autoplay(view, () => step(1, true));
  watchClamping(view, list);
}
