import { canonicalUrl } from '../normalise/urls';
import { appStore } from './app-store';
import type { Platform } from './platform';
import { websiteSchema } from './website-schema';

/** Every platform there is: one file each, added here by hand. */
export const PLATFORMS: readonly Platform[] = [appStore, websiteSchema];

/** The platform of a slug or one of its aliases. */
export function findPlatform(type: string): Platform | null {
  const name = type.trim().toLowerCase();
  return PLATFORMS.find(({ meta }) => meta.slug === name || meta.aliases.includes(name)) ?? null;
}

/** The platform of a stored channel; its slug was checked when the channel was added. */
export function getPlatform(slug: string): Platform {
  const platform = PLATFORMS.find(({ meta }) => meta.slug === slug);
  if (!platform) throw new Error(`there is no platform "${slug}"`);
  return platform;
}

/** The one platform that an address belongs to: a platform of its own before the one that takes any page. */
export function platformOfUrl(raw: string, platforms: readonly Platform[] = PLATFORMS): Platform | null {
  const url = canonicalUrl(raw);
  if (url === null) return null;
  const matching = platforms.filter((platform) => platform.match(url) !== null);
  return matching.find(({ meta }) => !meta.catchAll) ?? matching[0] ?? null;
}
