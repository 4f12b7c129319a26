import { parseCount } from '../../normalise/numbers';
import { type ErrorTable, layoutChanged } from '../builders/api-errors';
import { type ApiRequest, keyParts } from '../builders/api-request';
import { combinedFigures } from '../builders/combined-figures';
import { grantedToken } from '../builders/granted-token';
import { valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { nextPage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import type { AboutStore } from '../builders/stores-platform';
import type { Ctx } from '../context';
import { CrawlError } from '../crawl-error';
import { givenToken } from '../given-token';
import type { ChannelConfig } from '../platform';

const PAGE_SIZE = 100;
/** Reviews of the shop itself have this instead of the id of a product. */
const SHOP_REVIEWS = 'yotpo_site_reviews';
/** A person waits while the figures of all products are read. */
const MAX_PRODUCTS = 20;
/** The API with the secret has the first, the public one the second. */
const ROWS = ['reviews', 'response.reviews'];
const REFUSED = { CREDENTIALS_INVALID: 'Yotpo does not accept the keys.' };

/** What the code in an answer of the public API means. */
const CODES: ErrorTable = {
  401: REFUSED,
  403: REFUSED,
  404: { NOT_FOUND: 'Yotpo has no shop or product with these keys. Check what you sent.' },
  429: { RATE_LIMITED: 'Yotpo limits how often we may read it.' },
};

const meta = platformMeta({
  typeId: 32,
  slug: 'yotpo',
  label: 'Yotpo',
  category: 'shops',
  logo: ['Y', '#0042e4'],
  method: 'credentials',
  proof: { kind: 'recording', year: 2017 },
  hosts: ['api.yotpo.com', 'api-cdn.yotpo.com'],
  rate: { perSecond: 5, burst: 10, crawls: 4 },
  optional: ['stores'],
  instructions:
    'Copy the app key and the secret key of your shop from Yotpo under Settings > Store settings, and paste the access key in ' +
    'the form <app key>:<secret key>. All reviews of the shop and its products are read. Without the secret, enter the app key ' +
    'alone: then only the published reviews of the shop are read, or those of the products whose ids you enter under "Locations ' +
    'or stores", with their photos, replies and figures.',
  // With the secret, Yotpo lists the oldest review first and ignores every other order.
  caps: { order: 'oldest', paging: 'number', fullHistory: true, media: true, ownerReply: true },
  stores: { re: /^[\w.-]{1,100}$/, what: 'the id of a product', example: '8000000000001', max: MAX_PRODUCTS },
});

function keysOf(token: string): { appKey: string; secret: string | null } {
  const parts = token.includes(':') ? keyParts(token, ['app key', 'secret key']) : [token];
  const [appKey = '', secret = null] = parts;
  // The app key is a part of URLs.
  if (/^[\w-]{8,100}$/.test(appKey)) return { appKey, secret };
  const msg =
    'access_token has no app key of Yotpo. It has the form <app key>:<secret key>, or <app key> alone.';
  throw new CrawlError('CREDENTIALS_INVALID', msg);
}

/** Returns the token that Yotpo gives for the keys. */
function sessionOf(ctx: Ctx, appKey: string, secret: string): Promise<string> {
  const json = { client_id: appKey, client_secret: secret, grant_type: 'client_credentials' };
  const msg = 'Yotpo does not accept the keys. Check access_token.';
  return grantedToken(meta, ctx, async () => ({ url: 'https://api.yotpo.com/oauth/token', json }), {
    CREDENTIALS_INVALID: msg,
  });
}

async function requestOf(product: string, page: number, ctx: Ctx): Promise<ApiRequest> {
  const { appKey, secret } = keysOf(await ctx.token());
  if (secret === null) {
    return {
      url: `https://api-cdn.yotpo.com/v1/widget/${appKey}/products/${encodeURIComponent(product)}/reviews.json`,
      query: { per_page: PAGE_SIZE, page, sort: 'date', direction: 'desc' },
    };
  }
  return {
    url: `https://api.yotpo.com/v1/apps/${appKey}/reviews`,
    query: { utoken: await sessionOf(ctx, appKey, secret), count: PAGE_SIZE, page },
  };
}

function partitionsOf({ accessToken = '', stores = [] }: ChannelConfig): readonly string[] {
  if (accessToken.includes(':')) return [''];
  return stores.length > 0 ? stores : [SHOP_REVIEWS];
}

export const yotpo = jsonPlatform<{ app: string }, number>({
  meta,

  // The public API has the status 200 for errors too.
  errorIn(body) {
    const code = parseCount(valueAt(body, 'status.code')) ?? 200;
    if (code < 400) return null;
    return CODES[code] ?? { UPSTREAM_ERROR: `Yotpo responded with an error (code ${code}).` };
  },

  keyOf: (config) => ({ app: keysOf(givenToken(config)).appKey }),

  // The same with and without the secret, which a customer may add later.
  identityOf: ({ app }, { stores = [] }) => [app, ...stores.toSorted()].join(' '),

  partitions: (_key, config) => partitionsOf(config),

  async about(_key, config, ctx, read) {
    const products: AboutStore[] = [];
    // One after another, because many requests at once would exceed the limits of the platform.
    for (const product of partitionsOf(config)) {
      const body = await read(await requestOf(product, 1, ctx));
      if (!Array.isArray(valueAt(body, ROWS))) throw layoutChanged(meta);
      const said = valueAt(body, 'response.bottomline');
      products.push({ score: valueAt(said, 'average_score'), reviews: valueAt(said, 'total_review') });
    }
    return products.some(({ reviews }) => reviews !== undefined) ? combinedFigures(products) : {};
  },

  request: ({ partition, cursor }, ctx) => requestOf(partition, cursor ?? 1, ctx),

  rows: ROWS,
  // The CDN caches each page for itself, so a short page is not the end.
  next: nextPage({
    size: PAGE_SIZE,
    sizeAt: 'response.pagination.per_page',
    total: 'response.pagination.total',
  }),

  // The API with the secret and the public one have most fields in common. The e-mail address is not read.
  review: {
    id: 'id',
    author: ['user.display_name', 'name'],
    authorImage: 'user.social_image',
    title: 'title',
    text: 'content',
    rating: 'score',
    date: 'created_at',
    media: [{ at: 'images_data', url: 'original_url' }],
    reply: { text: 'comment.content', date: 'comment.created_at' },
    verified: ({ verified_buyer: isBuyer, reviewer_type: type }) =>
      isBuyer === true || type === 'verified_buyer',
    removed: ['deleted', 'archived'],
    additional: { sku: 'sku' },
  },
});
