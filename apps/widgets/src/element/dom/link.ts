import { h, safeUrl } from './dom';
import type { View } from '../view';

/** Creates a link out of the widget. Returns null unless the URL is http or https. */
export function link(view: View, url: string | null, label: string, what: string): HTMLAnchorElement | null {
  const href = safeUrl(url);
  if (!href) return null;
  return h(
    'a',
    {
      href,
      class: what,
      target: view.data.settings.behavior.links_new_tab && '_blank',
      rel: 'noopener nofollow ugc',
      onclick: () => view.emit('rv-click', { what, url: href }),
    },
    label,
  );
}
