const TRACKING = /^(?:utm_\w+|gclid|gbraid|wbraid|fbclid|msclkid|mc_[ce]id|igshid|ref_src)$/i;
const MAX_URL = 2_048;

/**
 * An address as people paste it, made comparable: https:// added, host in lower case, without credentials, default
 * port, fragment and tracking parameters. Null when it is no http(s) address.
 */
export function canonicalUrl(raw: string): URL | null {
  const trimmed = raw.trim();
  if (trimmed === '' || trimmed.length > MAX_URL || /\s/.test(trimmed)) return null;
  // `mailto:` and the like are addresses already; `example.com:8080` is none yet.
  if (/^[a-z][a-z0-9+.-]*:(?!\/\/|\d)/i.test(trimmed)) return null;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || !/[.:]|^localhost$/.test(url.hostname)) return null;
  url.hash = '';
  url.username = '';
  url.password = '';
  const tracking = Array.from(url.searchParams.keys()).filter((name) => TRACKING.test(name));
  for (const name of tracking) url.searchParams.delete(name);
  return url;
}

/** One spelling for http and https, with and without `www.` and a closing slash: what makes two pages the same. */
export function pageIdentity(url: URL): string {
  const query = new URLSearchParams([...url.searchParams].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  const search = query.size > 0 ? `?${query.toString()}` : '';
  return `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}${search}`;
}

/** An absolute http(s) address, or null: what may stand in `from_url`, `post_url`, images and media. */
export function webAddress(value: unknown, base?: string): string | null {
  if (typeof value !== 'string' || value.trim() === '' || value.length > MAX_URL) return null;
  if (!URL.canParse(value.trim(), base)) return null;
  const url = new URL(value.trim(), base);
  return /^https?:$/.test(url.protocol) && url.href.length <= MAX_URL ? url.href : null;
}
