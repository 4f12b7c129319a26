import type { InboxParam, InboxSearch } from '../inbox-search';
import { withParam } from './filters';

/** Periods that a filter of the day offers. The address keeps them as they are, so that a link stays true tomorrow. */
export const PERIODS = ['7d', '30d', '365d'] as const;

/** What a chip stands for. `posted` is the pair of `since` and `until`. */
const CHIPS = {
  rating: ['rating'],
  min_rating: ['min_rating'],
  max_rating: ['max_rating'],
  platforms: ['platforms'],
  channels: ['channels'],
  sources: ['sources'],
  groups: ['groups'],
  tags: ['tags'],
  languages: ['languages'],
  posted: ['since', 'until'],
  media_only: ['media_only'],
  with_text: ['with_text'],
  without_reply: ['without_reply'],
} as const satisfies Record<string, readonly InboxParam[]>;

export type ChipField = keyof typeof CHIPS;
export interface FilterChip {
  field: ChipField;
  /** The values in the address. Of `posted`: the first and the last day, '' for one that is not set. */
  values: string[];
}

/** Filters that are set or not. */
export const FLAGS = ['media_only', 'with_text', 'without_reply'] as const;
export type FlagParam = (typeof FLAGS)[number];

export function isFlag(field: ChipField): field is FlagParam {
  return FLAGS.some((one) => one === field);
}

/** A parameter that holds several values, separated by commas. */
export type ListParam = 'rating' | 'platforms' | 'channels' | 'sources' | 'groups' | 'tags' | 'languages';

/** Returns the filters that are set, in the order of the menu. The search text has a field of its own and is left out. */
export function chipsOf(search: InboxSearch): FilterChip[] {
  const fields = Object.keys(CHIPS) as ChipField[];
  return fields
    .filter((field) => CHIPS[field].some((param) => search[param]))
    .map((field) => ({
      field,
      values:
        field === 'posted' ? [search.since ?? '', search.until ?? ''] : valuesOf(search, CHIPS[field][0]),
    }));
}

export function valuesOf(search: InboxSearch, param: InboxParam): string[] {
  return (search[param] ?? '').split(',').filter(Boolean);
}

export function withoutChip(search: InboxSearch, field: ChipField): InboxSearch {
  const rest = { ...search };
  for (const param of CHIPS[field]) delete rest[param];
  return rest;
}

/** Removes every filter and the search text. The tab and the order stay. */
export function withoutFilters({ status, sort }: InboxSearch): InboxSearch {
  return { ...(status ? { status } : {}), ...(sort ? { sort } : {}) };
}

/** Adds the value to a filter, or takes it out. Values are sorted, so that equal filters have equal addresses. */
export function toggled(search: InboxSearch, param: ListParam, value: string): InboxSearch {
  const values = valuesOf(search, param);
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
  return withParam(search, param, next.sort().join(','));
}

/** Returns the address of a saved view. Values that are not texts or numbers are dropped. */
export function searchOfView(filters: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(filters).filter(
    ([name, value]) => name !== 'limit' && (typeof value === 'string' || typeof value === 'number'),
  );
  const search = Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
  return search.status ? search : { ...search, status: 'all' };
}
