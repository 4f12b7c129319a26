import { platformMeta } from '../builders/platform-meta';
import { notFound } from '../builders/api-errors';
import { CrawlError } from '../crawl-error';
import { jsonPlatform } from '../builders/json-platform';

interface Row {
  id?: number;
  author?: string;
  avatar?: string;
  reviewTitle?: string;
  reviewMessage?: string;
  reviewRating?: number;
  dateCreated?: string;
  /** 0 if the purchase is not verified. Newer answers have a word. */
  reviewVerifiedType?: number | string;
  /** Names of files with commas between them, absolute URLs, or a list of these. */
  reviewUserPhotos?: string | string[] | null;
  reviewUserVideos?: string | string[] | null;
  reviewReply?: string | null;
  reviewReplyDate?: string | null;
  productName?: string;
  productUrl?: string;
}

interface Body {
  data?: Row[];
  total?: number;
  rating?: number;
}

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
  hosts: ['stamped.io'],
  required: ['access_token', 'stores'],
  instructions:
    'Copy the public API key and the store hash of your shop from Stamped under Settings > API Keys. Send the key, which ' +
    'begins with pubkey-, as access_token and the store hash as stores. The domain of the shop may be sent instead of the ' +
    'hash. All published reviews are read with photos, videos and replies.',
  caps: { order: 'newest', paging: 'number', media: true, ownerReply: true },
  stores: {
    re: /^[\w.-]{1,200}$/,
    what: 'a store hash or the domain of a shop',
    example: 'acme.myshopify.com',
    max: 1,
  },
});

function filesOf(files: string | string[] | null | undefined, base: string): { url: string }[] {
  const names = Array.isArray(files) ? files.slice(0, MAX_FILES) : (files ?? '').split(',', MAX_FILES);
  return names
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => ({ url: /^https?:/i.test(name) ? name : `${base}${name}` }));
}

/** Some answers have American dates, month first. All others have ISO 8601. */
function dateOf(date: string | undefined): string | undefined {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(.*)$/.exec(date?.slice(0, 40) ?? '');
  if (!american) return date;
  const [, month = '', day = '', year = '', time = ''] = american;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${time}`;
}

function isVerified(type: Row['reviewVerifiedType']): boolean {
  return typeof type === 'number' ? type > 0 : /verified|^[1-9]/i.test(type ?? '');
}

export const stamped = jsonPlatform<{ shop: string }, number, Body, Row>({
  meta,

  errorOf({ status }) {
    if (status === 404) return notFound(meta, 'shop with this store hash');
    if (status !== 403) return null;
    return new CrawlError(
      'CREDENTIALS_INVALID',
      'Stamped does not accept the key for this shop. Check access_token.',
    );
  },

  keyOf({ stores }) {
    const shop = stores?.[0];
    if (shop) return { shop };
    throw new CrawlError(
      'INVALID_PROFILE',
      'Send the store hash of Stamped, or the domain of the shop, as stores.',
    );
  },

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

  rows: ({ data }) => data,

  next({ body: { total }, count, request }) {
    const page = request.cursor ?? 1;
    const hasMore = total === undefined ? count === PAGE_SIZE : count > 0 && page * PAGE_SIZE < total;
    return hasMore ? page + 1 : null;
  },

  figures: ({ rating, total }, { shop }) => ({ name: shop, score: rating, reviews: total }),

  review: (row) => ({
    id: row.id,
    author: row.author,
    authorImage: row.avatar,
    title: row.reviewTitle,
    text: row.reviewMessage,
    url: row.productUrl,
    rating: row.reviewRating,
    date: dateOf(row.dateCreated),
    media: [
      ...filesOf(row.reviewUserPhotos, PHOTOS),
      ...filesOf(row.reviewUserVideos, VIDEOS).map(({ url }) => ({ type: 'video' as const, url })),
    ],
    reply: { text: row.reviewReply, date: dateOf(row.reviewReplyDate ?? undefined) },
    verified: isVerified(row.reviewVerifiedType),
    additional: { product: row.productName },
  }),
});
