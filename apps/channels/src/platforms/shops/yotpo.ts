import { platformMeta } from '../builders/platform-meta';
import { type ApiRequest, keyParts, readJson } from '../builders/api-request';
import { layoutChanged, notFound } from '../builders/api-errors';
import { combinedFigures } from '../builders/combined-figures';
import type { Ctx } from '../context';
import { CrawlError } from '../crawl-error';
import { givenToken } from '../given-token';
import { jsonPlatform } from '../builders/json-platform';
import type { About } from '../builders/json-spec';
import type { ChannelConfig } from '../platform';

/** The API with the secret and the public one of the widget have most fields in common. The e-mail address is not read. */
interface Row {
  id?: number;
  score?: number;
  title?: string;
  content?: string;
  created_at?: string;
  deleted?: boolean;
  archived?: boolean;
  /** Of the API with the secret. */
  name?: string;
  reviewer_type?: string;
  sku?: string;
  /** Of the public API. */
  user?: { display_name?: string; social_image?: string };
  verified_buyer?: boolean;
  images_data?: { original_url?: string }[];
  comment?: { content?: string; created_at?: string };
}

interface Body {
  /** Of the API with the secret. */
  reviews?: Row[];
  /** Of the public API. Its HTTP status is 200 for errors too. */
  status?: { code?: number };
  response?: {
    pagination?: { page?: number; per_page?: number; total?: number };
    bottomline?: { total_review?: number; average_score?: number };
    reviews?: Row[];
  };
}

const PAGE_SIZE = 100;
/** Reviews of the shop itself have this instead of the id of a product. */
const SHOP_REVIEWS = 'yotpo_site_reviews';
/** A person waits while the figures of all products are read. */
const MAX_PRODUCTS = 20;

const meta = platformMeta({
  typeId: 32,
  slug: 'yotpo',
  label: 'Yotpo',
  category: 'shops',
  logo: ['Y', '#0042e4'],
  method: 'credentials',
  hosts: ['api.yotpo.com', 'api-cdn.yotpo.com'],
  rate: { perSecond: 5, burst: 10, crawls: 4 },
  optional: ['stores'],
  instructions:
    'Copy the app key and the secret key of your shop from Yotpo under Settings > Store settings, and send access_token in ' +
    'the form <app key>:<secret key>. All reviews of the shop and its products are read. Without the secret, send the app ' +
    'key alone: then only the published reviews of the shop are read, or those of the products whose ids you send as ' +
    'stores, with their photos, replies and figures.',
  // With the secret, Yotpo lists the oldest review first and ignores every other order.
  caps: { order: 'oldest', paging: 'number', media: true, ownerReply: true },
  stores: { re: /^[\w.-]{1,100}$/, what: 'the id of a product', example: '8000000000001', max: MAX_PRODUCTS },
});

interface Keys {
  appKey: string;
  secret: string | null;
}

function keysOf(token: string): Keys {
  if (!token.includes(':')) return { appKey: assertAppKey(token), secret: null };
  const [appKey = '', secret = ''] = keyParts(token, ['app key', 'secret key']);
  return { appKey: assertAppKey(appKey), secret };
}

/** The app key is a part of URLs. */
function assertAppKey(appKey: string): string {
  if (/^[\w-]{8,100}$/.test(appKey)) return appKey;
  const msg =
    'access_token has no app key of Yotpo. It has the form <app key>:<secret key>, or <app key> alone.';
  throw new CrawlError('CREDENTIALS_INVALID', msg);
}

const sessions = new WeakMap<Ctx, Promise<string>>();

/** Returns the token that Yotpo gives for the keys. It is requested once for each crawl. */
function sessionOf(ctx: Ctx, appKey: string, secret: string): Promise<string> {
  const session = sessions.get(ctx) ?? requestSession(ctx, appKey, secret);
  sessions.set(ctx, session);
  return session;
}

async function requestSession(ctx: Ctx, appKey: string, secret: string): Promise<string> {
  const json = { client_id: appKey, client_secret: secret, grant_type: 'client_credentials' };
  const request = { url: 'https://api.yotpo.com/oauth/token', json };
  const { access_token: token } = await readJson<{ access_token?: unknown }>(meta, request, ctx);
  if (typeof token === 'string' && token !== '') return token;
  throw new CrawlError('CREDENTIALS_INVALID', 'Yotpo does not accept the keys. Check access_token.');
}

async function requestOf(token: string, product: string, page: number, ctx: Ctx): Promise<ApiRequest> {
  const { appKey, secret } = keysOf(token);
  if (secret === null) {
    return {
      url: `https://api-cdn.yotpo.com/v1/widget/${appKey}/products/${encodeURIComponent(product)}/reviews.json`,
      query: { per_page: PAGE_SIZE, page, sort: 'date', direction: 'desc' },
    };
  }
  const utoken = await sessionOf(ctx, appKey, secret);
  return {
    url: `https://api.yotpo.com/v1/apps/${appKey}/reviews`,
    query: { utoken, count: PAGE_SIZE, page },
  };
}

function rowsOf({ status, response, reviews }: Body): Row[] | undefined {
  const code = status?.code ?? 200;
  if (code === 404) throw notFound(meta, 'shop or product with these keys');
  if (code === 401 || code === 403)
    throw new CrawlError('CREDENTIALS_INVALID', 'Yotpo does not accept the keys.');
  if (code === 429) throw new CrawlError('RATE_LIMITED', 'Yotpo limits how often we may read it.');
  if (code >= 400) throw new CrawlError('UPSTREAM_ERROR', `Yotpo responded with an error (code ${code}).`);
  return reviews ?? response?.reviews;
}

function partitionsOf({ accessToken = '', stores = [] }: ChannelConfig): readonly string[] {
  if (accessToken.includes(':')) return [''];
  return stores.length > 0 ? stores : [SHOP_REVIEWS];
}

export const yotpo = jsonPlatform<{ app: string }, number, Body, Row>({
  meta,

  keyOf: (config) => ({ app: keysOf(givenToken(config)).appKey }),

  // The same with and without the secret, which a customer may add later.
  identityOf: ({ app }, { stores = [] }) => [app, ...stores.toSorted()].join(' '),

  partitions: (_key, config) => partitionsOf(config),

  async about(_key, config, ctx) {
    const products: About[] = [];
    // One after another, because many requests at once would exceed the limits of the platform.
    for (const product of partitionsOf(config)) {
      const body = await readJson<Body>(meta, await requestOf(await ctx.token(), product, 1, ctx), ctx);
      if (!Array.isArray(rowsOf(body))) throw layoutChanged(meta);
      const { total_review: reviews, average_score: score } = body.response?.bottomline ?? {};
      products.push({ score, reviews });
    }
    return products.some(({ reviews }) => reviews !== undefined) ? combinedFigures(products) : {};
  },

  request: async ({ partition, cursor }, ctx) => requestOf(await ctx.token(), partition, cursor ?? 1, ctx),

  rows: rowsOf,

  next({ body, count, request }) {
    const page = request.cursor ?? 1;
    const { per_page: size = PAGE_SIZE, total } = body.response?.pagination ?? {};
    // The CDN caches each page for itself, so a short page is not the end.
    const hasMore = total === undefined ? count >= PAGE_SIZE : count > 0 && page * size < total;
    return hasMore ? page + 1 : null;
  },

  review: (row) => ({
    id: row.id,
    author: row.user?.display_name ?? row.name,
    authorImage: row.user?.social_image,
    title: row.title,
    text: row.content,
    rating: row.score,
    date: row.created_at,
    media: row.images_data?.map(({ original_url }) => ({ url: original_url })) ?? [],
    reply: row.comment ? { text: row.comment.content, date: row.comment.created_at } : null,
    verified: row.verified_buyer === true || row.reviewer_type === 'verified_buyer',
    removed: row.deleted === true || row.archived === true,
    additional: { sku: row.sku },
  }),
});
