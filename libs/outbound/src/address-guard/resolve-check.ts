import { isIP } from 'node:net';
import { AddressRules } from './address-rules';
import type { Resolver } from '../resolver';
import { bareHost, hostAndPort, type UrlPolicy } from './url-rules';

/**
 * R11, the early courtesy when a URL is stored: true when its name resolves to a refused address now. A name that
 * does not resolve yet is fine, the check that counts is the one of every request.
 */
export async function resolvesToBlocked(
  href: string,
  resolver: Resolver,
  policy: UrlPolicy,
): Promise<boolean> {
  const url = new URL(href);
  const host = bareHost(url);
  if (isIP(host) || host === 'localhost' || policy.allowHosts?.includes(hostAndPort(url))) return false;
  const rules = new AddressRules(policy);
  const addresses = await resolver.resolve(host).catch(() => []);
  return addresses.some((address) => rules.blocks(address));
}
