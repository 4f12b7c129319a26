interface RequestOrigin {
  origin: string | undefined;
  referer: string | undefined;
}

/**
 * The origin to answer to (`*` where any may embed), or null when this page may not. `example.com` is that host alone,
 * `*.example.com` its subdomains. Our own pages always may.
 */
export function allowedOrigin(
  domains: readonly string[],
  { origin, referer }: RequestOrigin,
  publicUrl: string,
): string | null {
  if (domains.length === 0) return '*';
  const from = parse(origin) ?? parse(referer);
  if (!from) return null;
  const ours = from.origin === new URL(publicUrl).origin;
  return ours || domains.some((domain) => covers(domain.toLowerCase(), from)) ? from.origin : null;
}

function covers(domain: string, from: URL): boolean {
  if (domain.startsWith('*.'))
    return from.hostname.endsWith(domain.slice(1)) || from.host.endsWith(domain.slice(1));
  return domain === from.hostname || domain === from.host;
}

function parse(address: string | undefined): URL | null {
  return address !== undefined && URL.canParse(address) ? new URL(address) : null;
}
