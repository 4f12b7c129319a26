import { parseUrl } from '@plaudit/contracts';
import type { ChannelConfig, PlatformMeta, ProfileKey } from '../platform';

/** Returns the key that the URL patterns of a platform give a URL, or null. */
export function matchUrl<K extends ProfileKey>(
  meta: PlatformMeta,
  url: URL,
  keyOfUrl: (groups: Readonly<Record<string, string>>, url: URL) => K | null = (groups) => groups as K,
): K | null {
  for (const re of meta.urls) {
    const match = re.exec(url.href);
    if (!match) continue;
    const named = Object.entries(match.groups ?? {}).filter(([, value]) => value !== undefined);
    return keyOfUrl(Object.fromEntries(named) as Record<string, string>, url);
  }
  return null;
}

/** Returns the profile that the URL of a channel points to, or null. */
export function matchConfig<K>(match: (url: URL) => K | null, { url: text }: ChannelConfig): K | null {
  const url = parseUrl(text ?? '');
  return url && match(url);
}
