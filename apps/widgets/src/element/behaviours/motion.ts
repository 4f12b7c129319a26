import { PAUSE, PLAY } from '../../layouts/icons';
import { find, icon } from '../dom/dom';
import type { View } from '../view';

/** Calls `changed` when the pointer or the focus enters or leaves the widget. */
export function onHold({ root, data }: View, changed: (held: boolean) => void): void {
  const on = (name: string, held: boolean): void => root.addEventListener(name, () => changed(held));
  on('focusin', true);
  on('focusout', false);
  if (!data.settings.behavior.pause_on_hover) return;
  on('pointerenter', true);
  on('pointerleave', false);
}

/** Makes `.pause` a button that stops a movement and starts it again. Hides it if nothing moves. */
export function pausable(view: View, moves: boolean, changed: (paused: boolean) => void): void {
  const button = find(view.root, '.pause');
  if (!button) return;
  const { pause, play } = view.data.strings;
  let paused = false;
  button.hidden = !moves;
  button.addEventListener('click', () => {
    paused = !paused;
    button.setAttribute('aria-label', paused ? play : pause);
    button.replaceChildren(icon(paused ? PLAY : PAUSE, 'line'));
    changed(paused);
  });
}

/**
 * Calls `move` at every interval of the settings, except while the visitor points at the widget, has the focus in it, has
 * paused it or does not see the page.
 */
export function autoplay(view: View, move: () => void): void {
  const { behavior } = view.data.settings;
  const moves = behavior.autoplay && !view.isStill();
  let held = false;
  let paused = false;
  pausable(view, moves, (now) => (paused = now));
  if (!moves) return;
  const timer = setInterval(() => held || paused || document.hidden || move(), behavior.interval_ms);
  view.onStop(() => clearInterval(timer));
  onHold(view, (now) => (held = now));
}
