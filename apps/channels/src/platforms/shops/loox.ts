import { combinedFigures } from '../builders/combined-figures';
import { valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { nextPage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { CrawlError } from '../crawl-error';
import { givenToken } from '../given-token';

const STORES = 'https://storefront-api.loox.io/storefront/v1/store';
const PAGE_SIZE = 100;
/** Loox lists the reviews of products and those of the shop itself separately. */
const LISTS = ['product-reviews', 'store-reviews'];

const meta = platformMeta({
  typeId: 35,
  slug: 'loox',
  label: 'Loox',
  category: 'shops',
  logo: ['L', '#1f1f1f'],
  method: 'credentials',
  proof: { kind: 'documentation' },
  hosts: ['storefront-api.loox.io'],
  instructions:
    'Copy the public store id of your shop from Loox under Settings > Integrations > API, and paste it as the access key. All ' +
    'published reviews of products and of the shop itself are read with photos, videos and replies.',
  caps: { order: 'newest', paging: 'number', fullHistory: true, media: true, ownerReply: true },
});

export const loox = jsonPlatform<{ shop: string }, number>({
  meta,
  errors: { 404: { NOT_FOUND: 'Loox has no shop with this access_token. Check what you sent.' } },
  partitions: () => LISTS,

  keyOf(config) {
    const shop = givenToken(config).trim();
    if (/^[\w-]{4,100}$/.test(shop)) return { shop };
    const msg = 'access_token is not a public store id of Loox. It has letters, digits, - and _ only.';
    throw new CrawlError('CREDENTIALS_INVALID', msg);
  },

  async about({ shop }, _config, _ctx, read) {
    const lists: { score: unknown; reviews: unknown }[] = [];
    for (const list of LISTS) {
      const said = await read({ url: `${STORES}/${shop}/${list}/bottomline` });
      lists.push({ score: said['averageRating'], reviews: said['totalReviews'] });
    }
    return combinedFigures(lists);
  },

  request: ({ key, partition, cursor }) => ({
    url: `${STORES}/${key.shop}/${partition}`,
    query: { sort: 'date', direction: 'desc', page: cursor ?? 1, limit: PAGE_SIZE },
  }),

  rows: 'reviews',
  next: nextPage({
    more: ({ body, count }) => valueAt(body, ['pagination.hasMore', 'nextPageUrl']) ?? count === PAGE_SIZE,
  }),

  // Loox documents no names. Each value has one of those that its clients read.
  review: {
    id: 'id',
    author: ['reviewer.name', 'reviewer.nickname', 'name', 'nickname'],
    title: 'title',
    text: ['body', 'review', 'text'],
    rating: ['rating', 'stars'],
    date: ['date', 'created_at', 'createdAt'],
    media: [
      {
        at: ['media', 'images', 'photos', 'img'],
        // A file is a URL, or has one.
        url: ['url', 'src', ''],
        type: ({ type }) => (type === 'video' ? 'video' : 'image'),
      },
    ],
    reply: { text: ['reply.body', 'reply.text', 'reply'], date: ['reply.date', 'reply.created_at'] },
    verified: ['verified', 'reviewer.verified'],
    additional: { product: ['product.title', 'product.name'] },
  },
});
