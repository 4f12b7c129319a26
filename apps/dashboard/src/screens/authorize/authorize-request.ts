import { queryOptions } from '@tanstack/react-query';
import { appRequest } from '../../api/app-requests';
import type { Scope } from '../../session/session';

/** What an app asks for, and what the signed-in user can give it. */
export interface AuthorizeRequest {
  app: {
    client_id: string;
    /** Chosen by the app itself. */
    name: string;
    /** The host of the document that describes the app, or the host that the browser goes to. */
    host: string;
    /** How the server knows the app: it said so itself, by a document on its site, or by the operator. */
    registered: 'dynamic' | 'document' | 'operator';
    redirect_host: string;
  };
  requested_scopes: Scope[];
  preselected_scopes: Scope[];
  grantable_scopes: Scope[];
  /** The company of the session, with the sub accounts that the user may enter. */
  companies: { account_id: number; company_name: string; sub_accounts: SubAccountChoice[] }[];
  user: { id: number; name: string | null; email: string };
  /** In days. Null stands for no end. */
  durations: (number | null)[];
  needs_proof: boolean;
  policy: { allowed: boolean; reason: 'off' | 'not_listed' | null };
}

export interface SubAccountChoice {
  id: number;
  name: string;
  main: boolean;
}

export interface Consent {
  /** The user whom the page shows. The server refuses the consent of another one. */
  user_id: number;
  sub_account_id: number;
  scopes: Scope[];
  days: number | null;
}

/** What the page shows to a user. Another user of the same browser gets other choices. */
export function authorizeQuery(uid: string, userId: number) {
  return queryOptions({
    queryKey: ['authorize', uid, userId],
    queryFn: ({ signal }) => appRequest<AuthorizeRequest>(`${pathOf(uid)}/request`, { signal }),
    // A refetch would change the form while a person reads it. The server checks everything again when it is sent.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
}

/** Gives the app access. Returns the address that leads back to it. */
export async function approve(uid: string, consent: Consent): Promise<string> {
  return (await send(`${pathOf(uid)}/approve`, consent)).redirect_to;
}

/** Tells the app that the user refused. Returns the address that leads back to it. */
export async function deny(uid: string): Promise<string> {
  return (await send(`${pathOf(uid)}/deny`, {})).redirect_to;
}

function send(path: string, body: object): Promise<{ redirect_to: string }> {
  return appRequest(path, { method: 'POST', body });
}

function pathOf(uid: string): string {
  return `/authorize/${encodeURIComponent(uid)}`;
}
