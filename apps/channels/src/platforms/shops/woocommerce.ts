import { pageIdentity } from '../../normalise/urls';
import { layoutChanged, reasonOf } from '../builders/api-errors';
import { type ApiRequest, basic, bodyOf, keyParts, send } from '../builders/api-request';
import { valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import type { About } from '../builders/json-spec';
import { nextPage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import type { Ctx } from '../context';
import { CrawlError } from '../crawl-error';
import type { ChannelConfig } from '../platform';

/** A shop and the way to its REST API. */
interface ShopKey extends Readonly<Record<string, string>> {
  /** The URL of the WordPress site without a closing slash. */
  site: string;
  /** `path` below /wp-json, `query` for a site with plain permalinks, or empty before the shop was read. */
  route: string;
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
  proof: { kind: 'recording', year: 2022 },
  hosts: 'any',
  rate: { perSecond: 1, burst: 3, crawls: 16 },
  robots: 'api',
  optional: ['access_token'],
  urlExample: 'https://shop.example.com',
  instructions:
    'Paste the URL of your shop on WooCommerce. The published reviews of all products are read through the public Store API of ' +
    'WooCommerce, which needs no key. If your shop has closed it, create a key with read permission in WordPress under ' +
    'WooCommerce > Settings > Advanced > REST API, and paste the access key in the form <consumer key>:<consumer secret>. Keys ' +
    'are sent over https only. Replies to reviews are not read, because WooCommerce has no API for them.',
  caps: { order: 'newest', paging: 'number', fullHistory: true },
  urls: [/^https?:\/\/[^/]+/i],
  namedByType: true,
});

const REFUSED = {
  CREDENTIALS_INVALID:
    'WooCommerce does not accept the keys, or they may not read. Create keys with read permission.',
};
const CLOSED = {
  BLOCKED:
    'The shop has closed its REST API to visitors. Open it, or send keys of WooCommerce as access_token.',
};

function siteOf({ origin, pathname }: URL): string {
  const path = pathname.replace(/\/wp-json(?:\/.*)?$/i, '');
  return [origin, ...path.split('/').filter(Boolean)].join('/');
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

async function readShop(key: ShopKey, config: ChannelConfig, ctx: Ctx): Promise<About<ShopKey>> {
  const response = await send(requestOf(key, config, 1), ctx);
  if (!Array.isArray(bodyOf(meta, response))) throw layoutChanged(meta);
  const { site } = key;
  return { key, name: new URL(site).hostname, url: site, reviews: response.header('x-wp-total') };
}

/** The REST API of a shop may be below the given URL or at the root, by path or by query. */
async function findShop({ site }: ShopKey, config: ChannelConfig, ctx: Ctx): Promise<About<ShopKey>> {
  const sites = [...new Set([site, new URL(site).origin])];
  for (const key of sites.flatMap((one) => ['path', 'query'].map((route) => ({ site: one, route })))) {
    try {
      return await readShop(key, config, ctx);
    } catch (error) {
      // A site without the API answers 404, or with a page of its own.
      if (!(error instanceof CrawlError) || !/^(?:NOT_FOUND|LAYOUT_CHANGED)$/.test(error.code)) throw error;
    }
  }
  const msg = `There is no shop on WooCommerce at ${site}. Send the URL of the home page of the shop.`;
  throw new CrawlError('NOT_FOUND', msg);
}

export const woocommerce = jsonPlatform<ShopKey, number>({
  meta,

  // A site that asks visitors for a password responds 401 too.
  errors: { 401: CLOSED },
  errorOf: ({ status, body }) =>
    status === 401 || status === 403
      ? reasonOf(valueAt(body, 'code'), [
          [/^woocommerce_rest_/, REFUSED],
          [/^rest_/, CLOSED],
        ])
      : null,

  keyOfUrl: (_groups, url) => ({ site: siteOf(url), route: '' }),
  identityOf: ({ site }) => pageIdentity(new URL(site)),

  about: (key, config, ctx) => (key.route === '' ? findShop(key, config, ctx) : readShop(key, config, ctx)),

  request: ({ key, config, cursor }) => requestOf(key, config, cursor ?? 1),

  rows: '',
  next: nextPage({ size: PAGE_SIZE, pages: ({ header }) => header('x-wp-totalpages') }),

  review: {
    id: 'id',
    author: 'reviewer',
    authorImage: 'reviewer_avatar_urls.96',
    text: 'review',
    url: 'product_permalink',
    rating: 'rating',
    // Old versions of the API with keys lack the first.
    date: ['date_created_gmt', 'date_created'],
    verified: 'verified',
    additional: { product: 'product_name' },
  },
});
