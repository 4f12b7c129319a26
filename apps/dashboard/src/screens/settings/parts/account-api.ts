import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Api, apiOf, useApi } from '../../../api/api';
import { appRequest } from '../../../api/app-requests';
import { useSession } from '../../../session/session';
import type { EnterableSubAccount } from '../../../session/sub-accounts';

/** The first sub account that the user may enter. For a user of the whole account it is the main one. */
export const firstSubAccountQuery = queryOptions({
  queryKey: ['session', 'first_sub_account'],
  queryFn: async ({ signal }) => {
    const { items } = await appRequest<{ items: EnterableSubAccount[] }>('/session/sub_accounts?limit=1', {
      signal,
    });
    return items[0] ?? null;
  },
  staleTime: Infinity,
});

/**
 * Returns the API for settings of the account. Only the main sub account manages the whole account, so requests of a user
 * who may do that act for the main one. Those of other users act for the sub account of the page. Suspends until it is known.
 */
export function useAccountApi(): Api {
  const { main } = useSession();
  const own = useApi();
  const { data: first } = useSuspenseQuery(firstSubAccountQuery);
  const id = main && first?.main ? first.id : own.subAccountId;
  return useMemo(() => (id === own.subAccountId ? own : apiOf(id)), [id, own]);
}
