import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '@plaudit/client';
import { type Api, useApi } from '../../../api/api';
import { useLiveEvent } from '../../../live/live-provider';
import { useCan, useSession } from '../../../session/session';

export type Channel = Schema<'Channel'>;
export type Review = Schema<'Review'>;
export type Webhook = Schema<'Webhook'>;

/** Filters of the counts and of the list of reviews. */
export interface ReviewFilters {
  groups?: string;
  since?: string;
  until?: string;
  max_rating?: number;
}

const NEW_REVIEWS = 6;
/** Low ratings that are worth a line each. */
const LOW_REVIEWS = 3;
/** A rating at or below this one should not wait for long. */
export const LOW_RATING = 2;
/** One widget or webhook more than these changes nothing on the overview. */
const MAX_WIDGETS = 100;

export function countsQuery({ client, key }: Api, filters: ReviewFilters) {
  return queryOptions({
    queryKey: key('reviews', 'counts', filters),
    queryFn: ({ signal }) => client.get('/reviews/counts', { params: { query: filters }, signal }),
  });
}

/** The newest reviews, ignored ones left out. */
export function newReviewsQuery({ client, key }: Api, filters: ReviewFilters) {
  return queryOptions({
    queryKey: key('reviews', 'overview', 'new', filters),
    queryFn: async ({ signal }) => {
      const query = { ...filters, status: 'inbox,approved', sort: 'newest' as const, limit: NEW_REVIEWS };
      return (await client.get('/reviews/get', { params: { query }, signal })).items;
    },
  });
}

/** The waiting reviews that wait the longest: any, or those with a low rating. */
export function waitingQuery({ client, key }: Api, filters: ReviewFilters) {
  return queryOptions({
    queryKey: key('reviews', 'overview', 'waiting', filters),
    queryFn: async ({ signal }) => {
      const query = { ...filters, status: 'inbox', sort: 'oldest' as const, limit: LOW_REVIEWS };
      return (await client.get('/reviews/get', { params: { query }, signal })).items;
    },
  });
}

/** Returns the webhooks. Undefined while they load and for users who may not see them. */
export function useWebhooks(): Webhook[] | undefined {
  const { client, key } = useApi();
  const { data } = useQuery({
    queryKey: key('webhooks', 'list'),
    queryFn: ({ signal }) => client.get('/webhooks/get', { signal }),
    enabled: useCan('webhooks:read'),
  });
  return data?.webhooks;
}

/** Returns the account with its limits and usage. Undefined while it loads and for users who may not see it. */
export function useAccount(): Schema<'Account'> | undefined {
  const { client, key } = useApi();
  const { main } = useSession();
  const manages = useCan('account:manage');
  return useQuery({
    queryKey: key('account', 'overview'),
    queryFn: ({ signal }) => client.get('/account', { signal }),
    enabled: manages && main,
  }).data;
}

export function widgetsQuery({ client, key }: Api) {
  return queryOptions({
    queryKey: key('widgets', 'first', MAX_WIDGETS),
    queryFn: async ({ signal }) =>
      (await client.get('/widgets/get', { params: { query: { limit: MAX_WIDGETS } }, signal })).widgets,
  });
}

/** Refetches the counts and lists of the overview when reviews change. */
export function useFreshReviews(): void {
  const { key } = useApi();
  const queries = useQueryClient();
  useLiveEvent('review.changed', () => {
    void queries.invalidateQueries({ queryKey: key('reviews', 'counts') });
    void queries.invalidateQueries({ queryKey: key('reviews', 'overview', 'waiting') });
    // A list under the pointer or with the focus does not move.
    if (!document.querySelector('.new-reviews:is(:hover, :focus-within)'))
      void queries.invalidateQueries({ queryKey: key('reviews', 'overview', 'new') });
  });
}
