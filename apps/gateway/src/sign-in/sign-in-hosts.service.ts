import { Injectable } from '@nestjs/common';
import { GatewayEnv } from '../gateway.env';
import { SignInRepository } from './sign-in.repository';

/** A host that serves the sign-in page. */
export interface SignInHost {
  /** Host and port in lower case, as the browser sends them. */
  host: string;
  origin: string;
  /** The account whose white-label domain this is, or null for the host of PUBLIC_URL. */
  accountId: number | null;
}

/** Knows the hosts that users sign in on: the host of PUBLIC_URL and the white-label domains of the accounts. */
@Injectable()
export class SignInHostsService {
  /** The host of PUBLIC_URL. */
  readonly own: SignInHost;
  private readonly scheme: string;

  constructor(
    env: GatewayEnv,
    private readonly repository: SignInRepository,
  ) {
    const { protocol, host, origin } = new URL(env.PUBLIC_URL);
    this.scheme = protocol;
    this.own = { host, origin, accountId: null };
  }

  /** Returns the host that a Host header names, or null if users do not sign in on it. */
  async find(header: string | undefined): Promise<SignInHost | null> {
    const host = (header ?? '').toLowerCase();
    if (host === this.own.host) return this.own;
    const accountId = await this.repository.findAccountByHost(host);
    return accountId === null ? null : this.whiteLabel(host, accountId);
  }

  /** Returns the host for the users of an account: its white-label domain, or the host of PUBLIC_URL if it has none. */
  async ofAccount(accountId: number): Promise<SignInHost> {
    const host = await this.repository.findHostOfAccount(accountId);
    return host ? this.whiteLabel(host, accountId) : this.own;
  }

  private whiteLabel(host: string, accountId: number): SignInHost {
    return { host, origin: `${this.scheme}//${host}`, accountId };
  }
}
