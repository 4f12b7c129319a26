import { useQuery } from '@tanstack/react-query';
import { stringifySearch } from '../../../app/search-params';
import { useApi } from '../../../api/api';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { type Facet, type ReviewCounts, reviewCounts } from '../list-requests';
import type { InboxSearch } from '../inbox-search';
import { type ListParam } from './chips';
import { filterQuery, tabOf } from './filters';

export interface FilterOption {
  value: string;
  label: string;
  /** How many reviews have it. Undefined if the API does not count it. */
  count: number | undefined;
}
export type FilterOptions = Record<ListParam, FilterOption[]>;

const STARS = ['1', '2', '3', '4', '5'];
const NONE: Readonly<Record<string, number>> = {};

/** Returns the values that each filter offers, with the number of reviews that have them under the other filters. */
export function useFilterOptions(search: InboxSearch): FilterOptions {
  const t = useTexts('inbox_detail');
  const formats = useFormats();
  const { channels, tags, sources, groups } = useNames();
  const facets = useFacets(search);
  const counted = (facet: Facet, value: string | number): number | undefined =>
    facets ? (facets[facet] ?? NONE)[value] : undefined;
  const platforms = new Map(channels.map(({ type, label }) => [type, label] as const));
  for (const type of Object.keys(facets?.platform ?? NONE)) {
    if (!platforms.has(type)) platforms.set(type, type === 'custom' ? t('own_reviews') : type);
  }
  return {
    rating: STARS.map((value) => ({ value, label: value, count: counted('rating', value) })),
    languages: Object.entries(facets?.language ?? NONE).map(([value, count]) => ({
      value,
      label: formats.languageName(value),
      count,
    })),
    platforms: [...platforms].map(([value, label]) => ({ value, label, count: counted('platform', value) })),
    channels: channels.map(({ id, name, label }) => ({
      value: String(id),
      label: t('channel_name', { name, platform: label }),
      count: counted('channel', id),
    })),
    sources: sources.map(({ id, name }) => ({ value: String(id), label: name, count: undefined })),
    groups: groups.map(({ id, name }) => ({ value: String(id), label: name, count: undefined })),
    tags: tags.map(({ id, name, count }) => ({
      value: String(id),
      label: name,
      count: facets ? (counted('tag', id) ?? 0) : count,
    })),
  };
}

function useFacets(search: InboxSearch): ReviewCounts['facets'] {
  const api = useApi();
  const tab = tabOf(search);
  const query = {
    ...filterQuery(search),
    facets: 'rating,language,channel,tag,platform',
    ...(tab === 'all' ? {} : { facet_status: tab }),
  };
  const { data } = useQuery({
    queryKey: api.key('reviews', 'facets', stringifySearch(query)),
    queryFn: ({ signal }) => reviewCounts(api.client, query, signal),
    placeholderData: (before) => before,
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
