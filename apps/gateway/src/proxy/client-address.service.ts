import { type BlockList, isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { GatewayEnv } from '../gateway.env';
import { trustedProxies } from './trusted-proxies';

const MAPPED_IPV4 = '::ffff:';

/** Finds the address of the client when load balancers stand in front of the gateway. */
@Injectable()
export class ClientAddressService {
  /** Null when no proxy is trusted, because each check costs a microsecond. */
  private readonly trusted: BlockList | null;

  constructor(env: GatewayEnv) {
    this.trusted = trustedProxies(env.TRUSTED_PROXIES);
  }

  /**
   * Returns the address of the peer. If the peer is a trusted proxy, returns the last entry of X-Forwarded-For that is not
   * a trusted proxy either. Entries further left are not used, because the client may have written them.
   */
  of(peer: string | undefined, forwardedFor: string | string[] | undefined): string {
    if (!this.trusted) return plain(peer ?? '');
    const claims = String(forwardedFor ?? '')
      .split(',')
      .map((claim) => plain(claim.trim()));
    let address = plain(peer ?? '');
    for (let claim = claims.pop(); claim !== undefined && this.isTrusted(address); claim = claims.pop()) {
      if (!isIP(claim)) break;
      address = claim;
    }
    return address;
  }

  /** Returns true for a peer that is one of TRUSTED_PROXIES. */
  isProxy(peer: string): boolean {
    return this.isTrusted(plain(peer));
  }

  private isTrusted(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && Boolean(this.trusted?.check(address, family === 6 ? 'ipv6' : 'ipv4'));
  }
}

function plain(address: string): string {
  return address.startsWith(MAPPED_IPV4) ? address.slice(MAPPED_IPV4.length) : address;
}
