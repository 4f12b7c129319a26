import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { GatewayEnv } from '../gateway.env';

/** A host that people sign in on. */
export interface SignInHost {
  /** As the browser names it, lower case, with its port. */
  host: string;
  origin: string;
  /** The account whose white-label domain it is; null for the product's own host. */
  accountId: number | null;
}

/** Which hosts are ours: the one of PUBLIC_URL, and the accounts' white-label domains. Never what a request claims. */
@Injectable()
export class SignInHosts {
  readonly own: SignInHost;
  private readonly scheme: string;

  constructor(
    env: GatewayEnv,
    private readonly database: Database,
  ) {
    const { protocol, host, origin } = new URL(env.PUBLIC_URL);
    this.scheme = protocol;
    this.own = { host, origin, accountId: null };
  }

  /** The host that a request's Host header names, or null when it is none of ours. */
  async find(header: string | undefined): Promise<SignInHost | null> {
    const host = (header ?? '').toLowerCase();
    if (host === this.own.host) return this.own;
    const [account] = await this.database.query<{ id: number }>(
      'select id from accounts where lower(vanity_url) = $1',
      [host],
    );
    return account ? this.whiteLabel(host, account.id) : null;
  }

  /** Where users of the account sign in: on its white-label domain when it has one. */
  async ofAccount(accountId: number): Promise<SignInHost> {
    const [account] = await this.database.query<{ host: string | null }>(
      'select lower(vanity_url) as host from accounts where id = $1',
      [accountId],
    );
    return account?.host ? this.whiteLabel(account.host, accountId) : this.own;
  }

  private whiteLabel(host: string, accountId: number): SignInHost {
    return { host, origin: `${this.scheme}//${host}`, accountId };
  }
}
