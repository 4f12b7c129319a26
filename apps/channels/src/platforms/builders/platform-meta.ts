import type { Capabilities, ConnectionField, PlatformMeta } from '../platform';

/** What most platforms have in common, so that their metadata do not repeat it. */
type Usual =
  | 'aliases'
  | 'ratingScale'
  | 'rate'
  | 'robots'
  | 'required'
  | 'optional'
  | 'urlExample'
  | 'urls'
  | 'maxPages';

/** The metadata of a platform. What is left out has the default of {@link platformMeta}. */
export type GivenMeta = Omit<PlatformMeta, Usual | 'caps' | 'logo'> &
  Partial<Pick<PlatformMeta, Usual>> & {
    /** Letter and colour of the logo. */
    logo: readonly [letter: string, colour: string];
    /** Default: some of the reviews, with a rating and a text, without media and replies of the owner. */
    caps: Pick<Capabilities, 'order' | 'paging'> & Partial<Capabilities>;
  };

const REQUIRED: Readonly<Record<PlatformMeta['method'], readonly ConnectionField[]>> = {
  url: ['url'],
  credentials: ['access_token'],
  oauth: [],
  dashboard: [],
};

/**
 * Returns the metadata of a platform. Defaults: no other names, five stars, two requests a second of at most four crawls, what the
 * method requires, no URLs, and 10,000 pages. A platform with keys or sign-in has a documented API; one with neither obeys robots.txt
 * unless its metadata say that it has one, too.
 */
export function platformMeta({ logo, caps, ...given }: GivenMeta): PlatformMeta {
  return {
    required: REQUIRED[given.method],
    optional: [],
    aliases: [],
    ratingScale: 5,
    rate: { perSecond: 2, burst: 4, crawls: 4 },
    robots: given.method === 'url' ? 'obey' : 'api',
    urlExample: null,
    urls: [],
    maxPages: caps.paging === 'none' ? 1 : 10_000,
    ...given,
    logo: letterLogo(...logo),
    caps: { fullHistory: false, rating: true, text: true, media: false, ownerReply: false, ...caps },
  };
}

/** Returns a logo as a data URI: a square with a letter, because the real logos are trademarks. */
function letterLogo(letter: string, colour: string): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colour}"/>` +
    `<text x="16" y="22" font-family="sans-serif" font-size="18" font-weight="700" fill="#fff" text-anchor="middle">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
