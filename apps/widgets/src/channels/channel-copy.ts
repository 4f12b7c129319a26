import type { SourceSettings } from '../settings/settings';

/** The fields of a channel that widgets need: for the rating in the header and for the filter by group. */
export interface ChannelCopy {
  id: number;
  name: string;
  label: string;
  /** The page of the company on the platform. Null for a channel without one, and until an event tells it. */
  url: string | null;
  /** The platform's slug, such as `app_store`. */
  type: string;
  group_id: number | null;
  /** The score that the platform publishes, on a scale up to `rating_scale`. */
  score: number | null;
  rating_scale: number;
  /** The number of reviews that the platform publishes. */
  reviews: number | null;
}

/**
 * Returns the channels that a widget shows: the ones it names and the ones in the groups it names. A widget that names
 * neither shows every channel, unless it names manual sources. Then it shows no channel.
 */
export function shownChannels(source: SourceSettings, channels: readonly ChannelCopy[]): ChannelCopy[] {
  if (source.channels.length === 0 && source.groups.length === 0) {
    return source.sources.length === 0 ? [...channels] : [];
  }
  return channels.filter(
    ({ id, group_id }) =>
      source.channels.includes(id) || (group_id !== null && source.groups.includes(group_id)),
  );
}

/**
 * Returns the name for the heading "Reviews of {name}": the company as the shown channel with the most reviews names it. Returns
 * null if the widget shows no channel. The heading in the settings is no name, and the name of the widget itself is an internal
 * note that never appears in public.
 */
export function companyName(shown: readonly ChannelCopy[]): string | null {
  return largestChannel(shown)?.name.trim() || null;
}

/** Returns the channel with the most reviews. */
export function largestChannel(shown: readonly ChannelCopy[]): ChannelCopy | undefined {
  return [...shown].sort((a, b) => (b.reviews ?? 0) - (a.reviews ?? 0) || a.id - b.id)[0];
}
