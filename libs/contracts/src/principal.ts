import type { Role, Scope } from './scopes';

/** Plan limits of an account, resolved by the gateway. -1 means unlimited. `properties` may be set per sub account. */
export interface PlanLimits {
  /** Channels per platform type and sub account. */
  properties: number;
  channels: number;
  sub_accounts: number;
  webhooks: number;
  widgets: number;
  invites_month: number;
  ai_day: number;
  users: number;
  /** API keys of the account that are not deleted. */
  keys: number;
}

/** The account and sub account that own a record. A {@link Principal} is one. */
export interface Tenant {
  account_id: number;
  sub_account_id: number;
}

/** Returns the two ids and nothing else that a {@link Principal} has, for a condition or a new row. */
export function tenantOf({ account_id, sub_account_id }: Tenant): Tenant {
  return { account_id, sub_account_id };
}

/**
 * The authenticated caller. The gateway sends it as a signed token of at most 60 s in the header `x-plaudit-principal`.
 * Services trust nothing else.
 */
export interface Principal extends Tenant {
  /**
   * True if the caller may read and manage the whole account: a key of the main sub account with the scope
   * `account:manage`, or a user of the whole account who entered the main sub account.
   */
  main: boolean;
  /** Null without a key: for signed-in users, for public routes and for the gateway's own requests to services. */
  key_id: number | null;
  /** The signed-in user whose session sent the request. Absent for every other caller. */
  user_id?: number;
  role: Role | null;
  scopes: Scope[];
  limits: PlanLimits;
  /** Absent without a key or session. */
  names?: PrincipalNames;
  /** The session of the signed-in user. On public routes, only the callbacks of platforms get it. */
  session?: PrincipalSession;
  /**
   * When the key expires, or the key that requested the link of the session, in ISO 8601. Absent if it never does.
   */
  ends_on?: string;
  /** True if that key may be used from some addresses only. Absent otherwise. */
  ip_bound?: true;
}

/** What people call the caller and where it acts, as the gateway knew it when it signed the token. */
export interface PrincipalNames {
  /** The name of the key, or the email of the user. */
  actor: string;
  company: string;
  sub_account: string;
}

export interface PrincipalSession {
  /** Identifies the session. It does not open it. */
  ref: string;
  /** True if a link signed the user in, rather than the password. */
  by_link: boolean;
  /** True for some minutes after the user sent the password. */
  has_proof: boolean;
}

/** The header with the signed principal. The gateway removes a client's own header of this name. */
export const PRINCIPAL_HEADER = 'x-plaudit-principal';

/** The header in which the gateway names the client of a public request: an IPv4 address or the /64 of an IPv6 one. */
export const CLIENT_NETWORK_HEADER = 'x-plaudit-client-network';

export const UNLIMITED: PlanLimits = {
  properties: -1,
  channels: -1,
  sub_accounts: -1,
  webhooks: -1,
  widgets: -1,
  invites_month: -1,
  ai_day: -1,
  users: -1,
  keys: -1,
};
