import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Api, useApi } from '../../api/api';
import { useLiveEvent } from '../../live/live-provider';

/** What the navigation counts. A number is undefined until it is known. */
export interface Waiting {
  inbox: number | undefined;
  /** Channels that need a person. */
  channels: number | undefined;
}

/** The largest page. Of more channels, those behind it are not counted. */
const MAX_CHANNELS = 100;

/** How many reviews each tab of the inbox has. */
export function waitingReviewsQuery(api: Api) {
  return queryOptions({
    queryKey: api.key('reviews', 'counts', {}),
    queryFn: ({ signal }) => api.client.get('/reviews/counts', { signal }),
  });
}

/** Returns how many reviews wait and how many channels need a person, kept up to date by live events. */
export function useWaiting(): Waiting {
  const api = useApi();
  const reviews = useQuery(waitingReviewsQuery(api));
  const channels = useQuery({
    queryKey: api.key('channels', 'failing'),
    queryFn: async ({ signal }) => {
      const query = { limit: MAX_CHANNELS };
      const { items } = await api.client.get('/channels/get', { params: { query }, signal });
      return items.filter(({ error_code }) => error_code !== null).length;
    },
  });
  useLiveEvent('review.changed', () => void reviews.refetch());
  return { inbox: reviews.data?.inbox, channels: channels.data };
}
