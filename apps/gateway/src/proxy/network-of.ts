const IPV6_GROUPS = 8;
/** Every IPv6 subscriber gets a /64 at least, so a limit per address would be no limit. */
const SUBSCRIBER_GROUPS = 4;
/** A company, and a rented server at some hosts, gets a /48, which has 65,536 of these networks. */
const SITE_GROUPS = 3;

/** Returns the unit that attempts are counted by: the IPv4 address, or the /64 network of an IPv6 address. */
export function clientNetwork(address: string): string {
  return address.includes(':') ? ipv6Groups(address, SUBSCRIBER_GROUPS) : address;
}

/** Returns the unit that limits of stored data count by: the IPv4 address, or the /48 network of an IPv6 address. */
export function clientSite(address: string): string {
  return address.includes(':') ? ipv6Groups(address, SITE_GROUPS) : address;
}

/** Returns the first groups of an IPv6 address in a canonical spelling. */
export function ipv6Groups(address: string, count: number): string {
  const [plain = ''] = address.split('%');
  const [head = '', tail] = plain.split('::');
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : Math.max(0, IPV6_GROUPS - before.length - after.length);
  const groups = [...before, ...Array.from({ length: gap }, () => '0'), ...after];
  return groups
    .slice(0, count)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}
