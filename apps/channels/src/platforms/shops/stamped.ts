import { webUrl } from '@plaudit/runtime/content';
import { elementsAt, type JsonObject, textAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { nextPage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { onlyStore } from '../builders/stores-platform';

const PAGE_SIZE = 100;
const PHOTOS = 'https://cdn.stamped.io/uploads/photos/';
const VIDEOS = 'https://cdn.stamped.io/uploads/videos/';
/** Files of one review that are read. */
const MAX_FILES = 20;

const meta = platformMeta({
  typeId: 34,
  slug: 'stamped',
  label: 'Stamped',
  aliases: ['stamped_io'],
  category: 'shops',
  logo: ['S', '#0b6e4f'],
  method: 'credentials',
  proof: { kind: 'documentation' },
  hosts: ['stamped.io'],
  required: ['access_token', 'stores'],
  instructions:
    'Copy the public API key and the store hash of your shop from Stamped under Settings > API Keys. Paste the key, which begins ' +
    'with pubkey-, as the access key and the store hash under "Locations or stores". The domain of the shop works instead of the ' +
    'hash. All published reviews are read with photos, videos and replies.',
  caps: { order: 'newest', paging: 'number', fullHistory: true, media: true, ownerReply: true },
  stores: {
    re: /^[\w.-]{1,200}$/,
    what: 'a store hash or the domain of a shop',
    example: 'acme.myshopify.com',
    max: 1,
  },
});

/** Returns the URLs of files. Stamped has their names or URLs, as a list or with commas between them. */
function urlsOf(row: JsonObject, at: string, base: string): (string | null)[] {
  const listed = textAt(row, at);
  const names = listed === '' ? elementsAt(row, at, MAX_FILES) : listed.split(',', MAX_FILES);
  return names.map((name) => webUrl(name, base));
}

/** Some answers have American dates, month first. All others have ISO 8601. */
function dateOf(row: JsonObject, at: string): string {
  return textAt(row, at).replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4})/, '$3-$1-$2');
}

export const stamped = jsonPlatform<{ shop: string }, number>({
  meta,

  errors: {
    403: { CREDENTIALS_INVALID: 'Stamped does not accept the key for this shop. Check access_token.' },
    404: { NOT_FOUND: 'Stamped has no shop with this store hash. Check what you sent.' },
  },

  keyOf: (config) => ({ shop: onlyStore(meta, config) }),

  request: async ({ key, cursor }, ctx) => ({
    url: 'https://stamped.io/api/widget/reviews',
    query: {
      apiKey: await ctx.token(),
      storeUrl: key.shop,
      page: cursor ?? 1,
      take: PAGE_SIZE,
      sortReviews: 'recent',
    },
  }),

  rows: 'data',
  next: nextPage({ size: PAGE_SIZE, total: 'total' }),
  figures: { name: (_body, { shop }) => shop, score: 'rating', reviews: 'total' },

  review: {
    id: 'id',
    author: 'author',
    authorImage: 'avatar',
    title: 'reviewTitle',
    text: 'reviewMessage',
    url: 'productUrl',
    rating: 'reviewRating',
    date: (row) => dateOf(row, 'dateCreated'),
    media: (row) => [
      ...urlsOf(row, 'reviewUserPhotos', PHOTOS).map((url) => ({ url })),
      ...urlsOf(row, 'reviewUserVideos', VIDEOS).map((url) => ({ type: 'video' as const, url })),
    ],
    reply: (row) => ({ text: row['reviewReply'], date: dateOf(row, 'reviewReplyDate') }),
    // 0 if the purchase is not verified. Newer answers have a word.
    verified: ({ reviewVerifiedType: type }) =>
      typeof type === 'number' ? type > 0 : typeof type === 'string' && /\bverified|^[1-9]/i.test(type),
    additional: { product: 'productName' },
  },
});
