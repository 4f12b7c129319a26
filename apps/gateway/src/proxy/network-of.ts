const IPV6_GROUPS = 8;
/** What one subscriber is given at least: a limit per address would be none. */
const SUBSCRIBER_GROUPS = 4;

/** What tries are counted by: an IPv4 address, or the /64 that an IPv6 address is in. */
export function clientNetwork(address: string): string {
  return address.includes(':') ? ipv6Groups(address, SUBSCRIBER_GROUPS) : address;
}

/** The first groups of an IPv6 address, written one way only. */
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
