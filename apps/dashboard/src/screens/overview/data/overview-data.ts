import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '@plaudit/client';
import { type Api, apiOf, useApi } from '../../../api/api';
import { useLiveEvent } from '../../../live/live-provider';
import { useCan, useSession } from '../../../session/session';
import { aiQuery } from '../../settings/ai/ai-query';
import { firstSubAccountQuery } from '../../settings/parts/account-api';

export type Channel = Schema<'Channel'>;
export type Review = Schema<'Review'>;
export type Webhook = Schema<'Webhook'>;
const AI_PARTS = ['ai', 'translation'] as const;
/** A part of the AI settings. */
export type AiPart = (typeof AI_PARTS)[number];

/** Filters of the counts and of the list of reviews. */
export interface ReviewFilters {
  groups?: string;
  since?: string;
  until?: string;
  max_rating?: number;
}

const NEW_REVIEWS = 6;
/** Waiting reviews that are worth a line each. */
const WAITING_REVIEWS = 3;
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

/** The first waiting reviews in an order of their dates. */
export function waitingQuery({ client, key }: Api, filters: ReviewFilters, sort: 'newest' | 'oldest') {
  return queryOptions({
    queryKey: key('reviews', 'overview', 'waiting', sort, filters),
    queryFn: async ({ signal }) => {
      const query = { ...filters, status: 'inbox', sort, limit: WAITING_REVIEWS };
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

/** Returns the settings profiles. Undefined while they load and for users who may not see them. */
export function useProfiles(): Schema<'InviteSettingsEntry'>[] | undefined {
  const { client, key } = useApi();
  const { data } = useQuery({
    queryKey: key('invites', 'overview', 'profiles'),
    queryFn: ({ signal }) => client.get('/invite/settings/list', { signal }),
    enabled: useCan('invites:read'),
  });
  return data?.settings;
}

/** Returns the parts of the AI settings that are paused. Undefined while they load and for users who may not see them. */
export function usePausedAi(): AiPart[] | undefined {
  const { main } = useSession();
  const manages = useCan('account:manage') && main;
  const { data: first } = useQuery({ ...firstSubAccountQuery, enabled: manages });
  // Only the main sub account has these settings, and the page may be one of another.
  const { data } = useQuery({ ...aiQuery(apiOf(first?.id ?? 0)), enabled: manages && first?.main === true });
  return data && AI_PARTS.filter((part) => data[part].paused_on !== null);
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
