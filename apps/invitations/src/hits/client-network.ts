import { isIPv4, isIPv6 } from 'node:net';

/** Groups of an IPv6 address that a /48 keeps. */
const KEPT_GROUPS = 3;

/**
 * Returns the /24 of an IPv4 address or the /48 of an IPv6 one, with or without a prefix length. Returns null for any other text.
 * The rest of an address would name one person's device.
 */
export function clientNetwork(header: string | undefined): string | null {
  const address = (header ?? '')
    .trim()
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .split('/')[0] as string;
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  if (!isIPv6(address)) return null;
  const [left = '', right] = address.toLowerCase().split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right ? right.split(':') : [];
  const gap = right === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: gap }, () => '0'), ...after];
  const kept = groups.slice(0, KEPT_GROUPS).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${kept.join(':')}::/48`;
}
