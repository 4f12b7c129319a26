import type { Role, Scope } from './scopes';

/** Plan limits of an account, resolved by the gateway; -1 is unlimited. `properties` may be set per sub account. */
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
}

/** The account and sub account that own a record. A {@link Principal} is one. */
export interface Tenant {
  account_id: number;
  sub_account_id: number;
}

/**
 * Who is calling, as the gateway established it. Travels as a signed token of at most 60 s in the
 * `x-plaudit-principal` header; services believe nothing else.
 */
export interface Principal extends Tenant {
  /** True when the sub account is the account's main one: such a key sees account-wide resources. */
  main: boolean;
  /** Null for gateway-made tokens (public routes, service-to-service calls without a caller). */
  key_id: number | null;
  role: Role | null;
  scopes: Scope[];
  limits: PlanLimits;
}

/** The header that carries the signed principal; a client's own header of this name never passes the gateway. */
export const PRINCIPAL_HEADER = 'x-plaudit-principal';

export const UNLIMITED: PlanLimits = {
  properties: -1,
  channels: -1,
  sub_accounts: -1,
  webhooks: -1,
  widgets: -1,
  invites_month: -1,
  ai_day: -1,
  users: -1,
};
