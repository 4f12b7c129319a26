import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/api';

/** Returns the sources of reviews that no channel has. */
export function useSources() {
  const api = useApi();
  return useQuery({
    queryKey: api.key('sources', 'list'),
    queryFn: async ({ signal }) => (await api.client.get('/sources', { signal })).items,
  });
}
