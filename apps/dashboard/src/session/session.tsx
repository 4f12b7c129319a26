import type { KeyScope as Scope, Role } from '@plaudit/contracts/scopes';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { appRequest } from '../api/app-requests';

export type { Role, Scope };

/** The signed-in user and what they may do. */
export interface Session {
  user: {
    id: number;
    name: string | null;
    email: string;
    role: Role;
    two_factor: boolean;
    /** Null if the user chose none, as is the zone. */
    language: string | null;
    time_zone: string | null;
  };
  account: { id: number; name: string };
  scopes: Scope[];
  /** True for a user of the whole account. */
  main: boolean;
  /** The sub account to open first. Null if the user may enter none. */
  sub_account_id: number | null;
  sub_account_count: number;
  must_set_up_two_factor: boolean;
  /** True if this server shows the mails that it sends. */
  has_mailbox: boolean;
  /** Where the mails of the server go. `none` if it sends no mails. */
  mail_delivery: 'mail_server' | 'mailbox' | 'none';
  api_enabled: boolean;
  /** Until when the password need not be typed again. */
  proved_until: string | null;
  /** Where the live events stood before the page read its data. */
  live_position: string | null;
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) =>
    (await appRequest<{ session: Session | null }>('/session', { signal })).session,
  // Sign-in and sign-out replace it. A refetch that found no session would take the page away with what was typed on it.
  staleTime: Infinity,
  refetchOnWindowFocus: false,
});

/** Returns the session of a page that only signed-in users see. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data) throw new SignedOutError();
  return data;
}

/** Thrown while a page renders whose session has ended. The router then shows the sign-in page. */
export class SignedOutError extends Error {}

/** Returns true if the user's role includes the scope. Controls that need it are not shown otherwise. */
export function useCan(scope: Scope): boolean {
  return useSession().scopes.includes(scope);
}
