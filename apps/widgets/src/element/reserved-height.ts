import type { View } from './view';

/** A widget that needs less of the reserved height gives it back at once. A gap would stay, and a page moves only once. */
const KEPT_SHARE = 0.85;

/**
 * Keeps the height that was reserved while the widget was not drawn, if the widget is only a little smaller and its end is in
 * sight, because the page below it would move. After a change of the width, the widget has its own height.
 */
export function keepHeight({ root, onResize }: View, place: HTMLElement, reserved: number): void {
  const { top } = place.getBoundingClientRect();
  // In a page with `zoom`, a style needs other pixels than those of a rectangle.
  const { offsetHeight: height, offsetWidth: width } = place;
  const rest = reserved - height;
  if (rest <= 0 || height < reserved * KEPT_SHARE || top + reserved > innerHeight) return;
  root.style.minHeight = `${root.offsetHeight + rest}px`;
  onResize(place, () => {
    if (place.offsetWidth !== width) root.style.minHeight = '';
  });
}
