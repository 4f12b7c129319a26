import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../../api/api';

/** All names are read in one request up to this number, and above it only those that are needed. */
const MAX_ALL = 1000;

/** Returns the names of sub accounts by their ids. Those that are not there yet are missing. */
export function useSubAccountNames(
  api: Api,
  count: number,
  ids: readonly number[],
): ReadonlyMap<number, string> {
  const needed = [...new Set(ids)].sort((a, b) => a - b);
  const isAll = count <= MAX_ALL;
  const { data } = useQuery({
    queryKey: api.key('account', 'sub_account_names', isAll ? 'all' : needed),
    queryFn: async ({ signal }) =>
      new Map(await (isAll ? readAll(api, signal) : readSome(api, needed, signal))),
    enabled: needed.length > 0,
    staleTime: 60_000,
  });
  return data ?? new Map<number, string>();
}

async function readAll(api: Api, signal: AbortSignal): Promise<[number, string][]> {
  const rows = await api.client.get('/account/subaccounts', {
    params: { query: { limit: MAX_ALL } },
    signal,
  });
  return rows.map(({ id, name }) => [id, name]);
}

/** The page after the id before it has the sub account first. */
async function readSome(api: Api, ids: readonly number[], signal: AbortSignal): Promise<[number, string][]> {
  const names: [number, string][] = [];
  for (const id of ids) {
    const query = { limit: 1, ...(id > 1 ? { cursor: id - 1 } : {}) };
    const [row] = await api.client.get('/account/subaccounts', { params: { query }, signal });
    if (row?.id === id) names.push([id, row.name]);
  }
  return names;
}
