import { PlauditError, type Schema } from '@plaudit/client';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type Api, useApi } from '../../../api/api';
import { sessionFetch } from '../../../api/session-fetch';
import { firstDay } from './months';
import type { ReportFilters } from './report-filters';

/** The reports by the last part of their path. */
export interface Reports {
  ratings: Schema<'RatingsReport'>;
  reviews_over_time: Schema<'ReviewsOverTime'>;
  average_rating: Schema<'AverageRating'>;
  daily: Schema<'DailyReport'>;
  rating_distribution: Schema<'RatingDistribution'>;
  tags: Schema<'TagsReport'>;
  response: Schema<'ResponseReport'>;
  invitations: Schema<'InvitationsReport'>;
}
export type ReportName = keyof Reports;
export type ReportQuery = Readonly<Record<string, string | number>>;
/** What each report of the screen is asked for. */
export type Queries = Record<Exclude<ReportName, 'daily'>, ReportQuery>;

/** The most that one request returns. */
const MAX_CHANNELS = 100;

export function reportQuery<Name extends ReportName>({ client, key }: Api, name: Name, query: ReportQuery) {
  return queryOptions({
    queryKey: key('reports', name, query),
    queryFn: async ({ signal }) => {
      // No single type expresses that the path and the answer of each report belong together.
      const get = client.get.bind(client) as (path: string, options: object) => Promise<unknown>;
      return (await get(`/reports/${name}`, { params: { query }, signal })) as Reports[Name];
    },
    // The old figures stay while those of other filters load.
    placeholderData: keepPreviousData,
  });
}

/** Returns the report as the API writes it in CSV. Throws {@link PlauditError} for a response that is not a success. */
export function reportCsv(api: Api, name: ReportName, query: ReportQuery): Promise<Blob> {
  return csvAt(api, `/reports/${name}`, query);
}

/** Returns what the API writes in CSV at a path. Throws {@link PlauditError} for a response that is not a success. */
export async function csvAt({ subAccountId }: Api, path: string, query: ReportQuery): Promise<Blob> {
  const entries = Object.entries({ ...query, format: 'csv' }).map(([field, value]) => [field, String(value)]);
  const request = new Request(`/app/api${path}?${new URLSearchParams(entries)}`, {
    headers: { 'X-Sub-Account': String(subAccountId) },
  });
  const response = await sessionFetch(request);
  if (response.ok) return response.blob();
  throw PlauditError.of(response, await response.json().catch(() => null), null);
}

/** Returns true if messages were kept on the server, and none was sent. */
export function keptAll({ sent, kept }: { sent: number; kept: number }): boolean {
  return sent === 0 && kept > 0;
}

export function countsQuery({ client, key }: Api) {
  return queryOptions({
    queryKey: key('reviews', 'counts', {}),
    queryFn: ({ signal }) => client.get('/reviews/counts', { signal }),
  });
}

export function channelsQuery({ client, key }: Api) {
  return queryOptions({
    queryKey: key('channels', 'first', MAX_CHANNELS),
    queryFn: async ({ signal }) =>
      (await client.get('/channels/get', { params: { query: { limit: MAX_CHANNELS } }, signal })).items,
  });
}

export function groupsQuery({ client, key }: Api) {
  return queryOptions({
    queryKey: key('groups', 'reports'),
    queryFn: async ({ signal }) => (await client.get('/groups', { signal })).groups,
  });
}

/** Returns the IANA name of the time zone in which the months of the reports begin. Undefined until it is known. */
export function useReportZone(): string | undefined {
  const { client, key } = useApi();
  const { data } = useQuery({
    queryKey: key('account', 'report-settings'),
    queryFn: ({ signal }) => client.get('/reports/settings', { signal }),
  });
  return data && (data.timezone ?? data.default_timezone);
}

/** Returns what each report is asked for, so that all of them have the same period and channels. */
export function queriesOf({ months, query }: ReportFilters, zone: string, now: Date): Queries {
  const from = firstDay(months, zone, now);
  const { compare } = query;
  return {
    ratings: query,
    reviews_over_time: { ...query, range: months },
    average_rating: { ...query, months },
    rating_distribution: { ...query, from },
    tags: { ...query, from },
    response: { ...query, from },
    invitations: { from, ...(compare ? { compare } : {}) },
  };
}
