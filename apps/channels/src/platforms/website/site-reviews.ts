import { type ApiRequest, basic, keyParts } from '../builders/api-request';
import { type JsonObject, numberAt, textAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { nextPage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { siteIdentity, siteKey, type SiteKey } from './site-key';
import { siteScale } from './site-scale';

const PAGE_SIZE = 100;
const REFUSED = {
  CREDENTIALS_INVALID: 'The WordPress user may not read reviews. Send another user and password.',
};

const meta = platformMeta({
  typeId: 55,
  slug: 'site_reviews',
  label: 'Site Reviews',
  aliases: ['wordpress_site_reviews'],
  category: 'website',
  logo: ['S', '#ffb900'],
  method: 'credentials',
  proof: { kind: 'specification' },
  hosts: 'any',
  rate: { perSecond: 1, burst: 2, crawls: 16 },
  required: ['access_token', 'url'],
  urlExample: 'https://www.example.com',
  instructions:
    'Paste the URL of your WordPress site with the plugin Site Reviews, as your browser shows it. The site must use https, and ' +
    'its permalinks must not be plain. Create an application password in the profile of a WordPress user who may edit reviews. ' +
    'As the access key, paste the name of the user and the password with a colon between them: editor:abcd efgh ijkl mnop. ' +
    'Approved reviews are read. E-mail and IP addresses are not stored.',
  caps: { order: 'newest', paging: 'number', fullHistory: true, ownerReply: true },
  urls: [/^https:\/\/[^/]+/i],
  namedByType: true,
});

const summaryOf = ({ url }: SiteKey): ApiRequest => ({ url: `${url}/wp-json/site-reviews/v1/summary` });

export const siteReviews = jsonPlatform<SiteKey, number, JsonObject, JsonObject, number>({
  meta,

  errors: {
    404: {
      INVALID_PROFILE: 'Site Reviews was not found there. Check the URL, and that the plugin is active.',
    },
  },
  // Without a code, the answer does not come from WordPress.
  errorOf: ({ status, body }) => (status === 403 && textAt(body, 'code') !== '' ? REFUSED : null),

  keyOfUrl: (_groups, url) => siteKey(url),
  identityOf: siteIdentity,

  async headers(ctx) {
    const [user = '', password = ''] = keyParts(await ctx.token(), ['user', 'application password']);
    return basic(user, password);
  },

  about: {
    request: summaryOf,
    name: (_body, { url }) => new URL(url).hostname,
    url: ({ url }) => url,
    score: 'average',
    scale: ({ maximum }) => siteScale(maximum),
    reviews: 'reviews',
  },

  request: ({ key, cursor }) => ({
    url: `${key.url}/wp-json/site-reviews/v1/reviews`,
    query: { page: cursor ?? 1, per_page: PAGE_SIZE, orderby: 'date_gmt', order: 'desc', status: 'approved' },
  }),

  rows: '',
  next: nextPage({ size: PAGE_SIZE, pages: ({ header }) => header('x-wp-totalpages') }),

  // The owner of a site chooses the highest rating.
  extra: async (_rows, { key }, _ctx, read) => siteScale((await read(summaryOf(key)))['maximum']),

  review: {
    skip: (row) => row['is_approved'] === false,
    id: 'id',
    author: 'name',
    authorImage: 'avatar',
    title: 'title',
    text: 'content',
    url: 'url',
    // 0 is a review without stars, on any scale.
    rating: (row) => numberAt(row, 'rating') || null,
    scale: (_row, { extra }) => extra,
    // The second date is in the time zone of the site, without a zone.
    date: ['date_gmt', 'date'],
    reply: { text: 'response' },
    verified: 'is_verified',
    additional: { type: 'type' },
  },
});
