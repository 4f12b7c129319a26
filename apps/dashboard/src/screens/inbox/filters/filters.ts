import type { Schema } from '@plaudit/client';
import type { InboxParam, InboxSearch } from '../inbox-search';

export type ReviewStatus = Schema<'Review'>['status'];
export type Tab = ReviewStatus | 'all';
export const TABS: readonly Tab[] = ['inbox', 'approved', 'ignored', 'all'];
export const SORTS = ['newest', 'oldest', 'rating'] as const;
export type Sort = (typeof SORTS)[number];

const DAY_MS = 86_400_000;

export function tabOf({ status }: InboxSearch): Tab {
  return TABS.find((tab) => tab === status) ?? 'inbox';
}

export function sortOf({ sort }: InboxSearch): Sort {
  return SORTS.find((one) => one === sort) ?? 'newest';
}

/** Sets a parameter. An empty value removes it. */
export function withParam(search: InboxSearch, param: InboxParam, value: string): InboxSearch {
  const next = { ...search, [param]: value };
  if (value === '') delete next[param];
  return next;
}

/** Returns the address of a tab with the same filters. */
export function searchOfTab(search: InboxSearch, tab: Tab): InboxSearch {
  return withParam(withParam(search, 'review', ''), 'status', tab === 'inbox' ? '' : tab);
}

/** Returns true if anything narrows the tab: a filter or the search text. */
export function hasFilters(search: InboxSearch): boolean {
  return Object.keys(filterQuery(search)).length > 0;
}

/** Returns the filters as the API takes them. A period becomes its first day. */
export function filterQuery(search: InboxSearch, now = new Date()): Record<string, string> {
  const { status: _status, sort: _sort, review: _review, add: _add, ...filters } = search;
  const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
  const days = /^(\d{1,4})d$/.exec(search.since ?? '')?.[1];
  if (days) query.since = new Date(now.getTime() - Number(days) * DAY_MS).toISOString().slice(0, 10);
  return query;
}

/** Returns the query of the list: filters, tab and order. */
export function listQuery(search: InboxSearch, now = new Date()): Record<string, string> {
  const tab = tabOf(search);
  const sort = sortOf(search);
  return {
    ...filterQuery(search, now),
    ...(tab === 'all' ? {} : { status: tab }),
    ...(sort === 'newest' ? {} : { sort }),
  };
}
