import { platformMeta } from '../builders/platform-meta';
import { readJson } from '../builders/api-request';
import { notFound } from '../builders/api-errors';
import { combinedFigures } from '../builders/combined-figures';
import { CrawlError } from '../crawl-error';
import { givenToken } from '../given-token';
import { jsonPlatform } from '../builders/json-platform';
import type { About } from '../builders/json-spec';
import type { ReviewDraft } from '../builders/review-draft';

interface File {
  type?: string;
  url?: string;
  src?: string;
}

/** Loox documents no names. Each value has one of those that its clients read. */
interface Row {
  id?: string | number;
  rating?: number;
  stars?: number;
  title?: string;
  body?: string;
  review?: string;
  text?: string;
  name?: string;
  nickname?: string;
  reviewer?: { name?: string; nickname?: string; verified?: boolean };
  date?: string;
  created_at?: string;
  createdAt?: string;
  verified?: boolean;
  media?: File[];
  images?: (string | File)[];
  photos?: (string | File)[];
  img?: string;
  reply?: string | { body?: string; text?: string; date?: string; created_at?: string } | null;
  product?: { title?: string; name?: string };
}

interface Body {
  reviews?: Row[];
  pagination?: { total?: number; page?: number; limit?: number; hasMore?: boolean };
  nextPageUrl?: string | null;
}

interface Bottomline {
  averageRating?: number;
  totalReviews?: number;
}

const ORIGIN = 'https://storefront-api.loox.io';
const PAGE_SIZE = 100;
/** Loox lists the reviews of products and those of the shop itself separately. */
const LISTS = ['product-reviews', 'store-reviews'] as const;

const meta = platformMeta({
  typeId: 35,
  slug: 'loox',
  label: 'Loox',
  category: 'shops',
  logo: ['L', '#1f1f1f'],
  method: 'credentials',
  hosts: ['storefront-api.loox.io'],
  instructions:
    'Copy the public store id of your shop from Loox under Settings > Integrations > API, and send it as access_token. All ' +
    'published reviews of products and of the shop itself are read with photos, videos and replies.',
  caps: { order: 'newest', paging: 'number', media: true, ownerReply: true },
});

function filesOf(row: Row): NonNullable<ReviewDraft['media']> {
  const files = row.media ?? row.images ?? row.photos ?? (row.img ? [row.img] : []);
  return files.map((file) => {
    const { type, url, src } = typeof file === 'string' ? { url: file } : file;
    return { type: type === 'video' ? 'video' : 'image', url: url ?? src };
  });
}

function authorOf({ reviewer, name, nickname }: Row): string | undefined {
  return reviewer?.name ?? reviewer?.nickname ?? name ?? nickname;
}

function replyOf(reply: Row['reply']): ReviewDraft['reply'] {
  if (typeof reply === 'string') return { text: reply };
  return reply ? { text: reply.body ?? reply.text, date: reply.date ?? reply.created_at } : null;
}

function listUrl(shop: string, list: string): string {
  return `${ORIGIN}/storefront/v1/store/${shop}/${list}`;
}

export const loox = jsonPlatform<{ shop: string }, number, Body, Row>({
  meta,

  errorOf: ({ status }) => (status === 404 ? notFound(meta, 'shop with this access_token') : null),

  keyOf(config) {
    const shop = givenToken(config).trim();
    if (/^[\w-]{4,100}$/.test(shop)) return { shop };
    const msg = 'access_token is not a public store id of Loox. It has letters, digits, - and _ only.';
    throw new CrawlError('CREDENTIALS_INVALID', msg);
  },

  partitions: () => LISTS,

  async about({ shop }, _config, ctx) {
    const lists: About[] = [];
    for (const list of LISTS) {
      const url = `${listUrl(shop, list)}/bottomline`;
      const { averageRating, totalReviews } = await readJson<Bottomline>(meta, { url }, ctx);
      lists.push({ score: averageRating, reviews: totalReviews });
    }
    return combinedFigures(lists);
  },

  request: ({ key, partition, cursor }) => ({
    url: listUrl(key.shop, partition),
    query: { sort: 'date', direction: 'desc', page: cursor ?? 1, limit: PAGE_SIZE },
  }),

  rows: ({ reviews }) => reviews,

  next({ body: { pagination, nextPageUrl }, count, request }) {
    const hasMore = pagination?.hasMore ?? (typeof nextPageUrl === 'string' || count === PAGE_SIZE);
    return hasMore && count > 0 ? (request.cursor ?? 1) + 1 : null;
  },

  review: (row) => ({
    id: row.id,
    author: authorOf(row),
    title: row.title,
    text: row.body ?? row.review ?? row.text,
    rating: row.rating ?? row.stars,
    date: row.date ?? row.created_at ?? row.createdAt,
    media: filesOf(row),
    reply: replyOf(row.reply),
    verified: row.verified === true || row.reviewer?.verified === true,
    additional: { product: row.product?.title ?? row.product?.name },
  }),
});
