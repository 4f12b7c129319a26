import { webUrl } from '@plaudit/runtime/content';
import { collectedLine } from '../../normalise/text';
import { layoutChanged, notFound } from '../builders/api-errors';
import { textAt, valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import type { Read } from '../builders/json-spec';
import { nextOffset } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { toCandidate } from '../search';

const API = 'https://openapi.etsy.com/v3/application/shops';
const SHOP_PAGES = 'https://www.etsy.com/shop';
const PAGE_SIZE = 100;
const MAX_CANDIDATES = 5;
/** Names of shops have 4 to 20 letters and digits. */
const SHOP_NAME = /^[a-z\d]{4,20}$/i;
/** The customer has no part in the key, so every refusal of it concerns the operator. */
const REFUSED = {
  AUTH_MISSING: 'Etsy does not accept the key of this installation. Its operator must replace it.',
};

const meta = platformMeta({
  typeId: 39,
  slug: 'etsy',
  label: 'Etsy',
  category: 'marketplaces',
  logo: ['E', '#f1641e'],
  method: 'url',
  proof: { kind: 'specification' },
  hosts: ['openapi.etsy.com'],
  rate: { perSecond: 4, burst: 8, crawls: 4 },
  robots: 'api',
  operatorKey: 'ETSY_API_KEY',
  urlExample: 'https://www.etsy.com/shop/AcmeExample',
  instructions:
    'Paste the URL of your shop on Etsy. All reviews of its items are read with their photos, and the average of the shop. ' +
    'Etsy does not publish the names of buyers and the replies of shops through its API.',
  caps: { order: 'newest', paging: 'number', fullHistory: true, media: true },
  urls: [
    /^https?:\/\/(?:www\.)?etsy\.com\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?shop\/(?<name>[a-z\d]+)(?:[/?]|$)/i,
    /^https?:\/\/(?!(?:www|help|api|openapi|developers?|community|investors|blog|m)\.)(?<name>[a-z\d]+)\.etsy\.com(?:[/?]|$)/i,
  ],
});

async function findShops(name: string, limit: number, read: Read): Promise<unknown[]> {
  const { results } = await read({ url: API, query: { shop_name: name, limit } });
  if (!Array.isArray(results)) throw layoutChanged(meta);
  return results.slice(0, limit);
}

async function shopNamed(name: string, read: Read): Promise<unknown> {
  // The search also finds names that only begin with the given one.
  const shops = await findShops(name, PAGE_SIZE, read);
  const shop = shops.find((found) => textAt(found, 'shop_name').toLowerCase() === name.toLowerCase());
  if (shop !== undefined) return shop;
  throw notFound(meta, `shop with the name ${name}`);
}

/** The id of a shop is empty before the shop was read. */
export const etsy = jsonPlatform<{ name: string; id: string }, number>({
  meta,

  errors: { 401: REFUSED, 403: REFUSED },
  errorOf: ({ status, header }) =>
    status === 429 && header('x-remaining-today') === '0'
      ? { QUOTA_EXCEEDED: 'The daily quota of this installation at Etsy is used up.' }
      : null,

  keyOfUrl: ({ name = '' }) => (SHOP_NAME.test(name) ? { name: name.toLowerCase(), id: '' } : null),
  identityOf: ({ id }) => id,

  headers: (ctx) => ({ 'x-api-key': ctx.operatorKey() }),

  async discover({ name }, _ctx, read) {
    const letters = name.normalize('NFKD').replace(/[^a-z\d]/gi, '');
    const shopName = letters.slice(0, 20);
    if (!SHOP_NAME.test(shopName)) return [];
    const shops = await findShops(shopName, MAX_CANDIDATES, read);
    return shops.flatMap((shop) => {
      const found = textAt(shop, 'shop_name');
      // 0 is no score.
      const score = valueAt(shop, 'review_average') || null;
      const candidate = { url: `${SHOP_PAGES}/${found}`, score, reviews: valueAt(shop, 'review_count') };
      return SHOP_NAME.test(found) ? [toCandidate(candidate, found)] : [];
    });
  },

  async about(key, _config, _ctx, read) {
    const shop = key.id === '' ? await shopNamed(key.name, read) : await read({ url: `${API}/${key.id}` });
    const id = String(valueAt(shop, 'shop_id'));
    if (!/^\d{1,20}$/.test(id)) throw layoutChanged(meta);
    const name = collectedLine(valueAt(shop, 'shop_name'), 60);
    const icon = webUrl(valueAt(shop, 'icon_url_fullxfull'));
    return {
      key: { name: key.name, id },
      name,
      url: `${SHOP_PAGES}/${SHOP_NAME.test(name) ? name : key.name}`,
      score: valueAt(shop, 'review_average'),
      reviews: valueAt(shop, 'review_count'),
      meta: { shop_id: id, ...(icon === null ? {} : { icon }) },
    };
  },

  request: ({ key, cursor }) => ({
    url: `${API}/${key.id}/reviews`,
    query: { limit: PAGE_SIZE, offset: cursor ?? 0 },
  }),

  rows: 'results',
  next: nextOffset({ size: PAGE_SIZE, total: 'count' }),

  // The row also has the id of the buyer, which is not read.
  review: {
    id: 'transaction_id',
    author: () => 'Etsy buyer',
    text: 'review',
    url: ({ listing_id: id }) =>
      /^\d+$/.test(String(id)) ? `https://www.etsy.com/listing/${String(id)}` : null,
    rating: 'rating',
    // Unix seconds. The API is renaming its dates, and sends both names meanwhile.
    date: ['created_timestamp', 'create_timestamp'],
    media: 'image_url_fullxfull',
    language: 'language',
    verified: () => true,
  },
});
