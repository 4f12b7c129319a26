import { PlauditClient } from '@plaudit/client';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { isPassing } from './api-error';
import { sessionFetch } from './session-fetch';

/** What a query reads. A live event of a resource refetches its queries. */
export type Resource =
  | 'account'
  | 'ai'
  | 'apps'
  | 'channels'
  | 'groups'
  | 'invites'
  | 'keys'
  | 'reports'
  | 'reviews'
  | 'session'
  | 'sources'
  | 'tags'
  | 'users'
  | 'webhooks'
  | 'widgets';

/** The API on behalf of one sub account. */
export interface Api {
  subAccountId: number;
  client: PlauditClient;
  /**
   * Returns the key of a query: `key('reviews', 'list', filters)`. Two queries with the same key share their data, so the second
   * part names the screen unless the data is the response as it is.
   */
  key(resource: Resource, ...parts: readonly unknown[]): QueryKey;
}

const Context = createContext<Api | null>(null);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // The client of the API repeats what is worth repeating.
      retry: (failures, error) => failures < 1 && isPassing(error),
      refetchOnWindowFocus: true,
    },
  },
});

/** Returns the API for the sub account of the page. */
export function useApi(): Api {
  const api = use(Context);
  if (!api) throw new Error('there is no sub account above this component');
  return api;
}

export function ApiProvider({
  subAccountId,
  children,
}: {
  subAccountId: number;
  children: ReactNode;
}): ReactNode {
  const api = useMemo(() => apiOf(subAccountId), [subAccountId]);
  return <Context value={api}>{children}</Context>;
}

export function apiOf(subAccountId: number): Api {
  const client = new PlauditClient({
    baseUrl: location.origin,
    session: { subAccountId },
    fetch: sessionFetch,
    retries: { attempts: 2, longestWaitMs: 5_000 },
  });
  return { subAccountId, client, key: (resource, ...parts) => [subAccountId, resource, ...parts] };
}
