import { parseUrl } from '@plaudit/contracts';

interface RequestOrigin {
  origin: string | undefined;
  referer: string | undefined;
}

/**
 * Returns the value of `Access-Control-Allow-Origin`: `*` if any page may embed the widget, else the origin of the page.
 * Returns null if this page may not embed it. `example.com` allows only that host, and `*.example.com` allows its
 * subdomains. Pages of the product's own `origins` are always allowed.
 */
export function allowedOrigin(
  domains: readonly string[],
  { origin, referer }: RequestOrigin,
  origins: readonly string[],
): string | null {
  if (domains.length === 0) return '*';
  const from = parse(origin) ?? parse(referer);
  if (!from) return null;
  const own = origins.some((one) => new URL(one).origin === from.origin);
  return own || domains.some((domain) => covers(domain.toLowerCase(), from)) ? from.origin : null;
}

function covers(domain: string, from: URL): boolean {
  if (domain.startsWith('*.'))
    return from.hostname.endsWith(domain.slice(1)) || from.host.endsWith(domain.slice(1));
  return domain === from.hostname || domain === from.host;
}

/** The origin of any other scheme is written as `null`, which would let every page without an origin read the response. */
function parse(address: string | undefined): URL | null {
  const url = parseUrl(address ?? '');
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null;
}
