import { platformMeta } from '../builders/platform-meta';
import { layoutChanged, notFound } from '../builders/api-errors';
import { CrawlError } from '../crawl-error';
import { jsonPlatform } from '../builders/json-platform';

interface Comment {
  id?: string;
  body?: string;
  createdAt?: string;
  url?: string;
  votesCount?: number;
  user?: { name?: string; username?: string; profileImage?: string; url?: string };
}

interface Row {
  node?: Comment;
}

interface Post {
  name?: string;
  url?: string;
  reviewsRating?: number;
  reviewsCount?: number;
  comments?: { edges?: Row[]; pageInfo?: { hasNextPage?: boolean; endCursor?: string } };
}

interface Problem {
  /** A code, for problems of the key and the quota. */
  error?: string;
  message?: string;
}

interface Body {
  data?: { post?: Post | null } | null;
  errors?: Problem[];
}

const API = 'https://api.producthunt.com/v2/api/graphql';
/** The maximum of the API. */
const PAGE_SIZE = 20;
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
  hosts: ['api.producthunt.com'],
  // A quarter of an hour has 6,250 points, and a page of comments costs a few hundred of them.
  rate: { perSecond: 1 / 30, burst: 10, crawls: 1 },
  required: ['url', 'access_token'],
  urlExample: 'https://www.producthunt.com/products/acme-notes',
  instructions:
    'Open producthunt.com/v2/oauth/applications, create an application there and send its developer token as access_token, ' +
    'with the URL of your product. Product Hunt publishes no reviews to other programs: the comments of the launch are ' +
    'read, which have no rating, and the official score and number of reviews.',
  caps: { order: 'none', paging: 'cursor', fullHistory: false, rating: false },
  urls: [/^https?:\/\/(?:www\.)?producthunt\.com\/(?:products|posts)\/(?<id>[\w-]+)/i],
  maxPages: 500,
});

/** Returns the post of an answer. Throws the error of an answer without one, which has the status 200. */
function postOf({ data, errors }: Body): Post {
  const problems = Array.isArray(errors) ? errors : [];
  if (problems.some((problem) => /rate_limit/i.test(problem?.error ?? ''))) {
    throw new CrawlError(
      'RATE_LIMITED',
      'The quota of the Product Hunt token is used up. It is read again later.',
    );
  }
  if (problems.some((problem) => /oauth|token|unauthori[sz]ed/i.test(problem?.error ?? ''))) {
    throw new CrawlError(
      'CREDENTIALS_INVALID',
      'Product Hunt does not accept the token. Check access_token.',
    );
  }
  if (data?.post) return data.post;
  if (data && problems.length === 0) throw notFound(meta, 'product with this URL');
  throw layoutChanged(meta);
}

export const productHunt = jsonPlatform<{ id: string }, string, Body, Row>({
  meta,

  identityOf: ({ id }) => id.toLowerCase(),

  async request({ key, cursor }, ctx) {
    return {
      url: API,
      headers: { authorization: `Bearer ${await ctx.token()}` },
      json: { query: QUERY, variables: { slug: key.id.toLowerCase(), first: PAGE_SIZE, after: cursor } },
    };
  },

  rows: (body) => postOf(body).comments?.edges,

  next({ body }) {
    const page = postOf(body).comments?.pageInfo;
    const isCursor = page?.hasNextPage === true && typeof page.endCursor === 'string';
    return isCursor ? (page.endCursor ?? null) : null;
  },

  figures(body, { id }) {
    const { name, reviewsRating, reviewsCount } = postOf(body);
    return {
      name: name ?? id,
      url: `https://www.producthunt.com/products/${id}`,
      score: reviewsRating,
      reviews: reviewsCount,
    };
  },

  review({ node }) {
    const { name, username, profileImage, url } = node?.user ?? {};
    return {
      id: node?.id,
      author: [name, username].find((part) => part && part !== REDACTED),
      authorImage: profileImage,
      authorUrl: name === REDACTED ? null : url,
      text: node?.body,
      url: node?.url,
      date: node?.createdAt,
      additional: { votes: node?.votesCount || null },
    };
  },
});
