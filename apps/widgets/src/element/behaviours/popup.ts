import { CROSS } from '../../layouts/icons';
import type { PublicReview } from '../../public-json/public-widget';
import { card } from '../card/card';
import { watchClamping } from '../card/review-text';
import { iconButton } from '../dom/dom';
import type { View } from '../view';
import { onHold } from './motion';

/** While the visitor points at the popup, it asks again after this time. */
const HOLD_MS = 1_000;

/**
 * Shows one review after the other in a corner of the screen. It takes no focus, and stays while the visitor points at it or
 * has the focus in it. After the visitor closed it, it stays away until the browser tab is closed.
 */
export function popup(view: View): void {
  const { data, root, reviews } = view;
  const { settings, strings } = data;
  const { layout, behavior } = settings;
  const closed = `rv-closed-${data.key}`;
  const frame = [...root.children];
  root.replaceChildren();
  if (storage((session) => session.getItem(closed))) return;
  const most = Number(layout.max_per_visit);
  const total = behavior.loop && reviews.length > 0 ? most : Math.min(most, reviews.length);
  let held = false;
  let timer = 0;
  let shown = 0;
  const stop = (): void => clearTimeout(timer);
  const later = (ms: unknown, next: () => void): void => {
    const check = (): void => (held || document.hidden ? later(HOLD_MS, next) : next());
    timer = window.setTimeout(check, Number(ms));
  };
  const close = (): void => {
    stop();
    root.replaceChildren();
    storage((session) => session.setItem(closed, '1'));
  };
  const show = (): void => {
    const toast = card(view, reviews[shown++ % reviews.length] as PublicReview);
    if (layout.dismissible) toast.prepend(iconButton(strings.close, CROSS, 'close', close));
    root.replaceChildren(toast, ...frame);
    if (behavior.autoplay) later(layout.duration_ms, hide);
  };
  const hide = (): void => {
    root.replaceChildren();
    if (shown < total) later(layout.gap_ms, show);
  };
  onHold(view, (now) => (held = now));
  view.onStop(stop);
  watchClamping(view, root);
  if (total > 0) later(layout.delay_ms, show);
}

/** Pages may forbid the storage. Then the popup comes back on the next page. */
function storage<T>(use: (session: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
