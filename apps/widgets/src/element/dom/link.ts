import type { View } from '../view';
import { h } from './dom';

/** Creates a link out of the widget. Returns null unless the URL is http or https. A `javascript:` URL must never become a link. */
export function link(
  { data }: View,
  url: string | null,
  what: string,
  properties: Record<string, string | false>,
  ...content: (Node | string | null | false)[]
): HTMLAnchorElement | null {
  if (!url || !/^https?:\/\//i.test(url)) return null;
  const target = data.settings.behavior.links_new_tab && '_blank';
  return h(`a.${what}`, { href: url, target, rel: 'noopener nofollow ugc', ...properties }, ...content);
}
