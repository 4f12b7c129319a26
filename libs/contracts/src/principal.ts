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

/**
 * The authenticated caller. The gateway sends it as a signed token of at most 60 s in the header `x-plaudit-principal`.
 * Services trust nothing else.
 */
export interface Principal extends Tenant {
  /** True for the account's main sub account, whose keys see account-wide resources. */
  main: boolean;
  /** Null for tokens that the gateway makes without a key: public routes and its own requests to services. */
  key_id: number | null;
  /** The signed-in user who sends the request. Null or absent for a key. */
  user_id?: number | null;
  role: Role | null;
  scopes: Scope[];
  limits: PlanLimits;
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
