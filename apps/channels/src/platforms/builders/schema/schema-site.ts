import { pageIdentity } from '../../../normalise/urls';
import { matchUrl } from '../match-url';
import { isOwnHost } from '../../own-host';
import type { Platform, ProfileKey } from '../../platform';
import type { Proof } from '../../proof';
import { type GivenMeta, platformMeta } from '../platform-meta';
import { type PageKey, schemaPlatform } from './schema-platform';

/** What is known of a site whose pages are read by their schema.org markup only. */
type SchemaSite = Pick<
  GivenMeta,
  'typeId' | 'slug' | 'label' | 'aliases' | 'category' | 'logo' | 'urls' | 'ratingScale'
> & {
  hosts: readonly string[];
  urlExample: string;
  /** What the page of a profile is called on the site: `the page of your business`. */
  page: string;
  /** Default: the specification of schema.org, because no page of the site was recorded. */
  proof?: Proof;
  /** Returns the URL of the page with the reviews, on one of the hosts. Default: the URL without its query. */
  pageOf?(groups: Readonly<Record<string, string>>, url: URL): string;
};

/**
 * Makes a platform of a site without an API for reviews. It reads what the page marks up: the official figures and the
 * reviews that search engines are shown, which are never all of them. Such sites often refuse automated access.
 */
export function schemaSite({
  page,
  pageOf,
  proof = { kind: 'specification' },
  ...site
}: SchemaSite): Platform<PageKey, string> {
  const meta = platformMeta({
    ...site,
    method: 'url',
    proof,
    rate: { perSecond: 1 / 3, burst: 1, crawls: 2 },
    instructions:
      `Paste the URL of ${page} on ${site.label}. Only the score, the number of reviews and the reviews that the page marks up ` +
      `with schema.org are read. ${site.label} may refuse automated access. Older reviews can be imported as a CSV file.`,
    caps: { order: 'none', paging: 'cursor' },
    maxPages: 5,
    writtenByOthers: true,
  });
  const plain = (_groups: ProfileKey, { origin, pathname }: URL): string => origin + pathname;
  const keyOf = (groups: Readonly<Record<string, string>>, url: URL): PageKey | null => {
    const pageUrl = (pageOf ?? plain)(groups, url);
    return isOwnHost(site, new URL(pageUrl).hostname) ? { ...groups, url: pageUrl } : null;
  };
  return schemaPlatform({
    meta,
    match: (url) => matchUrl(meta, url, keyOf),
    identityOf: ({ url }) => pageIdentity(new URL(url)),
    withoutMarkup: `${site.label} shows no reviews or ratings on this page that can be read. Check that it is ${page}.`,
  });
}
