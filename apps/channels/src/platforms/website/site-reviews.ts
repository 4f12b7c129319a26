import { basic, keyParts, readJson } from '../builders/api-request';
import { type JsonObject, textAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import type { About } from '../builders/json-spec';
import { nextPage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import type { Ctx } from '../context';
import { siteIdentity, siteKey, type SiteKey } from './site-key';
import { siteScale } from './site-scale';

const PAGE_SIZE = 100;
const REFUSED = {
  CREDENTIALS_INVALID:
    'The WordPress user may not read reviews. Send the application password of another user.',
};

const meta = platformMeta({
  typeId: 55,
  slug: 'site_reviews',
  label: 'Site Reviews',
  aliases: ['wordpress_site_reviews'],
  category: 'website',
  logo: ['S', '#ffb900'],
  method: 'credentials',
  hosts: 'any',
  rate: { perSecond: 1, burst: 2, crawls: 16 },
  required: ['access_token', 'url'],
  urlExample: 'https://www.example.com',
  instructions:
    'Paste the URL of your WordPress site with the plugin Site Reviews, as your browser shows it. The site must use https, and ' +
    'its permalinks must not be plain. Create an application password ' +
    'in the profile of a WordPress user who may edit reviews. As access_token send the name of the user and the password with ' +
    'a colon between them: editor:abcd efgh ijkl mnop. Approved reviews are read. E-mail and IP addresses are not stored.',
  caps: { order: 'newest', paging: 'number', ownerReply: true },
  urls: [/^https:\/\/[^/]+/i],
  namedByType: true,
});

async function headers(ctx: Ctx): Promise<{ authorization: string }> {
  const [user = '', password = ''] = keyParts(await ctx.token(), ['user', 'application password']);
  return basic(user, password);
}

type Summary = Pick<About, 'score' | 'reviews'> & { scale: number };

/** Returns the figures of a site. Its owner chooses the highest rating. */
async function summaryOf({ url }: SiteKey, ctx: Ctx): Promise<Summary> {
  const request = { url: `${url}/wp-json/site-reviews/v1/summary`, headers: await headers(ctx) };
  const { average, maximum, reviews } = await readJson<JsonObject>(meta, request, ctx);
  return { score: average, scale: siteScale(maximum), reviews };
}

export const siteReviews = jsonPlatform<SiteKey, number, JsonObject, JsonObject, { scale: number }>({
  meta,

  errors: {
    404: {
      INVALID_PROFILE:
        'No WordPress site with the plugin Site Reviews was found there. Check the URL, and that the plugin is active.',
    },
  },
  // Without a code, the answer does not come from WordPress.
  errorOf: ({ status, body }) => (status === 403 && textAt(body, 'code') !== '' ? REFUSED : null),

  keyOfUrl: (_groups, url) => siteKey(url),
  identityOf: siteIdentity,

  headers,

  async about(key, _config, ctx) {
    return { name: new URL(key.url).hostname, url: key.url, ...(await summaryOf(key, ctx)) };
  },

  request: ({ key, cursor }) => ({
    url: `${key.url}/wp-json/site-reviews/v1/reviews`,
    query: { page: cursor ?? 1, per_page: PAGE_SIZE, orderby: 'date_gmt', order: 'desc', status: 'approved' },
  }),

  rows: '',
  next: nextPage({ size: PAGE_SIZE, pages: ({ header }) => header('x-wp-totalpages') }),

  extra: async (_rows, { key }, ctx) => ({ scale: (await summaryOf(key, ctx)).scale }),

  review: {
    skip: (row) => row['is_approved'] === false,
    id: 'id',
    author: 'name',
    authorImage: 'avatar',
    title: 'title',
    text: 'content',
    url: 'url',
    // 0 is a review without stars, on any scale.
    rating: ({ rating }) => rating || null,
    scale: (_row, { extra }) => extra.scale,
    // The second date is in the time zone of the site, without a zone.
    date: ['date_gmt', 'date'],
    reply: { text: 'response' },
    verified: 'is_verified',
    additional: { type: 'type' },
  },
});
