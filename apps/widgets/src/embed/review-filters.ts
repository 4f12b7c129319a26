import type { ApprovedReviewFilters } from '@plaudit/contracts';
import type { SourceSettings } from '../widgets/settings';
import type { ChannelCopy } from './channel-copy';

/** What a visitor narrows the list by. */
export interface VisitorFilters {
  ratings: number[];
  platform: string | null;
  q: string;
}

export const NO_VISITOR_FILTERS: VisitorFilters = { ratings: [], platform: null, q: '' };

/** The channels a widget shows: those named and those of the named properties; none named is all. */
export function shownChannels(source: SourceSettings, channels: readonly ChannelCopy[]): ChannelCopy[] {
  if (source.channels.length === 0 && source.groups.length === 0) {
    return source.sources.length === 0 ? [...channels] : [];
  }
  return channels.filter(
    ({ id, group_id }) =>
      source.channels.includes(id) || (group_id !== null && source.groups.includes(group_id)),
  );
}

/** Settings and a visitor's wishes as one question; null when nothing can match both. */
export function reviewFilters(
  source: SourceSettings,
  channels: readonly ChannelCopy[],
  visitor: VisitorFilters,
): ApprovedReviewFilters | null {
  const ratings = intersection(source.ratings, visitor.ratings);
  const origin = originFilter(source, channels);
  if (ratings === null || origin === null) return null;
  return compact({
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
    pinned_ids: source.pinned_ids,
  });
}

function originFilter(
  source: SourceSettings,
  channels: readonly ChannelCopy[],
): Pick<ApprovedReviewFilters, 'channels' | 'sources'> | null {
  const narrowed = source.channels.length > 0 || source.groups.length > 0;
  if (!narrowed) return { sources: source.sources };
  // Ids we know nothing about are asked for too: this copy may lag behind by an event.
  const ids = [...new Set([...source.channels, ...shownChannels(source, channels).map(({ id }) => id)])];
  // To reviews an empty list means all, so properties without any channel must not become one.
  if (ids.length === 0 && source.sources.length === 0) return null;
  return { channels: ids, sources: source.sources };
}

/** Null when both narrow and nothing is left. */
function intersection(configured: number[], asked: number[]): number[] | null {
  if (configured.length === 0 || asked.length === 0) return [...configured, ...asked];
  const both = configured.filter((value) => asked.includes(value));
  return both.length > 0 ? both : null;
}

/** Without what does not narrow, so that the question says only what was meant. */
function compact(filters: Record<string, unknown>): ApprovedReviewFilters {
  return Object.fromEntries(
    Object.entries(filters).filter(
      ([, value]) =>
        value !== null && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
