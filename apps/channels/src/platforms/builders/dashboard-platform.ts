import { CrawlError } from '../crawl-error';
import { letterLogo, type Platform, type PlatformMeta } from '../platform';

/** What is known of a platform without a way to read its reviews. */
type DashboardPlatform = Pick<
  PlatformMeta,
  'typeId' | 'slug' | 'label' | 'aliases' | 'category' | 'ratingScale'
> & {
  /** Letter and colour of the logo. */
  logo: readonly [letter: string, colour: string];
  /** Why the platform cannot be read: `Amazon shows reviews to signed-in customers only.` */
  reason: string;
};

/** Makes a platform whose reviews are imported as CSV files. It is never crawled. */
export function dashboardPlatform({ logo, reason, ...known }: DashboardPlatform): Platform {
  const meta: PlatformMeta = {
    ...known,
    logo: letterLogo(...logo),
    method: 'dashboard',
    hosts: [],
    rate: { perSecond: 1, burst: 1, crawls: 1 },
    robots: 'obey',
    required: [],
    optional: [],
    urlExample: null,
    instructions: `${reason} Export the reviews and import them as a CSV file with POST /channels/import.`,
    caps: {
      order: 'none',
      fullHistory: false,
      paging: 'none',
      rating: true,
      text: true,
      media: true,
      ownerReply: true,
    },
    urls: [],
    maxPages: 1,
  };
  const refused = (): never => {
    throw new CrawlError('INVALID_PROFILE', `${reason} Import a CSV file instead.`);
  };
  return {
    meta,
    match: () => null,
    validate: async () => refused(),
    profile: async () => refused(),
    partitions: () => [],
    fetchPage: async () => refused(),
    normalize: () => ({ reviews: [], rejected: [] }),
  };
}
