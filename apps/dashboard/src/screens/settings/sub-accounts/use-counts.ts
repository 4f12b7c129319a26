import { useQueries } from '@tanstack/react-query';
import { type SubAccountCounts, subAccountCountsQuery } from '../../../session/sub-account-counts';
import { PAGE_SIZE } from '../parts/use-pages';
import { pageCursors } from './page-cursors';

/** Returns what waits and what needs a person in the loaded sub accounts. Those that are not counted yet are missing. */
export function useCounts(text: string, ids: readonly number[]): ReadonlyMap<number, SubAccountCounts> {
  const pages = useQueries({
    queries: pageCursors(ids, PAGE_SIZE).map((cursor) => subAccountCountsQuery(text, cursor, PAGE_SIZE)),
  });
  return new Map(pages.flatMap(({ data = [] }) => data.map((counts) => [counts.id, counts] as const)));
}
