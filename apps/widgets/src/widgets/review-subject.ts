import type { ChannelCopy } from '../embed/channel-copy';
import type { Settings } from './settings';

/**
 * What a widget's reviews are of, for "Reviews of …": the owner's own title, else the shown channel with the most
 * reviews. Never the widget's name, which is a note of the owner's to himself.
 */
export function reviewSubject(settings: Settings, channels: readonly ChannelCopy[]): string | null {
  if (settings.header.title) return settings.header.title;
  const [best] = [...channels].sort((a, b) => (b.reviews ?? 0) - (a.reviews ?? 0) || a.id - b.id);
  return best?.name ?? null;
}
