import type { ApprovedReviewFilters } from '@plaudit/contracts';
import { type ChannelCopy, shownChannels } from '../channels/channel-copy';
import type { SourceSettings } from '../settings/settings';
import type { VisitorSort } from './public-widget';

/** The filters that a visitor can set. */
export interface VisitorFilters {
  ratings: number[];
  platform: string | null;
  q: string;
}

export const NO_VISITOR_FILTERS: VisitorFilters = { ratings: [], platform: null, q: '' };

/** A request for a page of reviews. `null` takes the value of the widget's settings. */
export interface PageRequest extends VisitorFilters {
  sort: VisitorSort | null;
  limit: number | null;
  cursor: string | null;
}

/** Combines the widget's settings with the visitor's filters. Returns null if no review can match both. */
export function reviewFilters(
  source: SourceSettings,
  channels: readonly ChannelCopy[],
  visitor: VisitorFilters,
): ApprovedReviewFilters | null {
  const ratings = intersection(source.ratings, visitor.ratings);
  const origin = originFilter(source, channels);
  if (ratings === null || origin === null) return null;
  return withoutEmpty({
    ...origin,
    tags: source.tags,
    exclude_tags: source.exclude_tags,
    ratings,
    platforms: visitor.platform === null ? [] : [visitor.platform],
    min_rating: source.min_rating,
    max_rating: source.max_rating,
    languages: source.languages,
    keyword: source.keyword,
    q: visitor.q,
    exclude_keywords: source.exclude_keywords,
    since: source.since,
    until: source.until,
    require_text: source.require_text,
    require_media: source.require_media,
    require_avatar: source.require_avatar,
    one_per_author: source.one_per_author,
    show_removed: source.show_removed,
    pinned_ids: source.pinned_ids,
  });
}

function originFilter(
  source: SourceSettings,
  channels: readonly ChannelCopy[],
): Pick<ApprovedReviewFilters, 'channels' | 'sources'> | null {
  const narrowed = source.channels.length > 0 || source.groups.length > 0;
  if (!narrowed) return { sources: source.sources };
  // Includes ids of channels that are not stored here yet, because the copies can lag behind by an event.
  const ids = [...new Set([...source.channels, ...shownChannels(source, channels).map(({ id }) => id)])];
  // The reviews service reads an empty list as "all", so a group without channels must not become an empty list.
  if (ids.length === 0 && source.sources.length === 0) return null;
  return { channels: ids, sources: source.sources };
}

/** An empty list does not filter. Returns null if both lists filter and have no value in common. */
function intersection(configured: number[], requested: number[]): number[] | null {
  if (configured.length === 0 || requested.length === 0) return [...configured, ...requested];
  const both = configured.filter((value) => requested.includes(value));
  return both.length > 0 ? both : null;
}

/** Removes the entries that do not filter anything. */
function withoutEmpty(filters: Record<string, unknown>): ApprovedReviewFilters {
  return Object.fromEntries(
    Object.entries(filters).filter(
      ([, value]) =>
        value !== null && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
