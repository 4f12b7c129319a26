import { BlockList, isIP } from 'node:net';

export interface AddressPolicy {
  /** Allows exactly 127.0.0.0/8, ::1 and localhost, over http and on any port. For local trials and tests. */
  allowLoopback?: boolean;
  /**
   * Further ranges to refuse, such as `203.0.113.0/24`: own public addresses, cluster ranges. They also hold for loopback and
   * for allowed hosts.
   */
  denyCidrs?: readonly string[];
}

/** Private, special-purpose and metadata ranges. 168.63.129.16 looks public but is Azure's WireServer. */
const DENIED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/**
 * The only IPv6 range that is allowed, because lists of bad ranges are always incomplete. NAT64, IPv4-compatible, ULA,
 * link- and site-local, multicast and discard addresses all lie outside global unicast and need no entry.
 */
const GLOBAL_IPV6 = '2000::/3';
/** Teredo, documentation, 6to4 and AS112, which lie inside global unicast. */
const DENIED_GLOBAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'];

const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

const deniedIpv4 = blockList(DENIED_IPV4);
const globalIpv6 = blockList([GLOBAL_IPV6]);
const deniedGlobalIpv6 = blockList(DENIED_GLOBAL_IPV6);
const loopbackIpv4 = blockList(['127.0.0.0/8']);

/** Throws RangeError that names the first entry that is not a CIDR. */
export function blockList(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address, prefix, ...rest] = cidr.split('/');
    const family = isIP(address ?? '');
    const bits = /^\d{1,3}$/.test(prefix ?? '') ? Number(prefix) : Number.NaN;
    if (!address || family === 0 || rest.length > 0 || !(bits <= (family === 4 ? 32 : 128))) {
      throw new RangeError(`"${cidr}" is not a CIDR such as 203.0.113.0/24`);
    }
    list.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** Checks addresses against one policy. Create it once per client, because building a BlockList is costly. */
export class AddressRules {
  private readonly denied: BlockList;
  private readonly allowLoopback: boolean;

  constructor(policy: AddressPolicy = {}) {
    this.denied = blockList(policy.denyCidrs ?? []);
    this.allowLoopback = policy.allowLoopback ?? false;
  }

  /** Returns true for every address that is not public unicast, and for text that is not an address. */
  blocks(address: string): boolean {
    const family = isIP(address);
    if (family === 0 || address.includes('%')) return true;
    if (this.denies(address)) return true;
    if (this.allowLoopback && isLoopback(address)) return false;
    const plain = unmapped(address);
    if (isIP(plain) === 4) return deniedIpv4.check(plain);
    return !globalIpv6.check(plain, 'ipv6') || deniedGlobalIpv6.check(plain, 'ipv6');
  }

  /** Returns true for the addresses of `denyCidrs` only. */
  denies(address: string): boolean {
    const [unscoped = ''] = address.split('%');
    if (isIP(unscoped) === 0) return false;
    const plain = unmapped(unscoped);
    return this.denied.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6');
  }
}

/** Checks a single address with {@link AddressRules}. */
export function isBlockedAddress(address: string, policy: AddressPolicy = {}): boolean {
  return new AddressRules(policy).blocks(address);
}

/** Returns true for exactly 127.0.0.0/8 and ::1. A loopback address mapped into IPv6 does not count. */
export function isLoopback(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return loopbackIpv4.check(address);
  return family === 6 && !address.includes('%') && canonicalIpv6(address) === '::1';
}

function canonicalIpv6(address: string): string {
  return new URL(`http://[${address}]/`).hostname.slice(1, -1);
}

/** Returns true for an IPv4 address that is mapped into IPv6, in any spelling. */
export function isMappedIpv4(address: string): boolean {
  return isIP(address) === 6 && MAPPED.test(canonicalIpv6(address));
}

/** Returns the IPv4 address of one that is mapped into IPv6, and every other address in its shortest form. */
function unmapped(address: string): string {
  if (isIP(address) === 4) return address;
  const canonical = canonicalIpv6(address);
  return embeddedIpv4(canonical) ?? canonical;
}

/** Returns the IPv4 address inside `::ffff:a.b.c.d`, or null. */
function embeddedIpv4(canonical: string): string | null {
  const match = MAPPED.exec(canonical);
  if (!match) return null;
  const bytes = match.slice(1).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
  return bytes.join('.');
}
