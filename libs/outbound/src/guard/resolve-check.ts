import { isIP } from 'node:net';
import { AddressRules } from './address-rules';
import type { Resolver } from './resolver';
import { bareHost, hostAndPort, type UrlPolicy } from './url-rules';

/**
 * An early check when a URL is stored (R11). Returns true if its name resolves to a refused address now. A name that does not
 * resolve yet is accepted, because every request checks again.
 */
export async function resolvesToBlocked(
  href: string,
  resolver: Resolver,
  policy: UrlPolicy,
): Promise<boolean> {
  const url = new URL(href);
  const host = bareHost(url);
  const rules = new AddressRules(policy);
  if (host === 'localhost') return ['127.0.0.1', '::1'].some((address) => rules.denies(address));
  if (isIP(host)) return false;
  const isAllowed = policy.allowHosts?.includes(hostAndPort(url)) ?? false;
  const addresses = await resolver.resolve(host).catch(() => []);
  return addresses.some((address) => (isAllowed ? rules.denies(address) : rules.blocks(address)));
}
