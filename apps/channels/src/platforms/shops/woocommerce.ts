import { platformMeta } from '../builders/platform-meta';
import { parseCount } from '../../normalise/numbers';
import { pageIdentity } from '../../normalise/urls';
import { type ApiRequest, basic, bodyOf, keyParts, send } from '../builders/api-request';
import { layoutChanged } from '../builders/api-errors';
import type { Ctx, ErrorResponse } from '../context';
import { CrawlError } from '../crawl-error';
import { jsonPlatform } from '../builders/json-platform';
import type { ChannelConfig } from '../platform';

/** A shop and the way to its REST API. */
interface ShopKey extends Readonly<Record<string, string>> {
  /** The URL of the WordPress site without a closing slash. */
  site: string;
  /** `path` below /wp-json, `query` for a site with plain permalinks, or empty before the shop was read. */
  route: string;
}

/** The public API and the one with keys have most fields in common. The latter has no `date_created_gmt` in old versions. */
interface Row {
  id?: number;
  date_created?: string;
  date_created_gmt?: string;
  product_name?: string;
  product_permalink?: string;
  reviewer?: string;
  review?: string;
  rating?: number;
  verified?: boolean;
  reviewer_avatar_urls?: Record<string, string>;
}

const PAGE_SIZE = 100;

const meta = platformMeta({
  typeId: 30,
  slug: 'woocommerce',
  label: 'WooCommerce',
  aliases: ['woo', 'woo_commerce'],
  category: 'shops',
  logo: ['W', '#7f54b3'],
  method: 'url',
  hosts: 'any',
  rate: { perSecond: 1, burst: 3, crawls: 16 },
  robots: 'api',
  optional: ['access_token'],
  urlExample: 'https://shop.example.com',
  instructions:
    'Paste the URL of your shop on WooCommerce. The published reviews of all products are read through the public Store API ' +
    'of WooCommerce, which needs no key. If your shop has closed it, create a key with read permission in WordPress under ' +
    'WooCommerce > Settings > Advanced > REST API, and send access_token in the form <consumer key>:<consumer secret>. ' +
    'Keys are sent over https only. Replies to reviews are not read, because WooCommerce has no API for them.',
  caps: { order: 'newest', paging: 'number' },
  urls: [/^https?:\/\/[^/]+/i],
  namedByType: true,
});

function siteOf({ origin, pathname }: URL): string {
  const path = pathname.replace(/\/wp-json(?:\/.*)?$/i, '');
  return `${origin}${path
    .split('/')
    .filter(Boolean)
    .map((part) => `/${part}`)
    .join('')}`;
}

function requestOf({ site, route }: ShopKey, { accessToken }: ChannelConfig, page: number): ApiRequest {
  const isPublic = accessToken === undefined;
  const path = isPublic ? 'wc/store/v1/products/reviews' : 'wc/v3/products/reviews';
  return {
    url: route === 'query' ? `${site}/?rest_route=/${path}` : `${site}/wp-json/${path}`,
    query: {
      page,
      per_page: PAGE_SIZE,
      orderby: 'date',
      order: 'desc',
      status: isPublic ? undefined : 'approved',
    },
    headers: isPublic ? {} : authorizationFor(site, accessToken),
  };
}

function authorizationFor(site: string, accessToken: string): { authorization: string } {
  const [key = '', secret = ''] = keyParts(accessToken, ['consumer key', 'consumer secret']);
  if (site.startsWith('https:')) return basic(key, secret);
  const msg = 'The keys of a shop are sent over https only. Send a URL that begins with https://.';
  throw new CrawlError('INVALID_PROFILE', msg);
}

/** Returns the places where the REST API of a shop may be: below the given URL or at the root, by path or by query. */
function candidatesOf(given: string): ShopKey[] {
  const sites = [...new Set([given, new URL(given).origin])];
  return sites.flatMap((site) => [
    { site, route: 'path' },
    { site, route: 'query' },
  ]);
}

interface FoundShop {
  key: ShopKey;
  reviews: number | null;
}

async function readShop(key: ShopKey, config: ChannelConfig, ctx: Ctx): Promise<FoundShop> {
  const response = await send(requestOf(key, config, 1), ctx);
  if (!Array.isArray(bodyOf(meta, response))) throw layoutChanged(meta);
  return { key, reviews: parseCount(response.header('x-wp-total')) };
}

async function findShop(key: ShopKey, config: ChannelConfig, ctx: Ctx): Promise<FoundShop> {
  if (key.route !== '') return readShop(key, config, ctx);
  for (const candidate of candidatesOf(key.site)) {
    try {
      return await readShop(candidate, config, ctx);
    } catch (error) {
      // A site without the API answers 404, or with a page of its own.
      if (!(error instanceof CrawlError) || !/^(?:NOT_FOUND|LAYOUT_CHANGED)$/.test(error.code)) throw error;
    }
  }
  const msg = `There is no shop on WooCommerce at ${key.site}. Send the URL of the home page of the shop.`;
  throw new CrawlError('NOT_FOUND', msg);
}

function errorOf({ status, body }: ErrorResponse): CrawlError | null {
  if (status !== 401 && status !== 403) return null;
  const { code } = (body ?? {}) as { code?: unknown };
  const reason = typeof code === 'string' ? code : '';
  if (reason.startsWith('woocommerce_rest_')) {
    const msg =
      'WooCommerce does not accept the keys, or they may not read. Create keys with read permission.';
    return new CrawlError('CREDENTIALS_INVALID', msg);
  }
  // A site that asks visitors for a password responds 401 too.
  if (status !== 401 && !reason.startsWith('rest_')) return null;
  const msg =
    'The shop has closed its REST API to visitors. Open it, or send keys of WooCommerce as access_token.';
  return new CrawlError('BLOCKED', msg);
}

export const woocommerce = jsonPlatform<ShopKey, number, Row[], Row>({
  meta,
  errorOf,

  keyOfUrl: (_groups, url) => ({ site: siteOf(url), route: '' }),

  identityOf: ({ site }) => pageIdentity(new URL(site)),

  async about(key, config, ctx) {
    const shop = await findShop(key, config, ctx);
    const { site } = shop.key;
    return { ...shop, name: new URL(site).hostname, url: site };
  },

  request: ({ key, config, cursor }) => requestOf(key, config, cursor ?? 1),

  rows: (body) => body,

  next({ count, request, header }) {
    const page = request.cursor ?? 1;
    const pages = parseCount(header('x-wp-totalpages'));
    const hasMore = pages === null ? count === PAGE_SIZE : count > 0 && page < pages;
    return hasMore ? page + 1 : null;
  },

  review: (row) => ({
    id: row.id,
    author: row.reviewer,
    authorImage: row.reviewer_avatar_urls?.['96'],
    text: row.review,
    url: row.product_permalink,
    rating: row.rating,
    date: row.date_created_gmt ?? row.date_created,
    verified: row.verified === true,
    additional: { product: row.product_name },
  }),
});
