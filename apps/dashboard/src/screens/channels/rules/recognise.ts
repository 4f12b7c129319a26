import type { ChannelType } from './channel-state';

type Pattern = Pick<
  ChannelType,
  'type' | 'category' | 'method' | 'url_pattern' | 'url_flags' | 'url_example'
>;

export type Recognition<Type> =
  | { kind: 'empty' | 'unknown' | 'no_address' }
  /** Patterns match: the most particular types first. */
  | { kind: 'profile'; types: readonly [Type, ...Type[]] }
  /** The host is one of the platform, and the path is not that of its example. */
  | { kind: 'other_page'; type: Type };

/** Longer addresses are not tried, because the time of a pattern may grow with them. */
const MAX_URL = 2_048;
/** An address that only patterns for any website match. */
const ANY_WEBSITE = 'https://any.invalid/page';

/** Says which platform an address belongs to, by the patterns and examples of the types. */
export function recognise<Type extends Pattern>(address: string, types: readonly Type[]): Recognition<Type> {
  const text = address.trim();
  if (text === '') return { kind: 'empty' };
  const url = urlOf(text);
  if (!url || text.length > MAX_URL) return { kind: 'no_address' };
  const withAddress = types.filter(({ url_pattern }) => url_pattern !== null);
  const matching = withAddress.filter((type) => matches(type, url.href));
  const particular = matching.filter((type) => !matches(type, ANY_WEBSITE));
  const [first, ...others] = particular;
  if (first) return { kind: 'profile', types: [first, ...others] };
  const sameHost = withAddress.find(
    (type) => !matches(type, ANY_WEBSITE) && hostOf(type.url_example) === hostOf(url.href),
  );
  if (sameHost) return { kind: 'other_page', type: sameHost };
  // Any website may be a shop, but most are none.
  const [general, ...more] = matching.toSorted((a, b) => Number(isWebsite(b)) - Number(isWebsite(a)));
  return general ? { kind: 'profile', types: [general, ...more] } : { kind: 'unknown' };
}

/** Returns true if two addresses lead to one profile, as far as the text says: scheme, www. and a last slash do not count. */
export function isSameAddress(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && plain(a) === plain(b);
}

/** Adds the scheme that people leave out. */
export function withScheme(address: string): string {
  const text = address.trim();
  return text === '' || /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
}

function isWebsite({ category }: Pattern): boolean {
  return category === 'website';
}

function matches({ url_pattern, url_flags }: Pattern, url: string): boolean {
  try {
    return new RegExp(url_pattern ?? '(?!)', url_flags ?? '').test(url);
  } catch {
    return false;
  }
}

/** A word without a dot is a name and no host, unless its scheme says otherwise: `http://localhost:9100/`. */
function urlOf(text: string): URL | null {
  const url = parsed(withScheme(text));
  const isHost = text.includes('://') || url?.hostname.includes('.');
  return url && isHost && /^https?:$/.test(url.protocol) ? url : null;
}

function hostOf(url: string | null): string | null {
  return (url && parsed(url)?.hostname.replace(/^www\./, '')) || null;
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function plain(url: string): string {
  return url
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/\/+$/, '')
    .toLowerCase();
}
