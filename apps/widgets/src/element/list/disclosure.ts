import { h } from '../dom/dom';
import { link } from '../dom/link';
import type { View } from '../view';

/** Draws the foot of a widget: which reviews it shows, and the branding. */
export function disclosure(view: View): HTMLElement | null {
  const { disclosure: facts, branding } = view.data;
  if (!facts && !branding) return null;
  return h(
    'p',
    { class: 'muted small' },
    facts?.text,
    facts?.link && ' ',
    facts?.link && link(view, facts.link.url, facts.link.label, 'disclosure'),
    branding && ` ${branding}`,
  );
}
