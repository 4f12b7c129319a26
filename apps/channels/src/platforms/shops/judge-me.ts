import { textAt, valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { nextPage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { onlyStore } from '../builders/stores-platform';

const ORIGIN = 'https://judge.me/api/v1';
const PAGE_SIZE = 100;
const SIZES = ['urls.original', 'urls.huge', 'urls.compact', 'urls.small'];

const meta = platformMeta({
  typeId: 31,
  slug: 'judge_me',
  label: 'Judge.me',
  aliases: ['judgeme'],
  category: 'shops',
  logo: ['J', '#2aa198'],
  method: 'credentials',
  proof: { kind: 'recording', year: 2023 },
  hosts: ['judge.me'],
  required: ['access_token', 'stores'],
  instructions:
    'Copy the private token of your shop from Judge.me under Settings > Integrations > View API tokens, and paste it as the ' +
    'access key. Enter the domain of the shop under "Locations or stores", for example acme.myshopify.com. All product and shop ' +
    'reviews are read with their photos. Judge.me does not publish replies and the average through its API.',
  caps: { order: 'newest', paging: 'number', fullHistory: true, media: true },
  stores: {
    re: /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d][a-z\d-]{0,62}){1,5}$/i,
    what: 'the domain of a shop',
    example: 'acme.myshopify.com',
    max: 1,
  },
});

export const judgeMe = jsonPlatform<{ shop: string }, number>({
  meta,

  errors: {
    403: {
      CREDENTIALS_INVALID:
        'Judge.me does not accept the token for this shop. Send the private token as access_token.',
    },
    404: { NOT_FOUND: 'Judge.me has no shop with this domain. Check what you sent.' },
  },

  keyOf: (config) => ({ shop: onlyStore(meta, config).toLowerCase() }),

  about: {
    request: async ({ shop }, ctx) => ({
      url: `${ORIGIN}/reviews/count`,
      query: { shop_domain: shop, api_token: await ctx.token() },
    }),
    name: (_body, { shop }) => shop,
    url: ({ shop }) => `https://${shop}`,
    reviews: 'count',
  },

  request: async ({ key, cursor }, ctx) => ({
    url: `${ORIGIN}/reviews`,
    query: { shop_domain: key.shop, api_token: await ctx.token(), page: cursor ?? 1, per_page: PAGE_SIZE },
  }),

  rows: 'reviews',
  // A shop may have a smaller maximum.
  next: nextPage({ size: PAGE_SIZE, sizeAt: 'per_page' }),

  // The reviewer and the row also have e-mail and IP addresses, which are not read.
  review: {
    id: 'id',
    author: 'reviewer.name',
    title: 'title',
    text: 'body',
    rating: 'rating',
    date: 'created_at',
    media: [{ at: 'pictures', url: (photo) => (photo['hidden'] === true ? null : valueAt(photo, SIZES)) }],
    verified: (row) => /buyer|purchase/i.test(textAt(row, 'verified')),
    removed: ({ hidden, published, curated }) => hidden === true || published === false || curated === 'spam',
    additional: { product: 'product_title' },
  },
});
