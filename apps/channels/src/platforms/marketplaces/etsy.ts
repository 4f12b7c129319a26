import { platformMeta } from '../builders/platform-meta';
import { webUrl } from '@plaudit/runtime/content';
import { parseCount, parseDecimal, roundScore } from '../../normalise/numbers';
import { collectedLine } from '../../normalise/text';
import { readJson } from '../builders/api-request';
import { layoutChanged, notFound } from '../builders/api-errors';
import type { Ctx, ErrorResponse } from '../context';
import { CrawlError } from '../crawl-error';
import { jsonPlatform } from '../builders/json-platform';
import type { Candidate } from '../search';

/** A shop. The id is empty before the shop was read. */
interface ShopKey extends Readonly<Record<string, string>> {
  name: string;
  id: string;
}

interface Shop {
  shop_id?: number | string;
  shop_name?: string;
  title?: string;
  url?: string;
  icon_url_fullxfull?: string;
  review_average?: number | null;
  review_count?: number | null;
}

/** The row also has the id of the buyer, which is not read. */
interface Row {
  transaction_id?: number | string;
  listing_id?: number | string;
  rating?: number;
  review?: string | null;
  language?: string;
  image_url_fullxfull?: string | null;
  /** Unix seconds. The API is renaming its dates, and sends both names meanwhile. */
  created_timestamp?: number;
  create_timestamp?: number;
}

interface Body {
  count?: number;
  results?: Row[];
}

const API = 'https://openapi.etsy.com/v3/application';
const PAGE_SIZE = 100;
const MAX_CANDIDATES = 5;
/** Names of shops have 4 to 20 letters and digits. */
const SHOP_NAME = /^[a-z\d]{4,20}$/i;

const meta = platformMeta({
  typeId: 39,
  slug: 'etsy',
  label: 'Etsy',
  category: 'marketplaces',
  logo: ['E', '#f1641e'],
  method: 'url',
  hosts: ['openapi.etsy.com'],
  rate: { perSecond: 4, burst: 8, crawls: 4 },
  robots: 'api',
  operatorKey: 'ETSY_API_KEY',
  urlExample: 'https://www.etsy.com/shop/AcmeExample',
  instructions:
    'Paste the URL of your shop on Etsy. All reviews of its items are read with their photos, and the average of the shop. ' +
    'Etsy does not publish the names of buyers and the replies of shops through its API.',
  caps: { order: 'newest', paging: 'number', media: true },
  urls: [
    /^https?:\/\/(?:www\.)?etsy\.com\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?shop\/(?<name>[a-z\d]+)(?:[/?]|$)/i,
    /^https?:\/\/(?!(?:www|help|api|openapi|developers?|community|investors|blog|m)\.)(?<name>[a-z\d]+)\.etsy\.com(?:[/?]|$)/i,
  ],
});

function headersOf(ctx: Ctx): { 'x-api-key': string } {
  return { 'x-api-key': ctx.operatorKey() };
}

/** The customer has no part in the key, so every refusal of it concerns the operator. */
function errorOf({ status, header }: ErrorResponse): CrawlError | null {
  if (status === 401 || status === 403) {
    const msg = 'Etsy does not accept the key of this installation (ETSY_API_KEY). Contact support.';
    return new CrawlError('AUTH_MISSING', msg);
  }
  if (status !== 429 || header('x-remaining-today') !== '0') return null;
  return new CrawlError('QUOTA_EXCEEDED', 'The daily quota of this installation at Etsy is used up.');
}

async function findShops(name: string, limit: number, ctx: Ctx): Promise<Shop[]> {
  const query = { shop_name: name, limit };
  const request = { url: `${API}/shops`, query, headers: headersOf(ctx) };
  const { results } = await readJson<{ results?: (Shop | null)[] }>(meta, request, ctx);
  if (!Array.isArray(results)) throw layoutChanged(meta);
  return results.slice(0, limit).filter((shop) => shop !== null);
}

async function readShop({ name, id }: ShopKey, ctx: Ctx): Promise<Shop> {
  if (id !== '') return readJson<Shop>(meta, { url: `${API}/shops/${id}`, headers: headersOf(ctx) }, ctx);
  // The search also finds names that only begin with the given one.
  const shops = await findShops(name, PAGE_SIZE, ctx);
  const shop = shops.find(({ shop_name: found }) => found?.toLowerCase() === name.toLowerCase());
  if (shop) return shop;
  throw notFound(meta, `shop with the name ${name}`);
}

function shopUrl(name: string): string {
  return `https://www.etsy.com/shop/${name}`;
}

function candidateOf({ shop_name: name, review_average, review_count }: Shop): Candidate | null {
  if (typeof name !== 'string' || !SHOP_NAME.test(name)) return null;
  const score = parseDecimal(review_average);
  return {
    url: shopUrl(name),
    name,
    address: null,
    score: score !== null && score > 0 && score <= meta.ratingScale ? roundScore(score) : null,
    reviews: parseCount(review_count),
  };
}

export const etsy = jsonPlatform<ShopKey, number, Body, Row>({
  meta,
  errorOf,

  keyOfUrl: ({ name = '' }) => (SHOP_NAME.test(name) ? { name: name.toLowerCase(), id: '' } : null),

  identityOf: ({ id }) => id,

  async discover({ name }, ctx) {
    const shopName = name
      .normalize('NFKD')
      .replace(/[^a-z\d]/gi, '')
      .slice(0, 20);
    if (!SHOP_NAME.test(shopName)) return [];
    const shops = await findShops(shopName, MAX_CANDIDATES, ctx);
    return shops.map(candidateOf).filter((candidate) => candidate !== null);
  },

  async about(key, _config, ctx) {
    const shop = await readShop(key, ctx);
    const id = String(shop.shop_id ?? '');
    if (!/^\d{1,20}$/.test(id)) throw layoutChanged(meta);
    const name = collectedLine(shop.shop_name, 60);
    const icon = webUrl(shop.icon_url_fullxfull);
    return {
      key: { name: key.name, id },
      name,
      url: shopUrl(SHOP_NAME.test(name) ? name : key.name),
      score: shop.review_average,
      reviews: shop.review_count,
      meta: { shop_id: id, ...(icon === null ? {} : { icon }) },
    };
  },

  request: ({ key, cursor }, ctx) => ({
    url: `${API}/shops/${key.id}/reviews`,
    query: { limit: PAGE_SIZE, offset: cursor ?? 0 },
    headers: headersOf(ctx),
  }),

  rows: ({ results }) => results,

  next({ body: { count: total = 0 }, count, request }) {
    const offset = (request.cursor ?? 0) + PAGE_SIZE;
    return count > 0 && offset < total ? offset : null;
  },

  review: (row) => ({
    id: row.transaction_id,
    author: 'Etsy buyer',
    text: row.review,
    url: row.listing_id === undefined ? null : `https://www.etsy.com/listing/${row.listing_id}`,
    rating: row.rating,
    date: row.created_timestamp ?? row.create_timestamp,
    media: [{ url: row.image_url_fullxfull }],
    language: row.language,
    verified: true,
  }),
});
