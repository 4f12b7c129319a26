import { canonicalUrl } from '../normalise/urls';
import { APPS } from './apps/apps';
import { BEAUTY } from './beauty/beauty';
import { COMPANIES } from './companies/companies';
import { EMPLOYERS } from './employers/employers';
import { EXTENSIONS } from './extensions/extensions';
import { HEALTH } from './health/health';
import { HOME_SERVICES } from './home-services/home-services';
import { LOCAL } from './local/local';
import { MARKETPLACES } from './marketplaces/marketplaces';
import type { Platform } from './platform';
import { PROFESSIONALS } from './professionals/professionals';
import { SHOPS } from './shops/shops';
import { SOFTWARE } from './software/software';
import { SUPPORT } from './support/support';
import { SURVEYS } from './surveys/surveys';
import { TRAVEL } from './travel/travel';
import { WEBSITES } from './website/website';
import { WEDDINGS } from './weddings/weddings';

/** All platforms. Each is one file in the folder of its category, whose list it is added to by hand. */
export const PLATFORMS: readonly Platform[] = [
  ...APPS,
  ...BEAUTY,
  ...COMPANIES,
  ...EMPLOYERS,
  ...EXTENSIONS,
  ...HEALTH,
  ...HOME_SERVICES,
  ...LOCAL,
  ...MARKETPLACES,
  ...PROFESSIONALS,
  ...SHOPS,
  ...SOFTWARE,
  ...SUPPORT,
  ...SURVEYS,
  ...TRAVEL,
  ...WEBSITES,
  ...WEDDINGS,
];

/** Returns the platform of a slug or alias, or null. */
export function findPlatform(type: string): Platform | null {
  const name = type.trim().toLowerCase();
  return PLATFORMS.find(({ meta }) => meta.slug === name || meta.aliases.includes(name)) ?? null;
}

/** Returns the platform of a stored channel, whose slug was checked when the channel was added. */
export function getPlatform(slug: string): Platform {
  const platform = PLATFORMS.find(({ meta }) => meta.slug === slug);
  if (!platform) throw new Error(`Unknown platform "${slug}"`);
  return platform;
}

/**
 * Returns the platform that a URL belongs to, or null. A specific platform wins over the one that accepts any page. Platforms
 * that only their type leads to do not count.
 */
export function platformOfUrl(raw: string, platforms: readonly Platform[] = PLATFORMS): Platform | null {
  const url = canonicalUrl(raw);
  if (url === null) return null;
  const matching = platforms.filter(({ meta, match }) => !meta.namedByType && match(url) !== null);
  return matching.find(({ meta }) => !meta.catchAll) ?? matching[0] ?? null;
}
