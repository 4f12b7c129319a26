import { platformMeta } from '../builders/platform-meta';
import { readJson } from '../builders/api-request';
import { CrawlError } from '../crawl-error';
import { jsonPlatform } from '../builders/json-platform';
import type { ReviewDraft } from '../builders/review-draft';

/** What a customer wrote about the service, or about a product. */
interface Opinion {
  id?: string | number;
  review_id?: string | number;
  rating?: { rating?: number };
  title?: string;
  review?: string;
  created_at?: string;
  helpful_votes?: number;
  product?: { title?: string };
  media?: { type?: string; url?: string }[];
}

interface Row {
  url?: string;
  last_updated_date?: string;
  customer?: { display_name?: string; name?: string };
  service?: Opinion | null;
  products?: Opinion[] | null;
}

interface Body {
  /** Older clients read the number of pages from `pagination`. */
  summary?: {
    meta?: { count?: number; pages?: number; pagination?: { total_pages?: number } };
  };
  reviews?: Row[];
}

interface Summary {
  merchant?: { name?: string };
  rating?: { rating?: number };
  meta?: { count?: number };
}

const API = 'https://api.feefo.com/api/20';
const PAGE_SIZE = 100;

const meta = platformMeta({
  typeId: 23,
  slug: 'feefo',
  label: 'Feefo',
  category: 'companies',
  logo: ['F', '#ffdb00'],
  method: 'url',
  hosts: ['api.feefo.com'],
  robots: 'api',
  urlExample: 'https://www.feefo.com/en-GB/reviews/acme-travel',
  instructions:
    'Paste the URL of your review page on Feefo. All reviews of your service are read, and the reviews of products whose ' +
    'customers did not review the service. No key is necessary. If your account hides its reviews, publish them in Feefo first.',
  caps: { order: 'newest', paging: 'number', media: true },
  urls: [/^https?:\/\/(?:www\.)?feefo\.com\/(?:[a-z]{2}-[a-z]{2}\/)?reviews\/(?<id>[a-z0-9][\w.-]*)/i],
  maxPages: 5_000,
});

/** Returns the opinion that the row is stored as: the one about the service, or else the one about the first product. */
function opinionOf({ service, products }: Row): Opinion | null {
  if (service?.rating || service?.review) return service;
  return products?.[0] ?? service ?? null;
}

function reviewOf(row: Row): ReviewDraft | null {
  const opinion = opinionOf(row);
  if (!opinion) return null;
  return {
    id: opinion.id ?? opinion.review_id,
    author: row.customer?.display_name ?? row.customer?.name,
    title: opinion.title,
    text: opinion.review,
    url: row.url,
    rating: opinion.rating?.rating,
    date: opinion.created_at ?? row.last_updated_date,
    media: (row.products ?? []).flatMap(({ media }) =>
      (media ?? []).map(({ type, url }) => ({ url, type: type === 'video' ? 'video' : 'image' }) as const),
    ),
    additional: { product: row.products?.[0]?.product?.title, helpful_votes: opinion.helpful_votes || null },
  };
}

export const feefo = jsonPlatform<{ id: string }, number, Body, Row>({
  meta,

  keyOfUrl: ({ id = '' }) => ({ id: id.toLowerCase() }),

  errorOf({ status, body }) {
    const message = (body as { message?: unknown } | null | undefined)?.message;
    if (status < 500 && typeof message === 'string' && /closed/i.test(message.slice(0, 500))) {
      const msg = 'Feefo does not publish the reviews of this account. Open them in the settings of Feefo.';
      return new CrawlError('FORBIDDEN_PLAN', msg);
    }
    return null;
  },

  async about({ id }, _config, ctx) {
    const query = { merchant_identifier: id, since_period: 'all' };
    const summary = await readJson<Summary>(meta, { url: `${API}/reviews/summary/service`, query }, ctx);
    return {
      name: summary.merchant?.name ?? id,
      url: `https://www.feefo.com/en-GB/reviews/${id}`,
      score: summary.rating?.rating,
      reviews: summary.meta?.count,
    };
  },

  request: ({ key, cursor }) => ({
    url: `${API}/reviews/all`,
    query: {
      merchant_identifier: key.id,
      page: cursor ?? 1,
      page_size: PAGE_SIZE,
      // Without a period, Feefo lists the last months only.
      since_period: 'all',
      empty_product_comments: 'include',
      sort: '-created_date',
    },
  }),

  rows: ({ reviews }) => reviews,

  next({ body, count, request }) {
    const page = request.cursor ?? 1;
    const pages = body.summary?.meta?.pages ?? body.summary?.meta?.pagination?.total_pages;
    const isLast = typeof pages === 'number' ? page >= pages : count < PAGE_SIZE;
    return isLast || count === 0 ? null : page + 1;
  },

  review: reviewOf,
});
