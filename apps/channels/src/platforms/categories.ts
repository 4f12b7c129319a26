/** The folders below `platforms`, and the kinds of platform in the catalogue. */
export const CATEGORIES = [
  'apps',
  'beauty',
  'companies',
  'employers',
  'extensions',
  'health',
  'home_services',
  'local',
  'marketplaces',
  'professionals',
  'shops',
  'software',
  'support',
  'surveys',
  'travel',
  'website',
  'weddings',
] as const;
export type Category = (typeof CATEGORIES)[number];
