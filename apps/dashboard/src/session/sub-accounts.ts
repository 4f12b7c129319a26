import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { appRequest } from '../api/app-requests';

/** A sub account that the user may enter. */
export interface EnterableSubAccount {
  id: number;
  name: string;
  main: boolean;
  channels: number;
}

/** The first sub accounts whose name contains the text. */
export function subAccountsQuery(text: string, limit = 8) {
  return queryOptions({
    queryKey: ['session', 'sub_accounts', text, limit],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ q: text, limit: String(limit) }).toString();
      const path = `/session/sub_accounts?${query}`;
      return (await appRequest<{ items: EnterableSubAccount[] }>(path, { signal })).items;
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
