import { useQuery } from '@tanstack/react-query';
import { stringifySearch } from '../../../app/search-params';
import { useApi } from '../../../api/api';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { type Facet, type ReviewCounts, reviewCounts } from '../list-requests';
import type { InboxSearch } from '../inbox-search';
import { type ListParam, valuesOf } from './chips';
import { filterQuery, tabOf } from './filters';

export interface FilterOption {
  value: string;
  label: string;
  /** How many reviews have it. Undefined if the API does not count it. */
  count: number | undefined;
}
export type FilterOptions = Record<ListParam, FilterOption[]>;

const STARS = ['1', '2', '3', '4', '5'];
const FACETS = 'rating,language,channel,tag,platform,source';
const EVERYTHING: InboxSearch = { status: 'all' };
const NONE: Readonly<Record<string, number>> = {};

/**
 * Returns the values that each filter offers, with the number of reviews that have them under the other filters. `isMenu` adds
 * the languages that no matching review has.
 */
export function useFilterOptions(search: InboxSearch, { isMenu = false } = {}): FilterOptions {
  const t = useTexts('inbox_detail');
  const formats = useFormats();
  const { channels, tags, sources, groups } = useNames();
  const facets = useFacets(search, FACETS);
  const everything = useFacets(EVERYTHING, 'language', isMenu);
  const counted = (facet: Facet, value: string | number): number | undefined =>
    facets ? (facets[facet] ?? NONE)[value] : undefined;
  const platforms = new Map(channels.map(({ type, label }) => [type, label] as const));
  for (const type of Object.keys(facets?.platform ?? NONE)) {
    if (!platforms.has(type)) platforms.set(type, type === 'custom' ? t('own_reviews') : type);
  }
  const languages = new Set([
    ...Object.keys(facets?.language ?? NONE),
    ...Object.keys(everything?.language ?? NONE),
    ...valuesOf(search, 'languages'),
  ]);
  return {
    rating: STARS.map((value) => ({ value, label: value, count: counted('rating', value) })),
    // All languages of the sub account, those with most matches first.
    languages: [...languages].map((value) => ({
      value,
      label: formats.languageName(value),
      count: facets ? (counted('language', value) ?? 0) : undefined,
    })),
    platforms: [...platforms].map(([value, label]) => ({ value, label, count: counted('platform', value) })),
    channels: channels.map(({ id, name, label }) => ({
      value: String(id),
      label: t('channel_name', { name, platform: label }),
      count: counted('channel', id),
    })),
    sources: sources.map(({ id, name }) => ({
      value: String(id),
      label: name,
      count: facets ? (counted('source', id) ?? 0) : undefined,
    })),
    groups: groups.map(({ id, name }) => ({ value: String(id), label: name, count: undefined })),
    tags: tags.map(({ id, name, count }) => ({
      value: String(id),
      label: name,
      count: facets ? (counted('tag', id) ?? 0) : count,
    })),
  };
}

function useFacets(search: InboxSearch, names: string, isEnabled = true): ReviewCounts['facets'] {
  const api = useApi();
  const tab = tabOf(search);
  const query = {
    ...filterQuery(search),
    facets: names,
    ...(tab === 'all' ? {} : { facet_status: tab }),
  };
  const { data } = useQuery({
    queryKey: api.key('reviews', 'facets', stringifySearch(query)),
    queryFn: ({ signal }) => reviewCounts(api.client, query, signal),
    placeholderData: (before) => before,
    enabled: isEnabled,
  });
  return data?.facets ?? null;
}

/** Returns what filters refer to by id, and the request that failed. Each list is empty until it is loaded. */
export function useNames() {
  const { client, key } = useApi();
  const channels = useQuery({
    queryKey: key('channels', 'inbox'),
    queryFn: ({ signal }) => client.get('/channels/get', { signal }),
  });
  const tags = useQuery({
    queryKey: key('tags', 'inbox'),
    queryFn: ({ signal }) => client.get('/tags', { signal }),
  });
  const sources = useQuery({
    queryKey: key('sources', 'inbox'),
    queryFn: ({ signal }) => client.get('/sources/get', { signal }),
  });
  const groups = useQuery({
    queryKey: key('groups', 'inbox'),
    queryFn: ({ signal }) => client.get('/groups', { signal }),
  });
  return {
    channels: channels.data?.items ?? [],
    tags: tags.data?.items ?? [],
    sources: sources.data?.items ?? [],
    groups: groups.data?.groups ?? [],
    failed: [channels, tags, sources, groups].find(({ data, error }) => !data && error),
  };
}
