import type { Schema } from '@plaudit/client';
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { type Api, useApi } from '../../api/api';
import { type ListFilters, listQuery } from './requests/request-list';
import type { Activity } from './requests/sequence-timeline';

export type InviteRequest = Schema<'InviteRequest'>;
export type ProfileEntry = Schema<'InviteSettingsEntry'>;

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 10_000;
/** The funnel shows so many days, today included. */
export const FUNNEL_DAYS = 90;

export function requestsQuery(api: Api, filters: ListFilters) {
  const query = listQuery(filters);
  return queryOptions({
    queryKey: api.key('invites', 'list', query),
    queryFn: ({ signal }) => api.client.get('/invite/requests/get', { params: { query }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Returns how many requests there are without any filter. */
export function useRequestCount(): number | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: api.key('invites', 'count'),
    queryFn: ({ signal }) =>
      api.client.get('/invite/requests/get', { params: { query: { limit: 1 } }, signal }),
  });
  return data?.count;
}

export function profilesQuery(api: Api) {
  return queryOptions({
    queryKey: api.key('invites', 'profiles'),
    queryFn: async ({ signal }) => {
      const { settings } = await api.client.get('/invite/settings/list', { signal });
      if (settings.length > 0) return settings;
      // The first look at the default profile makes it.
      await api.client.get('/invite/settings/get', { signal });
      return (await api.client.get('/invite/settings/list', { signal })).settings;
    },
  });
}

export function useProfiles(): readonly ProfileEntry[] {
  const { data } = useQuery(profilesQuery(useApi()));
  return data ?? [];
}

export function funnelQuery(api: Api) {
  const from = new Date(Date.now() - (FUNNEL_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  return queryOptions({
    queryKey: api.key('invites', 'funnel', from),
    // The type of the response includes its form as CSV, which is not asked for.
    queryFn: ({ signal }) =>
      api.client.get('/reports/invitations', { params: { query: { from } }, signal }) as Promise<
        Schema<'InvitationsReport'>
      >,
  });
}

/** Loads whether the server sends emails and SMS, keeps them, or cannot send them. */
export function sendingStatusQuery(api: Api) {
  return queryOptions({
    queryKey: api.key('invites', 'sending-status'),
    queryFn: ({ signal }) => api.client.get('/invite/sending/status', { signal }),
    // No event reports that a sender is stopped.
    refetchInterval: LOOK_EVERY_MS,
  });
}

/** Returns the kinds of messages that the server keeps and sends to nobody. */
export function useKeptKinds(): ('email' | 'sms')[] {
  const { data } = useQuery(sendingStatusQuery(useApi()));
  return (['email', 'sms'] as const).filter(
    (kind) => data?.[kind === 'email' ? 'mail' : 'sms'].delivery === 'kept',
  );
}

export function requestQuery(api: Api, id: number) {
  return queryOptions({
    queryKey: api.key('invites', 'request', id),
    queryFn: ({ signal }) =>
      api.client.get('/invite/requests/get/{id}', { params: { path: { id } }, signal }),
  });
}

export interface Sequence {
  /** The first message, then its reminders. */
  requests: InviteRequest[];
  activities: ReadonlyMap<number, readonly Activity[]>;
  isLoading: boolean;
  error: unknown;
  retry: () => void;
}

/** Loads everything about the sequence that a request belongs to. `selected` is the request itself once it is loaded. */
export function useSequence(id: number): Sequence & { selected: InviteRequest | undefined } {
  const api = useApi();
  const own = useQuery(requestQuery(api, id));
  const rootId = own.data ? (own.data.parent_id ?? id) : null;
  const root = useQuery({ ...requestQuery(api, rootId ?? id), enabled: rootId !== null });
  const reminders = useQuery({
    queryKey: api.key('invites', 'reminders', rootId),
    queryFn: ({ signal }) =>
      api.client.get('/invite/requests/get', {
        params: { query: { parent_id: rootId ?? id, order: 'schedule', sort: 'ASC' } },
        signal,
      }),
    enabled: rootId !== null,
  });
  // A first message that was deleted leaves its reminders behind.
  const first = root.data ? [root.data] : [];
  const requests = reminders.data ? [...first, ...reminders.data.items] : first;
  const activities = useQueries({
    queries: requests.map((request) => activityQuery(api, request.id)),
  });
  return {
    selected: own.data,
    requests,
    activities: new Map(requests.map((request, at) => [request.id, activities[at]?.data?.activity ?? []])),
    isLoading: own.isPending || (rootId !== null && (reminders.isPending || root.isPending)),
    error: own.error ?? reminders.error,
    retry: () => void own.refetch().then(() => reminders.refetch()),
  };
}

function activityQuery(api: Api, id: number) {
  return queryOptions({
    queryKey: api.key('invites', 'activity', id),
    queryFn: ({ signal }) =>
      api.client.get('/invite/requests/activity/{id}', { params: { path: { id } }, signal }),
  });
}
