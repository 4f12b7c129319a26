import { platformMeta } from '../builders/platform-meta';
import { parseCount, parseDecimal } from '../../normalise/numbers';
import { collectedLine } from '../../normalise/text';
import { readJson } from '../builders/api-request';
import type { Ctx, ErrorResponse, HttpOptions } from '../context';
import { CrawlError } from '../crawl-error';
import { jsonPlatform } from '../builders/json-platform';
import type { Candidate, Search } from '../search';

interface Row {
  id?: string;
  url?: string;
  /** The beginning of the review. */
  text?: string;
  rating?: number;
  /** `YYYY-MM-DD HH:MM:SS` in an unknown time zone. */
  time_created?: string;
  user?: { name?: string; profile_url?: string; image_url?: string | null };
}

interface Business {
  alias?: string;
  name?: string;
  url?: string;
  rating?: number;
  review_count?: number;
  location?: { display_address?: string[] };
}

const API = 'https://api.yelp.com/v3/businesses';
/** Yelp sends three reviews, or seven with a higher plan. */
const PAGE_SIZE = 20;
const MAX_CANDIDATES = 5;
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
  hosts: ['api.yelp.com'],
  rate: { perSecond: 2, burst: 5, crawls: 4 },
  robots: 'api',
  operatorKey: 'YELP_API_KEY',
  urlExample: 'https://www.yelp.com/biz/acme-bakery-paris',
  instructions:
    'Paste the URL of the page of your business on Yelp. Yelp gives the score, the number of reviews and the beginning of its newest ' +
    'three to seven reviews, each with a link to the whole review. Older reviews are not read.',
  caps: { order: 'newest', paging: 'none', fullHistory: false },
  urls: [
    /^https?:\/\/(?:(?:www|m|[a-z]{2})\.)?yelp\.(?:com\.(?:ar|au|br|hk|mx|ph|sg|tr|tw)|com|ca|co\.(?:uk|nz|jp)|fr|de|it|es|ie|be|nl|at|ch|dk|fi|no|pl|pt|se|cz|my|cl)\/biz\/(?<id>[^/?#]{1,200})/i,
  ],
});

function errorOf({ body }: ErrorResponse): CrawlError | null {
  const { error } = (body ?? {}) as { error?: { code?: unknown } };
  switch (error?.code) {
    case 'BUSINESS_NOT_FOUND':
    case 'BUSINESS_UNAVAILABLE':
      return new CrawlError(
        'NOT_FOUND',
        'Yelp has no business at this URL, or does not show it. Check the URL.',
      );
    case 'LOCATION_NOT_FOUND':
      return new CrawlError('NOT_FOUND', 'Yelp does not know the country.');
    case 'TOKEN_INVALID':
    case 'TOKEN_MISSING':
    case 'UNAUTHORIZED_ACCESS_TOKEN':
    case 'UNAUTHORIZED_API_KEY':
    case 'AUTHORIZATION_ERROR':
    case 'NOT_AUTHORIZED':
      return new CrawlError(
        'AUTH_MISSING',
        'Yelp does not accept the key of this installation. Check YELP_API_KEY.',
      );
    case 'ACCESS_LIMIT_REACHED':
      return new CrawlError('QUOTA_EXCEEDED', 'The daily quota of the Yelp API is spent.');
    case 'TOO_MANY_REQUESTS_PER_SECOND':
      return new CrawlError('RATE_LIMITED', 'Yelp limits how often we may read it.');
    default:
      return null;
  }
}

function authorized(ctx: Ctx): HttpOptions {
  return { headers: { Authorization: `Bearer ${ctx.operatorKey()}` } };
}

function urlOf(alias: string): string {
  return `https://www.yelp.com/biz/${alias}`;
}

async function discover({ name, country }: Search, ctx: Ctx): Promise<Candidate[]> {
  const location = new Intl.DisplayNames(['en'], { type: 'region' }).of(
    (country ?? DEFAULT_COUNTRY).toUpperCase(),
  );
  const query = { term: name, location, limit: MAX_CANDIDATES };
  const request = { url: `${API}/search`, query, ...authorized(ctx) };
  try {
    const { businesses } = await readJson<{ businesses?: Business[] }>(meta, request, ctx);
    return (Array.isArray(businesses) ? businesses : []).slice(0, MAX_CANDIDATES).flatMap(candidatesOf);
  } catch (error) {
    if (error instanceof CrawlError && error.code === 'NOT_FOUND') return [];
    throw error;
  }
}

function candidatesOf(business: Business): Candidate[] {
  if (typeof business?.alias !== 'string' || !/^[^/?#\s]{1,200}$/.test(business.alias)) return [];
  const lines = business.location?.display_address;
  const address = Array.isArray(lines) ? collectedLine(lines.slice(0, 6).join(', '), 300) : '';
  return [
    {
      url: urlOf(encodeURIComponent(business.alias)),
      name: collectedLine(business.name, 191) || business.alias,
      address: address || null,
      score: parseDecimal(business.rating),
      reviews: parseCount(business.review_count),
    },
  ];
}

export const yelp = jsonPlatform<{ id: string }, never, { reviews?: Row[] }, Row>({
  meta,
  errorOf,
  discover,

  async about({ id }, _config, ctx) {
    const business = await readJson<Business>(meta, { url: `${API}/${id}`, ...authorized(ctx) }, ctx);
    return { name: business.name, url: urlOf(id), score: business.rating, reviews: business.review_count };
  },

  request: ({ key }, ctx) => ({
    url: `${API}/${key.id}/reviews`,
    query: { limit: PAGE_SIZE, offset: 0, sort_by: 'newest' },
    ...authorized(ctx),
  }),

  rows: ({ reviews }) => reviews,

  next: () => null,

  review: ({ id, url, text, rating, time_created, user }) => ({
    id,
    author: user?.name,
    authorImage: user?.image_url,
    authorUrl: user?.profile_url,
    text,
    url,
    rating,
    date: time_created?.slice(0, 10),
  }),
});
