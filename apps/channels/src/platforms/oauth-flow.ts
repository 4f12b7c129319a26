import type { Ctx } from './context';

/** A location, page or shop that an OAuth account may read. */
export interface OAuthLocation {
  /** Becomes an entry of `stores` of the channel. */
  id: string;
  name: string;
  address: string | null;
}

/**
 * How an account of the platform is connected by signing in. PKCE (RFC 7636) is always used: a platform that does not know it ignores
 * its parameters.
 */
export interface OAuthFlow {
  /** `subdomain` is given if the platform's required fields contain it. */
  authorizeUrl(subdomain: string): string;
  tokenUrl(subdomain: string): string;
  scopes: readonly string[];
  /** Parameters of the authorize URL besides those of RFC 6749 and RFC 7636. */
  authorizeParams?: Readonly<Record<string, string>>;
  /** How the client's secret reaches the token endpoint. Default: in the body. */
  clientAuth?: 'body' | 'basic';
  /** `none`: the token does not expire. `exchange`: Facebook's exchange for a long-lived token. */
  refresh: 'refresh_token' | 'exchange' | 'none';
  /** Lists what the account may read, at most {@link MAX_LOCATIONS}. Absent if an account is one profile. */
  locations?(ctx: Ctx): Promise<readonly OAuthLocation[]>;
}

export const MAX_LOCATIONS = 500;
