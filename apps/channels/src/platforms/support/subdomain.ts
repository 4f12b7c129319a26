import { CrawlError } from '../crawl-error';
import type { ChannelConfig, PlatformMeta } from '../platform';

/** One label of a domain name. Anything else would lead to another host. */
const SUBDOMAIN = /^[a-z0-9][a-z0-9-]{1,61}$/;

/** Returns the subdomain of the customer's account, in lower case. Throws INVALID_PROFILE if it is not one. */
export function subdomainOf(
  { subdomain = '' }: ChannelConfig,
  { label }: Pick<PlatformMeta, 'label'>,
  domain: string,
): string {
  const name = subdomain.trim().toLowerCase();
  if (SUBDOMAIN.test(name)) return name;
  const msg = `subdomain must be the part before .${domain} in the URL of your ${label} account, for example acme.`;
  throw new CrawlError('INVALID_PROFILE', msg);
}
