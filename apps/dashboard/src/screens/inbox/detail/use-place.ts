import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/api';
import { useTexts } from '../../../i18n/texts';
import type { Review } from '../model/review-rows';

/** Returns where a review was written: the platform, with the property if its channel belongs to one. */
export function usePlace({ channel_id, label }: Review): string {
  const t = useTexts('inbox');
  const api = useApi();
  const { data } = useQuery({
    queryKey: api.key('channels', 'inbox'),
    queryFn: ({ signal }) => api.client.get('/channels/get', { signal }),
    enabled: channel_id !== null,
  });
  const property = data?.items.find(({ id }) => id === channel_id)?.group_name;
  return property ? t('place', { platform: label, property }) : label;
}
