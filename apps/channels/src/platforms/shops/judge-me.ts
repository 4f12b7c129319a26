import { notFound, readJson } from '../builders/api-request';
import { CrawlError } from '../crawl-error';
import { jsonPlatform } from '../builders/json-platform';
import { letterLogo, type PlatformMeta } from '../platform';

interface Picture {
  hidden?: boolean;
  urls?: { original?: string; huge?: string; compact?: string; small?: string };
}

/** The reviewer and the row also have e-mail and IP addresses, which are not read. */
interface Row {
  id?: number;
  title?: string;
  body?: string;
  rating?: number;
  product_title?: string;
  reviewer?: { name?: string };
  /** `ok`, `spam`, or `not-yet` before a person has looked at it. */
  curated?: string;
  published?: boolean;
  hidden?: boolean;
  verified?: string;
  created_at?: string;
  pictures?: Picture[];
}

interface Body {
  per_page?: number;
  reviews?: Row[];
}

const ORIGIN = 'https://judge.me/api/v1';
const PAGE_SIZE = 100;

const meta: PlatformMeta = {
  typeId: 31,
  slug: 'judge_me',
  label: 'Judge.me',
  aliases: ['judgeme'],
  category: 'shops',
  logo: letterLogo('J', '#2aa198'),
  method: 'credentials',
  ratingScale: 5,
  hosts: ['judge.me'],
  rate: { perSecond: 2, burst: 4, crawls: 4 },
  robots: 'api',
  required: ['access_token', 'stores'],
  optional: [],
  urlExample: null,
  instructions:
    'Copy the private token of your shop from Judge.me under Settings > Integrations > View API tokens, and send it as ' +
    'access_token. Send the domain of the shop as stores, for example acme.myshopify.com. All product and shop reviews are ' +
    'read with their photos. Judge.me does not publish replies and the average through its API.',
  caps: {
    order: 'newest',
    fullHistory: true,
    paging: 'number',
    rating: true,
    text: true,
    media: true,
    ownerReply: false,
  },
  urls: [],
  stores: {
    re: /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d][a-z\d-]{0,62}){1,5}$/i,
    what: 'the domain of a shop',
    example: 'acme.myshopify.com',
    max: 1,
  },
  maxPages: 10_000,
};

export const judgeMe = jsonPlatform<{ shop: string }, number, Body, Row>({
  meta,

  errorOf({ status }) {
    if (status === 404) return notFound(meta, 'shop with this domain');
    if (status !== 403) return null;
    const msg = 'Judge.me does not accept the token for this shop. Send the private token as access_token.';
    return new CrawlError('CREDENTIALS_INVALID', msg);
  },

  keyOf({ stores }) {
    const shop = stores?.[0]?.toLowerCase();
    if (shop) return { shop };
    throw new CrawlError(
      'INVALID_PROFILE',
      'Send the domain of the shop as stores, such as acme.myshopify.com.',
    );
  },

  async about({ shop }, _config, ctx) {
    const query = { shop_domain: shop, api_token: await ctx.token() };
    const { count } = await readJson<{ count?: number }>(
      meta,
      { url: `${ORIGIN}/reviews/count`, query },
      ctx,
    );
    return { name: shop, url: `https://${shop}`, reviews: count };
  },

  request: async ({ key, cursor }, ctx) => ({
    url: `${ORIGIN}/reviews`,
    query: { shop_domain: key.shop, api_token: await ctx.token(), page: cursor ?? 1, per_page: PAGE_SIZE },
  }),

  rows: ({ reviews }) => reviews,

  next({ body, count, request }) {
    const size = Math.min(body.per_page ?? PAGE_SIZE, PAGE_SIZE);
    return count > 0 && count >= size ? (request.cursor ?? 1) + 1 : null;
  },

  review: (row) => ({
    id: row.id,
    author: row.reviewer?.name,
    title: row.title,
    text: row.body,
    rating: row.rating,
    date: row.created_at,
    media:
      row.pictures
        ?.filter(({ hidden }) => hidden !== true)
        .map(({ urls }) => ({ url: urls?.original ?? urls?.huge ?? urls?.compact ?? urls?.small })) ?? [],
    verified: /buyer|purchase/i.test(row.verified ?? ''),
    removed: row.hidden === true || row.published === false || row.curated === 'spam',
    additional: { product: row.product_title },
  }),
});
