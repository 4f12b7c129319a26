import { queryOptions } from '@tanstack/react-query';
import { appRequest } from '../api/app-requests';

/** What a sub account has to do. Null is not known now. */
export interface SubAccountCounts {
  id: number;
  waiting_reviews: number | null;
  failing_channels: number | null;
}

/** The server counts in at most so many sub accounts at once. */
export const MAX_COUNTED = 50;

/** What waits and what needs a person in a page of the sub accounts whose name contains `text`, by their ids. */
export function subAccountCountsQuery(text: string, cursor: number | null = null, limit = MAX_COUNTED) {
  return queryOptions({
    queryKey: ['session', 'sub_account_counts', text, limit, cursor],
    queryFn: async ({ signal }): Promise<readonly SubAccountCounts[]> => {
      const query = new URLSearchParams({ counts: '1', limit: String(limit) });
      if (text) query.set('q', text);
      if (cursor !== null) query.set('cursor', String(cursor));
      const path = `/session/sub_accounts?${query.toString()}`;
      const { items } = await appRequest<{ items: (Partial<SubAccountCounts> & { id: number })[] }>(path, {
        signal,
      });
      // A gateway of an older release does not count.
      return items.map(({ id, waiting_reviews = null, failing_channels = null }) => ({
        id,
        waiting_reviews,
        failing_channels,
      }));
    },
    staleTime: 60_000,
    retry: false,
  });
}
