import { h } from './dom';
import { link } from './link';
import type { View } from './view';

/** What is shown and what is not, and who made this; at the foot of every widget. */
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
