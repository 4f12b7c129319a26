import { Injectable } from '@nestjs/common';
import { GatewayEnv } from '../gateway.env';
import { type ReservedHosts, reservedHosts } from '../vanity-domains/reserved-hosts';
import { VanityDomainsRepository } from '../vanity-domains/vanity-domains.repository';

/** A host that serves the sign-in page. */
export interface SignInHost {
  /** Host and port in lower case, as the browser sends them. */
  host: string;
  origin: string;
  /** The account whose white-label domain this is, or null for the host of PUBLIC_URL. */
  accountId: number | null;
}

/** Returns true unless the host is the white-label domain of another account. */
export function isAllowedOn({ accountId }: SignInHost, userAccountId: number): boolean {
  return accountId === null || accountId === userAccountId;
}

/** Knows the hosts that users sign in on: the host of PUBLIC_URL and the verified white-label domains of the accounts. */
@Injectable()
export class SignInHostsService {
  /** The host of PUBLIC_URL. */
  readonly own: SignInHost;
  private readonly scheme: string;
  private readonly reserved: ReservedHosts;

  constructor(
    env: GatewayEnv,
    private readonly domains: VanityDomainsRepository,
  ) {
    const { protocol, host, origin } = new URL(env.PUBLIC_URL);
    this.reserved = reservedHosts(env);
    this.scheme = protocol;
    this.own = { host, origin, accountId: null };
  }

  /** Returns the host that a Host header names, or null if users do not sign in on it. */
  async find(header: string | undefined): Promise<SignInHost | null> {
    const host = (header ?? '').toLowerCase();
    if (host === this.own.host) return this.own;
    if (this.reserved.includes(host)) return null;
    const accountId = await this.domains.findAccountByHost(host);
    return accountId === null ? null : this.whiteLabel(host, accountId);
  }

  /** Returns the host for the users of an account: its white-label domain, or the host of PUBLIC_URL if it has none. */
  async ofAccount(accountId: number): Promise<SignInHost> {
    const domain = await this.domains.find(accountId);
    const isUsable = domain?.verified_on && !this.reserved.includes(domain.host);
    return isUsable ? this.whiteLabel(domain.host, accountId) : this.own;
  }

  private whiteLabel(host: string, accountId: number): SignInHost {
    return { host, origin: `${this.scheme}//${host}`, accountId };
  }
}
