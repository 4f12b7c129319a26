import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../../api/api';

/** Who writes and translates for the account, and what it has used up. */
export function aiQuery({ client, key }: Api) {
  return queryOptions({
    queryKey: key('ai', 'settings'),
    queryFn: ({ signal }) => client.get('/account/ai', { signal }),
  });
}
