import { CrawlError } from '../crawl-error';
import type { Platform } from '../platform';
import { type GivenMeta, platformMeta } from './platform-meta';

/** What is known of a platform without a way to read its reviews. */
type DashboardPlatform = Pick<
  GivenMeta,
  'typeId' | 'slug' | 'label' | 'aliases' | 'category' | 'logo' | 'ratingScale'
> & {
  /** Why the platform cannot be read: `Amazon shows reviews to signed-in customers only.` */
  reason: string;
};

/** Makes a platform whose reviews are imported as CSV files. It is never crawled. */
export function dashboardPlatform({ reason, ...known }: DashboardPlatform): Platform {
  const meta = platformMeta({
    ...known,
    method: 'dashboard',
    proof: null,
    hosts: [],
    rate: { perSecond: 1, burst: 1, crawls: 1 },
    robots: 'obey',
    instructions: `${reason} Export the reviews there and import them here as a CSV file.`,
    caps: { order: 'none', paging: 'none', media: true, ownerReply: true },
  });
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
