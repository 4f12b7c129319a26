import { parseUrl } from '@plaudit/contracts';
import { MAX_URL } from '@plaudit/runtime/content';

const TRACKING = /^(?:utm_\w+|gclid|gbraid|wbraid|fbclid|msclkid|mc_[ce]id|igshid|ref_src)$/i;

/**
 * Returns the canonical form of a URL that a person pasted: with https:// if the scheme is missing, the host in lower
 * case, without credentials, default port, fragment and tracking parameters. Returns null if it is not an http(s) URL.
 */
export function canonicalUrl(raw: string): URL | null {
  const trimmed = raw.trim();
  if (trimmed === '' || trimmed.length > MAX_URL || /\s/.test(trimmed)) return null;
  // `mailto:` and the like have a scheme already. `example.com:8080` has a port and no scheme.
  if (/^[a-z][a-z0-9+.-]*:(?!\/\/|\d)/i.test(trimmed)) return null;
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (!url || !/^https?:$/.test(url.protocol) || !/[.:]|^localhost$/.test(url.hostname)) return null;
  url.hash = '';
  url.username = '';
  url.password = '';
  const tracking = Array.from(url.searchParams.keys()).filter((name) => TRACKING.test(name));
  for (const name of tracking) url.searchParams.delete(name);
  return url;
}

/** Returns the same string for URLs that differ only in scheme, `www.`, a closing slash or the order of the query. */
export function pageIdentity(url: URL): string {
  const query = new URLSearchParams([...url.searchParams].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  const search = query.size > 0 ? `?${query.toString()}` : '';
  return `${url.host.replace(/^www\./, '')}${withoutClosingSlashes(url.pathname)}${search}`;
}

function withoutClosingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
