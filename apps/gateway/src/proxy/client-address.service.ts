import { BlockList, isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { GatewayEnv } from '../gateway.env';

const MAPPED_IPV4 = '::ffff:';

/** Finds the address of the client when load balancers stand in front of the gateway. */
@Injectable()
export class ClientAddressService {
  /** Null when no proxy is trusted, because each check costs a microsecond. */
  private trusted: BlockList | null = null;

  constructor(env: GatewayEnv) {
    for (const entry of env.TRUSTED_PROXIES.split(',').map((part) => part.trim())) {
      if (entry) this.trust(entry);
    }
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

  private trust(entry: string): void {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address);
    if (family === 0) throw new Error(`TRUSTED_PROXIES: "${entry}" is neither an address nor a CIDR block`);
    const type = family === 6 ? 'ipv6' : 'ipv4';
    this.trusted ??= new BlockList();
    if (bits === undefined) this.trusted.addAddress(address, type);
    else this.trusted.addSubnet(address, Number(bits), type);
  }
}

function plain(address: string): string {
  return address.startsWith(MAPPED_IPV4) ? address.slice(MAPPED_IPV4.length) : address;
}
