import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../../api/api';

/** The account, its plan and its usage. */
export function accountQuery({ client, key }: Api) {
  return queryOptions({
    queryKey: key('account'),
    queryFn: ({ signal }) => client.get('/account', { signal }),
  });
}
