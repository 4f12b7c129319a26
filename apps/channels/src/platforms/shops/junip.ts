import { cursorExpired } from '../builders/api-errors';
import { headerKey } from '../builders/api-request';
import { valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { cursorAt } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { CrawlError } from '../crawl-error';

const ORIGIN = 'https://api.juniphq.com/v1';

const meta = platformMeta({
  typeId: 36,
  slug: 'junip',
  label: 'Junip',
  category: 'shops',
  logo: ['J', '#ff6f59'],
  method: 'credentials',
  proof: { kind: 'documentation' },
  hosts: ['api.juniphq.com'],
  instructions:
    'Copy the store key of your shop from Junip under Settings > API, and paste it as the access key. Your plan of Junip must ' +
    'include the API. All reviews of products and of the shop itself are read with photos, videos and replies. Junip does not ' +
    'tell which name a customer wants to show, so all reviews are anonymous.',
  caps: { order: 'newest', paging: 'cursor', fullHistory: true, media: true, ownerReply: true },
});

export const junip = jsonPlatform<{ shop: string }, string>({
  meta,

  errors: {
    400: cursorExpired(meta),
    403: { FORBIDDEN_PLAN: 'Your plan of Junip does not include the API. Ask Junip for access.' },
  },

  // The key of a shop is secret, so the shop that it belongs to is asked for.
  keyOf: () => ({ shop: '' }),
  headers: async (ctx) => ({ 'junip-store-key': headerKey(await ctx.token()) }),

  // Junip lists the reviews of products and those of the shop itself separately.
  partitions: () => ['product_reviews', 'store_reviews'],

  about: {
    request: () => ({ url: `${ORIGIN}/stores` }),
    name: 'stores.0.name',
    score: 'stores.0.rating_average',
    reviews: 'stores.0.rating_count',
    key(body) {
      const id = valueAt(body, 'stores.0.id');
      if (typeof id === 'number' || typeof id === 'string') return { shop: String(id) };
      const msg = 'The access_token belongs to no shop on Junip. Copy it again.';
      throw new CrawlError('CREDENTIALS_INVALID', msg);
    },
  },

  request: ({ partition, cursor }) => ({
    url: `${ORIGIN}/${partition}`,
    query: {
      include: 'product',
      'sort[field]': 'created_at',
      'sort[order]': 'desc',
      'page[after]': cursor ?? undefined,
    },
  }),

  rows: ['product_reviews', 'store_reviews'],
  // An empty page is the last one, whatever cursor it has.
  next: (page) => (page.count === 0 ? null : cursorAt(['meta.page.after', 'after'])(page)),

  // Junip has the names of customers, but not the one that a customer chose to show. They are not read.
  review: {
    // The two lists are numbered separately.
    id: ({ id }, { partition }) =>
      partition === 'store_reviews' && (typeof id === 'number' || typeof id === 'string')
        ? `store-${id}`
        : id,
    title: 'title',
    text: 'body',
    rating: 'rating',
    date: 'created_at',
    // A file is a URL, or has one.
    media: [
      { at: 'photo_urls', url: ['original', 'url', ''] },
      { at: 'video_urls', url: ['original', 'url', ''], type: 'video' },
    ],
    reply: { text: 'response', date: 'responded_at' },
    verified: 'verified_buyer',
    additional: { product: ['product.title', 'product.name'] },
  },
});
