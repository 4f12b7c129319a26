import { queryOptions } from '@tanstack/react-query';
import { appRequest } from '../../../api/app-requests';

export interface OwnSession {
  id: string;
  created_on: string;
  last_seen_on: string;
  expires_on: string;
  host: string;
  network: string;
  agent: string;
  current: boolean;
}

export const sessionsKey = ['session', 'own'] as const;

export const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: async ({ signal }) =>
    (await appRequest<{ sessions: OwnSession[] }>('/sessions', { signal })).sessions,
});
