import type { ChannelPayload } from '@plaudit/contracts';
import type { Settings, SourceSettings } from '../settings/settings';

/** The fields of a channel's event that are copied. */
export const CHANNEL_FIELDS = [
  'id',
  'name',
  'label',
  'type',
  'group',
  'score',
  'rating_scale',
  'reviews',
] as const satisfies (keyof ChannelPayload)[];
export type ChannelState = Pick<ChannelPayload, (typeof CHANNEL_FIELDS)[number]>;

/** The fields of a channel that widgets need: for the rating in the header and for the filter by group. */
export interface ChannelCopy {
  id: number;
  name: string;
  label: string;
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
 * Returns the name for the heading "Reviews of {name}": the title in the widget's settings, else the name of the shown
 * channel with the most reviews. Returns null if there is neither. The name of the widget itself is an internal note
 * and never appears in public.
 */
export function reviewSubject(settings: Settings, channels: readonly ChannelCopy[]): string | null {
  if (settings.header.title) return settings.header.title;
  const [largest] = [...channels].sort((a, b) => (b.reviews ?? 0) - (a.reviews ?? 0) || a.id - b.id);
  return largest?.name ?? null;
}
