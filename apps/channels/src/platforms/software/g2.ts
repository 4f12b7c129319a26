import { layoutChanged, notFound } from '../builders/api-errors';
import { bearerOf } from '../builders/api-request';
import { elementsAt, type JsonObject, textAt, valueAt, withFields } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import type { Read } from '../builders/json-spec';
import { urlAt } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';

const API = 'https://data.g2.com/api/v2/';
/** Answers of a review that are read. G2 asks about 10 questions. */
const MAX_ANSWERS = 20;
/** Authors of a page that are read. A page has 100 reviews. */
const MAX_INCLUDED = 500;

const meta = platformMeta({
  typeId: 45,
  slug: 'g2',
  label: 'G2',
  aliases: ['g2_crowd', 'g2crowd'],
  category: 'software',
  logo: ['G', '#ff492c'],
  method: 'credentials',
  proof: { kind: 'specification' },
  hosts: ['data.g2.com'],
  required: ['access_token', 'url'],
  urlExample: 'https://www.g2.com/products/acme-notes/reviews',
  instructions:
    'Paste the URL of your product on G2. Create an API token in the developer portal of my.G2 with your organization as owner, ' +
    'and paste it as the access key. G2 gives access to reviews only with a data subscription. All public reviews of the product ' +
    'are read, with the answers to every question.',
  caps: { order: 'none', paging: 'cursor', fullHistory: true },
  urls: [/^https?:\/\/(?:www\.)?g2(?:crowd)?\.com\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?products\/(?<id>[\w.-]+)/i],
  maxPages: 1_000,
});

/** Returns a product by the name in its URL. Throws NOT_FOUND. */
async function productOf(slug: string, read: Read): Promise<unknown> {
  const { data } = await read({ url: `${API}products`, query: { 'filter[slug][]': slug } });
  if (!Array.isArray(data)) throw layoutChanged(meta);
  if (data[0]) return data[0];
  throw notFound(meta, `product "${slug.slice(0, 60)}" in the account of the token`);
}

/** Returns the URL of the first page of reviews. G2 knows products by an id that is not in their URL. */
async function firstPage(slug: string, read: Read): Promise<string> {
  const id = textAt(await productOf(slug, read), 'id');
  if (!/^[\w-]{1,100}$/.test(id)) throw layoutChanged(meta);
  return `${API}products/${id}/reviews?page%5Bsize%5D=100&include=user`;
}

/** Returns the rows of a page, each with its author. G2 lists the authors beside the reviews. */
function rowsOf(body: JsonObject): unknown {
  const { data } = body;
  if (!Array.isArray(data)) return data;
  const included = elementsAt(body, 'included', MAX_INCLUDED).filter((one) => textAt(one, 'id') !== '');
  const users = new Map(included.map((one) => [valueAt(one, 'id'), valueAt(one, 'attributes')]));
  return withFields(data, (row) => ({ user: users.get(valueAt(row, 'relationships.user.data.id')) }));
}

/** Returns the answers of a review below their questions. An answer may have no question. */
function textOf(row: JsonObject): string {
  return Object.values(valueAt(row, 'attributes.answers') ?? {})
    .slice(0, MAX_ANSWERS)
    .filter((answer) => textAt(answer, 'value') !== '')
    .map((answer) => `${textAt(answer, 'text')}\n${textAt(answer, 'value')}`.trim())
    .join('\n\n');
}

export const g2 = jsonPlatform<{ id: string }, string>({
  meta,
  errors: { 403: { FORBIDDEN_PLAN: 'The G2 account has no data subscription, which reviews need.' } },
  headers: async (ctx) => ({ ...(await bearerOf(ctx)), accept: 'application/vnd.api+json' }),

  keyOfUrl: ({ id = '' }) => ({ id: id.toLowerCase() }),

  async about({ id }, _config, _ctx, read) {
    const product = await productOf(id, read);
    return {
      name: valueAt(product, 'attributes.name'),
      url: `https://www.g2.com/products/${id}/reviews`,
      score: valueAt(product, 'attributes.star_rating'),
      reviews: valueAt(product, ['attributes.review_count', 'attributes.reviews_count']),
    };
  },

  request: async ({ key, cursor }, _ctx, read) => ({ url: cursor ?? (await firstPage(key.id, read)) }),

  rows: rowsOf,
  next: urlAt('links.next', API),

  review: {
    skip: (row) => valueAt(row, 'attributes.is_public') === false,
    id: 'id',
    author: 'user.name',
    authorImage: 'user.image',
    title: 'attributes.title',
    text: textOf,
    url: (row, { key }) => {
      const slug = textAt(row, 'attributes.slug');
      const page = slug === '' ? null : `https://www.g2.com/products/${key.id}/reviews/${slug}`;
      return valueAt(row, 'attributes.url') ?? page;
    },
    rating: 'attributes.star_rating',
    date: ['attributes.submitted_at', 'attributes.published_at'],
    verified: 'attributes.verified_current_user',
    additional: {
      country: 'attributes.country_name',
      incentivized: (row) => valueAt(row, 'attributes.review_incentive') === true || undefined,
    },
  },
});
