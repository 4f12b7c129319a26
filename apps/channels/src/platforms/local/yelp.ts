import { reasonOf, type Reasons } from '../builders/api-errors';
import { elementsAt, textAt, valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import type { Read } from '../builders/json-spec';
import { onePage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import type { Ctx } from '../context';
import { CrawlError } from '../crawl-error';
import { type Candidate, type Search, toCandidate } from '../search';

const API = 'https://api.yelp.com/v3/businesses';
const MAX_CANDIDATES = 5;
const MAX_ADDRESS_LINES = 6;
/** Yelp searches in a place. Without a country it is the one with the most businesses on Yelp. */
const DEFAULT_COUNTRY = 'us';

const meta = platformMeta({
  typeId: 5,
  slug: 'yelp',
  label: 'Yelp',
  aliases: ['yelp_business'],
  category: 'local',
  logo: ['Y', '#d32323'],
  method: 'url',
  proof: { kind: 'recording', year: 2022 },
  hosts: ['api.yelp.com'],
  rate: { perSecond: 2, burst: 5, crawls: 4 },
  robots: 'api',
  operatorKey: 'YELP_API_KEY',
  urlExample: 'https://www.yelp.com/biz/acme-bakery-paris',
  instructions:
    'Paste the URL of the page of your business on Yelp. Yelp gives the score, the number of reviews and the beginning of its newest ' +
    'three to seven reviews, each with a link to the whole review. Older reviews are not read.',
  caps: { order: 'newest', paging: 'none', plain: true },
  urls: [
    /^https?:\/\/(?:(?:www|m|[a-z]{2})\.)?yelp\.(?:com\.(?:ar|au|br|hk|mx|ph|sg|tr|tw)|com|ca|co\.(?:uk|nz|jp)|fr|de|it|es|ie|be|nl|at|ch|dk|fi|no|pl|pt|se|cz|my|cl)\/biz\/(?<id>[^/?#]{1,200})/i,
  ],
});

/** What the codes of Yelp's errors mean. */
const REASONS: Reasons = [
  [
    /^BUSINESS_(?:NOT_FOUND|UNAVAILABLE)$/,
    { NOT_FOUND: 'Yelp has no business at this URL, or does not show it. Check the URL.' },
  ],
  [/^LOCATION_NOT_FOUND$/, { NOT_FOUND: 'Yelp does not know the country.' }],
  [
    /^(?:TOKEN_INVALID|TOKEN_MISSING|UNAUTHORIZED_ACCESS_TOKEN|UNAUTHORIZED_API_KEY|AUTHORIZATION_ERROR|NOT_AUTHORIZED)$/,
    { AUTH_MISSING: 'Yelp does not accept the key of this installation. Its operator must replace it.' },
  ],
  [/^ACCESS_LIMIT_REACHED$/, { QUOTA_EXCEEDED: 'The daily quota of the Yelp API is spent.' }],
  [/^TOO_MANY_REQUESTS_PER_SECOND$/, { RATE_LIMITED: 'Yelp limits how often we may read it.' }],
];

function urlOf(alias: string): string {
  return `https://www.yelp.com/biz/${alias}`;
}

async function discover({ name, country }: Search, _ctx: Ctx, read: Read): Promise<Candidate[]> {
  const regions = new Intl.DisplayNames(['en'], { type: 'region' });
  const location = regions.of((country ?? DEFAULT_COUNTRY).toUpperCase());
  const query = { term: name, location, limit: MAX_CANDIDATES };
  try {
    const answer = await read({ url: `${API}/search`, query });
    return elementsAt(answer, 'businesses', MAX_CANDIDATES).flatMap(candidatesOf);
  } catch (error) {
    if (error instanceof CrawlError && error.code === 'NOT_FOUND') return [];
    throw error;
  }
}

function candidatesOf(business: unknown): Candidate[] {
  const alias = textAt(business, 'alias');
  if (!/^[^/?#\s]{1,200}$/.test(alias)) return [];
  const lines = elementsAt(business, 'location.display_address', MAX_ADDRESS_LINES);
  const found = {
    url: urlOf(encodeURIComponent(alias)),
    name: valueAt(business, 'name'),
    address: lines.filter((line) => typeof line === 'string').join(', '),
    score: valueAt(business, 'rating'),
    reviews: valueAt(business, 'review_count'),
  };
  return [toCandidate(found, alias)];
}

export const yelp = jsonPlatform<{ id: string }>({
  meta,
  errorOf: ({ body }) => reasonOf(valueAt(body, 'error.code'), REASONS),
  headers: (ctx) => ({ authorization: `Bearer ${ctx.operatorKey()}` }),
  discover,

  about: {
    request: ({ id }) => ({ url: `${API}/${id}` }),
    name: 'name',
    url: ({ id }) => urlOf(id),
    score: 'rating',
    reviews: 'review_count',
  },

  // Yelp sends three reviews, or seven with a higher plan.
  request: ({ key }) => ({
    url: `${API}/${key.id}/reviews`,
    query: { limit: 20, offset: 0, sort_by: 'newest' },
  }),

  rows: 'reviews',
  next: onePage,

  review: {
    id: 'id',
    author: 'user.name',
    authorImage: 'user.image_url',
    authorUrl: 'user.profile_url',
    // The beginning of the review.
    text: 'text',
    url: 'url',
    rating: 'rating',
    // The day of `YYYY-MM-DD HH:MM:SS`, because the time zone is unknown.
    date: (row) => textAt(row, 'time_created').slice(0, 10),
  },
});
