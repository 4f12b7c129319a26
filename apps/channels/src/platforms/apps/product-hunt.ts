import { reasonOf, type Reasons } from '../builders/api-errors';
import { bearerOf } from '../builders/api-request';
import { elementsAt, textAt, valueAt, votesAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { cursorAt } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';

/** Where an answer has the next page. */
const PAGE = 'data.post.comments.pageInfo';
/** Problems of an answer that are read. */
const MAX_PROBLEMS = 10;
/** What the API says instead of the name of a user whom the key may not see. */
const REDACTED = '[REDACTED]';

const QUERY = `query($slug: String!, $first: Int!, $after: String) {
  post(slug: $slug) {
    name url reviewsRating reviewsCount
    comments(first: $first, after: $after) {
      edges { node { id body createdAt url votesCount user { name username profileImage url } } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

const meta = platformMeta({
  typeId: 13,
  slug: 'product_hunt',
  label: 'Product Hunt',
  aliases: ['producthunt'],
  category: 'apps',
  logo: ['P', '#da552f'],
  method: 'credentials',
  proof: { kind: 'recording' },
  hosts: ['api.producthunt.com'],
  // A quarter of an hour has 6,250 points, and a page of comments costs a few hundred of them.
  rate: { perSecond: 1 / 30, burst: 10, crawls: 1 },
  required: ['url', 'access_token'],
  urlExample: 'https://www.producthunt.com/products/acme-notes',
  instructions:
    'Open producthunt.com/v2/oauth/applications, create an application there and paste its developer token as the access key, ' +
    'with the URL of your product. Product Hunt publishes no reviews to other programs: the comments of the launch are read, ' +
    'which have no rating, and the official score and number of reviews.',
  caps: { order: 'none', paging: 'cursor', rating: false },
  urls: [/^https?:\/\/(?:www\.)?producthunt\.com\/(?:products|posts)\/(?<id>[\w-]+)/i],
  maxPages: 500,
});

const REASONS: Reasons = [
  [/rate_limit/i, { RATE_LIMITED: 'The quota of the token is used up. Product Hunt is read again later.' }],
  [
    /oauth|token|unauthori[sz]ed/i,
    { CREDENTIALS_INVALID: 'Product Hunt does not accept the token. Check access_token.' },
  ],
];

export const productHunt = jsonPlatform<{ id: string }, string>({
  meta,

  // Problems may come with the status 200. Those of the key and the quota have a code, which is named `error`.
  errorIn(body) {
    const problems = elementsAt(body, 'errors', MAX_PROBLEMS);
    if (problems.length === 0 && valueAt(body, 'data') && !valueAt(body, 'data.post'))
      return { NOT_FOUND: 'Product Hunt has no product with this URL. Check what you sent.' };
    return reasonOf(problems.map((problem) => textAt(problem, 'error')).join(' '), REASONS);
  },

  identityOf: ({ id }) => id.toLowerCase(),
  headers: bearerOf,

  // 20 comments are the most that a page can have.
  request: ({ key, cursor }) => ({
    url: 'https://api.producthunt.com/v2/api/graphql',
    json: { query: QUERY, variables: { slug: key.id.toLowerCase(), first: 20, after: cursor } },
  }),

  rows: 'data.post.comments.edges',
  // The last page has a cursor, too.
  next: cursorAt(`${PAGE}.endCursor`, { more: `${PAGE}.hasNextPage` }),

  figures: {
    name: (body, { id }) => valueAt(body, 'data.post.name') ?? id,
    url: ({ id }) => `https://www.producthunt.com/products/${id}`,
    score: 'data.post.reviewsRating',
    // Figures of 0 mean that they are not known.
    reviews: (body) => valueAt(body, 'data.post.reviewsCount') || null,
  },

  review: {
    id: 'node.id',
    author: ({ node }) =>
      [textAt(node, 'user.name'), textAt(node, 'user.username')].find((name) => name && name !== REDACTED),
    authorImage: 'node.user.profileImage',
    authorUrl: ({ node }) => (textAt(node, 'user.name') === REDACTED ? null : valueAt(node, 'user.url')),
    text: 'node.body',
    url: 'node.url',
    date: 'node.createdAt',
    additional: { votes: votesAt('node.votesCount') },
  },
});
