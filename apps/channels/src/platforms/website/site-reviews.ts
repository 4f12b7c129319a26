import { platformMeta } from '../builders/platform-meta';
import { basic, keyParts, readJson } from '../builders/api-request';
import { CrawlError } from '../crawl-error';
import type { Ctx, ErrorResponse } from '../context';
import { jsonPlatform } from '../builders/json-platform';
import { siteIdentity, siteKey, type SiteKey } from './site-key';

const PAGE_SIZE = 100;

interface Row {
  id?: number | string;
  title?: string;
  content?: string;
  rating?: number;
  name?: string;
  avatar?: string;
  /** In the time zone of the site, without a zone. */
  date?: string;
  date_gmt?: string;
  response?: string | null;
  url?: string;
  type?: string;
  is_approved?: boolean;
  is_verified?: boolean;
}

interface Summary {
  average?: number;
  /** The highest rating of the site. */
  maximum?: number;
  reviews?: number;
}

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

async function headersOf(ctx: Ctx): Promise<{ authorization: string }> {
  const [user = '', password = ''] = keyParts(await ctx.token(), ['user', 'application password']);
  return basic(user, password);
}

async function summaryOf(site: string, ctx: Ctx): Promise<Summary> {
  const url = `${site}/wp-json/site-reviews/v1/summary`;
  return readJson<Summary>(meta, { url, headers: await headersOf(ctx) }, ctx);
}

function scaleOf({ maximum }: Summary): number {
  const isScale = typeof maximum === 'number' && Number.isInteger(maximum) && maximum >= 2 && maximum <= 100;
  return isScale ? maximum : meta.ratingScale;
}

function errorOf({ status, body }: ErrorResponse): CrawlError | null {
  const { code } = (body ?? {}) as { code?: unknown };
  if (status === 404) {
    const msg =
      'No WordPress site with the plugin Site Reviews was found there. Check the URL, and that the plugin is active.';
    return new CrawlError('INVALID_PROFILE', msg);
  }
  if (status !== 403 || typeof code !== 'string') return null;
  const msg = 'The WordPress user may not read reviews. Send the application password of another user.';
  return new CrawlError('CREDENTIALS_INVALID', msg);
}

export const siteReviews = jsonPlatform<SiteKey, number, Row[], Row, { scale: number }>({
  meta,

  keyOfUrl: (_groups, url) => siteKey(url),

  identityOf: siteIdentity,

  errorOf,

  async about({ url }, _config, ctx) {
    const summary = await summaryOf(url, ctx);
    const { average, reviews } = summary;
    return { name: new URL(url).hostname, url, score: average, scale: scaleOf(summary), reviews };
  },

  request: async ({ key, cursor }, ctx) => ({
    url: `${key.url}/wp-json/site-reviews/v1/reviews`,
    query: { page: cursor ?? 1, per_page: PAGE_SIZE, orderby: 'date_gmt', order: 'desc', status: 'approved' },
    headers: await headersOf(ctx),
  }),

  rows: (body) => body,

  next({ header, count, request }) {
    const page = request.cursor ?? 1;
    return count > 0 && page < Number(header('x-wp-totalpages') ?? 0) ? page + 1 : null;
  },

  // The owner of a site chooses its highest rating.
  extra: async (_rows, { key }, ctx) => ({ scale: scaleOf(await summaryOf(key.url, ctx)) }),

  review(row, { extra: { scale } }) {
    if (row.is_approved === false) return null;
    return {
      id: row.id,
      author: row.name,
      authorImage: row.avatar,
      title: row.title,
      text: row.content,
      url: row.url,
      // 0 is a review without stars, on any scale.
      rating: row.rating || null,
      scale,
      date: row.date_gmt ?? row.date,
      reply: row.response ? { text: row.response } : null,
      verified: row.is_verified === true,
      additional: { type: row.type },
    };
  },
});
