import { platformMeta } from '../builders/platform-meta';
import { bearer, readJson } from '../builders/api-request';
import { layoutChanged, notFound } from '../builders/api-errors';
import { CrawlError } from '../crawl-error';
import type { Ctx } from '../context';
import { jsonPlatform } from '../builders/json-platform';

const API = 'https://data.g2.com/api/v2/';
const PAGE_SIZE = 100;
/** Answers of a review that are read. G2 asks about 10 questions. */
const MAX_ANSWERS = 20;

interface Answer {
  /** The question. */
  text?: string;
  value?: string | null;
}

interface Row {
  id?: string;
  attributes?: {
    title?: string;
    star_rating?: number;
    submitted_at?: string;
    country_name?: string;
    user_name?: string;
    slug?: string;
    url?: string;
    is_public?: boolean;
    comment_answers?: Record<string, Answer | null> | null;
  };
}

interface Body {
  data?: Row[];
  links?: { next?: string | null };
}

interface Products {
  data?: {
    id?: string;
    attributes?: {
      name?: string;
      star_rating?: number;
      review_count?: number;
      reviews_count?: number;
    };
  }[];
}

type Product = NonNullable<Products['data']>[number];

const meta = platformMeta({
  typeId: 45,
  slug: 'g2',
  label: 'G2',
  aliases: ['g2_crowd', 'g2crowd'],
  category: 'software',
  logo: ['G', '#ff492c'],
  method: 'credentials',
  hosts: ['data.g2.com'],
  required: ['access_token', 'url'],
  urlExample: 'https://www.g2.com/products/acme-notes/reviews',
  instructions:
    'Paste the URL of your product on G2. Create an API token in the developer portal of my.G2 with your organization as ' +
    'owner, and send it as access_token. G2 gives access to reviews only with a data subscription. All public reviews of the ' +
    'product are read, with the answers to every question.',
  caps: { order: 'none', paging: 'cursor' },
  urls: [/^https?:\/\/(?:www\.)?g2\.com\/products\/(?<id>[\w.-]+)/i],
  maxPages: 1_000,
});

async function headersOf(ctx: Ctx): Promise<Record<string, string>> {
  return { ...bearer(await ctx.token()), accept: 'application/vnd.api+json' };
}

/** Returns a product by the name in its URL. Throws NOT_FOUND. */
async function productOf(slug: string, ctx: Ctx): Promise<Product> {
  const request = { url: `${API}products`, query: { 'filter[slug][]': slug }, headers: await headersOf(ctx) };
  const { data } = await readJson<Products>(meta, request, ctx);
  if (!Array.isArray(data)) throw layoutChanged(meta);
  if (data[0]) return data[0];
  throw notFound(meta, `product "${slug.slice(0, 60)}" in the account of the token`);
}

/** Returns the URL of the first page of reviews. G2 knows products by an id that is not in their URL. */
async function firstPage(slug: string, ctx: Ctx): Promise<string> {
  const { id } = await productOf(slug, ctx);
  if (typeof id !== 'string' || !/^[\w-]{1,100}$/.test(id)) throw layoutChanged(meta);
  return `${API}products/${id}/reviews?page%5Bsize%5D=${PAGE_SIZE}`;
}

function textOf(answers: Record<string, Answer | null> | null | undefined): string {
  return Object.values(answers ?? {})
    .slice(0, MAX_ANSWERS)
    .filter((answer) => typeof answer?.value === 'string' && answer.value !== '')
    .map((answer) => [answer?.text, answer?.value].filter((part) => typeof part === 'string').join('\n'))
    .join('\n\n');
}

export const g2 = jsonPlatform<{ id: string }, string, Body, Row>({
  meta,

  keyOfUrl: ({ id = '' }) => ({ id: id.toLowerCase() }),

  errorOf: ({ status }) =>
    status === 403
      ? new CrawlError(
          'FORBIDDEN_PLAN',
          'The plan of the G2 account does not include reviews. It needs a data subscription.',
        )
      : null,

  async about({ id }, _config, ctx) {
    const { attributes } = await productOf(id, ctx);
    return {
      name: attributes?.name,
      url: `https://www.g2.com/products/${id}/reviews`,
      score: attributes?.star_rating,
      reviews: attributes?.review_count ?? attributes?.reviews_count,
    };
  },

  request: async ({ key, cursor }, ctx) => ({
    url: cursor ?? (await firstPage(key.id, ctx)),
    headers: await headersOf(ctx),
  }),

  rows: ({ data }) => data,

  next({ body }) {
    const next = body.links?.next ?? null;
    // The next request has the customer's token, so it must not go elsewhere.
    if (next !== null && !next.startsWith(API)) throw layoutChanged(meta);
    return next;
  },

  review({ id, attributes }, { key }) {
    if (attributes?.is_public === false) return null;
    const page = attributes?.slug
      ? `https://www.g2.com/products/${key.id}/reviews/${encodeURIComponent(attributes.slug)}`
      : null;
    return {
      id,
      author: attributes?.user_name,
      title: attributes?.title,
      text: textOf(attributes?.comment_answers),
      url: attributes?.url ?? page,
      rating: attributes?.star_rating,
      date: attributes?.submitted_at,
      additional: { country: attributes?.country_name },
    };
  },
});
