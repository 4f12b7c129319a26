import { platformMeta } from '../builders/platform-meta';
import { readJson } from '../builders/api-request';
import type { Ctx } from '../context';
import { CrawlError } from '../crawl-error';
import { jsonPlatform } from '../builders/json-platform';
import { cursorExpired } from '../builders/paging';

/** Junip has the names of customers, but not the one that a customer chose to show. They are not read. */
interface Row {
  id?: number;
  title?: string;
  body?: string;
  rating?: number;
  created_at?: string;
  verified_buyer?: boolean;
  photo_urls?: (string | { original?: string; url?: string })[];
  video_urls?: (string | { original?: string; url?: string })[];
  response?: string | null;
  responded_at?: string | null;
  product?: { title?: string; name?: string };
}

interface Body {
  product_reviews?: Row[];
  store_reviews?: Row[];
  meta?: { page?: { after?: string | number | null } };
  after?: string | number | null;
}

interface Store {
  id?: number;
  name?: string;
  url?: string;
  rating_average?: number | string;
  rating_count?: number;
}

const ORIGIN = 'https://api.juniphq.com/v1';
/** Junip lists the reviews of products and those of the shop itself separately. */
const LISTS = ['product_reviews', 'store_reviews'] as const;

const meta = platformMeta({
  typeId: 36,
  slug: 'junip',
  label: 'Junip',
  category: 'shops',
  logo: ['J', '#ff6f59'],
  method: 'credentials',
  hosts: ['api.juniphq.com'],
  instructions:
    'Copy the store key of your shop from Junip under Settings > API, and send it as access_token. Your plan of Junip must ' +
    'include the API. All reviews of products and of the shop itself are read with photos, videos and replies. Junip does ' +
    'not tell which name a customer wants to show, so all reviews are anonymous.',
  caps: { order: 'newest', paging: 'cursor', media: true, ownerReply: true },
});

async function headersOf(ctx: Ctx): Promise<{ 'junip-store-key': string }> {
  const key = (await ctx.token()).trim();
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return { 'junip-store-key': key };
  throw new CrawlError('CREDENTIALS_INVALID', 'access_token is not a store key of Junip. Copy it again.');
}

function urlOf(file: string | { original?: string; url?: string }): string | undefined {
  return typeof file === 'string' ? file : (file.original ?? file.url);
}

export const junip = jsonPlatform<{ shop: string }, string, Body, Row>({
  meta,

  errorOf({ status }) {
    if (status === 400) return cursorExpired(meta);
    if (status !== 403) return null;
    const msg = 'Your plan of Junip does not include the API. Ask Junip for access.';
    return new CrawlError('FORBIDDEN_PLAN', msg);
  },

  // The key of a shop is secret, so the shop that it belongs to is asked for.
  keyOf: () => ({ shop: '' }),

  partitions: () => LISTS,

  async about(_key, _config, ctx) {
    const request = { url: `${ORIGIN}/stores`, headers: await headersOf(ctx) };
    const { stores } = await readJson<{ stores?: Store[] }>(meta, request, ctx);
    const store = Array.isArray(stores) ? stores[0] : undefined;
    if (store?.id === undefined) {
      throw new CrawlError(
        'CREDENTIALS_INVALID',
        'The access_token belongs to no shop on Junip. Copy it again.',
      );
    }
    const { name, rating_average: score, rating_count: reviews } = store;
    return { key: { shop: String(store.id) }, name, score, reviews };
  },

  request: async ({ partition, cursor }, ctx) => ({
    url: `${ORIGIN}/${partition}`,
    headers: await headersOf(ctx),
    query: {
      include: 'product',
      'sort[field]': 'created_at',
      'sort[order]': 'desc',
      'page[after]': cursor ?? undefined,
    },
  }),

  rows: ({ product_reviews: ofProducts, store_reviews: ofShop }) => ofProducts ?? ofShop,

  next({ body, count }) {
    const after = body.meta?.page?.after ?? body.after ?? null;
    return count === 0 || after === null || after === '' ? null : String(after);
  },

  review: (row, { partition }) => ({
    // The two lists are numbered separately.
    id: row.id === undefined || partition === 'product_reviews' ? row.id : `store-${row.id}`,
    title: row.title,
    text: row.body,
    rating: row.rating,
    date: row.created_at,
    media: [
      ...(row.photo_urls ?? []).map((file) => ({ url: urlOf(file) })),
      ...(row.video_urls ?? []).map((file) => ({ type: 'video' as const, url: urlOf(file) })),
    ],
    reply: { text: row.response, date: row.responded_at },
    verified: row.verified_buyer === true,
    additional: { product: row.product?.title ?? row.product?.name },
  }),
});
