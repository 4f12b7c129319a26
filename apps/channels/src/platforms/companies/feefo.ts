import { reasonOf } from '../builders/api-errors';
import { elementsAt, type JsonObject, type Path, textAt, valueAt, votesAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { nextPage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';

const API = 'https://api.feefo.com/api/20/reviews';
const PAGE_SIZE = 100;
/** Without a period, Feefo lists the last months only. */
const ALL = {
  since_period: 'all',
  empty_product_comments: 'include',
  sort: '-created_date',
  full_thread: 'include',
};
/** Products of a row, files of an opinion, and entries of its thread that are looked at. */
const MAX_FILES = 50;
const CLOSED = 'Feefo does not publish the reviews of this account. Open them in the settings of Feefo.';

const meta = platformMeta({
  typeId: 23,
  slug: 'feefo',
  label: 'Feefo',
  category: 'companies',
  logo: ['F', '#ffdb00'],
  method: 'url',
  proof: { kind: 'specification' },
  hosts: ['api.feefo.com'],
  robots: 'api',
  urlExample: 'https://www.feefo.com/en-GB/reviews/acme-travel',
  instructions:
    'Paste the URL of your review page on Feefo. All reviews of your service are read, and the reviews of products whose ' +
    'customers did not review the service, with photos, videos and your replies. No key is necessary. If your account hides its ' +
    'reviews, publish them in Feefo first.',
  caps: { order: 'newest', paging: 'number', fullHistory: true, media: true, ownerReply: true },
  urls: [
    /^https?:\/\/(?:www\.|ww2\.)?feefo\.com\/(?:[a-z]{2}[-_][a-z]{2}\/)?reviews\/(?<id>[a-z0-9][\w.-]*)/i,
  ],
  maxPages: 5_000,
});

/** Reads a field of the opinion that a row is stored as: the one about the service, or else the one about the first product. */
function ofOpinion(path: Path): (row: JsonObject) => unknown {
  return (row) => {
    const isAboutService = valueAt(row, 'service.rating') || valueAt(row, 'service.review');
    return valueAt(valueAt(row, isAboutService ? 'service' : ['products.0', 'service']), path);
  };
}

/** Returns the photos and videos of a row, those of the service first. A file that was removed is left out. */
function filesOf(row: JsonObject): { url: unknown; type: 'image' | 'video' }[] {
  return [valueAt(row, 'service'), ...elementsAt(row, 'products', MAX_FILES)]
    .flatMap((opinion) => elementsAt(opinion, 'media', MAX_FILES))
    .filter((file) => valueAt(file, 'removed') !== true)
    .map((file) => ({
      url: valueAt(file, 'url'),
      type: /^video$/i.test(textAt(file, 'type')) ? 'video' : 'image',
    }));
}

/** Returns the last reply of the merchant. The thread also has comments and new ratings of the customer. */
function replyTo(row: JsonObject): { text: unknown; date: unknown } {
  const thread = elementsAt(ofOpinion('thread')(row), '', MAX_FILES);
  const reply = thread.findLast((entry) => /^merchant_comment$/i.test(textAt(entry, 'type')));
  return { text: valueAt(reply, 'comment'), date: valueAt(reply, 'created_at') };
}

export const feefo = jsonPlatform<{ id: string }, number>({
  meta,
  errorOf: ({ status, body }) =>
    status < 500 ? reasonOf(textAt(body, 'message'), [[/closed/i, { FORBIDDEN_PLAN: CLOSED }]]) : null,

  keyOfUrl: ({ id = '' }) => ({ id: id.toLowerCase() }),

  about: {
    request: ({ id }) => ({
      url: `${API}/summary/service`,
      query: { merchant_identifier: id, since_period: 'all' },
    }),
    name: (body, { id }) => valueAt(body, 'merchant.name') ?? id,
    url: ({ id }) => `https://www.feefo.com/en-GB/reviews/${id}`,
    score: 'rating.rating',
    reviews: 'meta.count',
  },

  request: ({ key, cursor }) => ({
    url: `${API}/all`,
    query: { merchant_identifier: key.id, page: cursor ?? 1, page_size: PAGE_SIZE, ...ALL },
  }),

  rows: 'reviews',
  // The second path is that of older clients.
  next: nextPage({ size: PAGE_SIZE, pages: ['summary.meta.pages', 'summary.meta.pagination.total_pages'] }),

  review: {
    skip: (row) => ofOpinion('')(row) === undefined,
    id: ofOpinion(['id', 'review_id']),
    author: ['customer.display_name', 'customer.name'],
    title: ofOpinion('title'),
    text: ofOpinion('review'),
    url: 'url',
    rating: ofOpinion('rating.rating'),
    date: (row) => ofOpinion('created_at')(row) ?? row['last_updated_date'],
    media: filesOf,
    reply: replyTo,
    language: 'locale',
    removed: (row) => /^(?:pending|rejected)$/i.test(String(ofOpinion('moderation_status')(row))),
    additional: {
      product: 'products.0.product.title',
      helpful_votes: (row) => votesAt('')(ofOpinion('helpful_votes')(row)),
    },
  },
});
