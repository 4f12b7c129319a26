import { pageIdentity } from '../../normalise/urls';
import { platformMeta } from '../builders/platform-meta';
import { schemaPlatform } from '../builders/schema/schema-platform';

const meta = platformMeta({
  typeId: 1,
  slug: 'website_schema',
  label: 'Website',
  aliases: ['website', 'schema', 'schema_org', 'json_ld', 'structured_data'],
  category: 'website',
  logo: ['W', '#0f766e'],
  method: 'url',
  proof: { kind: 'specification' },
  hosts: 'any',
  rate: { perSecond: 1 / 3, burst: 2, crawls: 16 },
  urlExample: 'https://www.example.com/reviews',
  instructions:
    'Paste the URL of a page of your own website that shows reviews and marks them up with schema.org (JSON-LD, ' +
    "microdata or RDFa), as shop and testimonial plugins do. Google's Rich Results Test shows whether a page does. " +
    'Further pages are read if they are linked with rel="next". robots.txt is obeyed.',
  caps: { order: 'none', paging: 'cursor', fullHistory: 'counted', media: true, ownerReply: true },
  urls: [/^https?:\/\/[^/]+/i],
  catchAll: true,
  writtenByOthers: true,
  maxPages: 50,
});

export const websiteSchema = schemaPlatform({
  meta,
  match: (url) => (meta.urls[0]?.test(url.href) ? { url: url.href } : null),
  identityOf: ({ url }) => pageIdentity(new URL(url)),
  withoutMarkup:
    'The page has no reviews or ratings that are marked up with schema.org. Add the markup or send the URL of another page.',
});
