import { bearerOf } from '../builders/api-request';
import { combinedFigures } from '../builders/combined-figures';
import { type JsonObject, numberAt, valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { nextPage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import type { Ctx } from '../context';
import { CrawlError } from '../crawl-error';

const API = 'https://api.helpscout.net/v2';

/** The ratings, their names and scores in stars, and where the happiness report has their counts. */
const RATINGS = [
  { id: 1, name: 'great', score: 5, count: 'current.greatCount' },
  { id: 2, name: 'okay', score: 3, count: 'current.okayCount' },
  { id: 3, name: 'not good', score: 1, count: 'current.notGoodCount' },
];

const meta = platformMeta({
  typeId: 52,
  slug: 'help_scout',
  label: 'Help Scout',
  aliases: ['helpscout'],
  category: 'support',
  logo: ['H', '#1292ee'],
  method: 'oauth',
  proof: { kind: 'specification' },
  hosts: ['api.helpscout.net'],
  rate: { perSecond: 2, burst: 4, crawls: 8 },
  instructions:
    'Sign in to Help Scout with an account that may see reports. Reports need the plan Plus or Pro. The happiness ratings are ' +
    'read, with comments and the names of customers. Great becomes 5 stars, okay 3 and not good 1. Conversations and e-mail ' +
    'addresses are not stored.',
  caps: { order: 'none', paging: 'number', fullHistory: true },
});

/** Returns what a customer chose, or undefined for a rating that is not known. */
const ratingOf = (row: JsonObject) => RATINGS.find(({ id }) => id === numberAt(row, 'ratingId'));

/** Returns the time span of a report, which needs one. Help Scout exists since 2011. */
function spanOf(ctx: Ctx): { start: string; end: string } {
  return { start: '2011-01-01T00:00:00Z', end: `${ctx.now().toISOString().slice(0, 19)}Z` };
}

export const helpScout = jsonPlatform<{ company: string }, number>({
  meta,

  oauth: {
    authorizeUrl: () => 'https://secure.helpscout.net/authentication/authorizeClientApplication',
    tokenUrl: () => `${API}/oauth2/token`,
    scopes: [],
    refresh: 'refresh_token',
  },

  errors: {
    403: {
      FORBIDDEN_PLAN: 'The account may not read reports. They need the plan Plus or Pro of Help Scout.',
    },
  },

  headers: bearerOf,
  keyOf: () => ({ company: '' }),

  async about({ company: known }, _config, ctx, read) {
    const company = known || String(valueAt(await read({ url: `${API}/users/me` }), 'companyId'));
    if (!/^\d{1,20}$/.test(company)) {
      const msg = 'The user belongs to no company on Help Scout. Sign in as another user.';
      throw new CrawlError('INVALID_PROFILE', msg);
    }
    const report = await read({ url: `${API}/reports/happiness`, query: spanOf(ctx) });
    const counted = RATINGS.map(({ score, count }) => ({ score, reviews: numberAt(report, count) }));
    const isCounted = counted.some(({ reviews }) => reviews !== null);
    return { key: { company }, ...(isCounted ? combinedFigures(counted) : {}) };
  },

  // Conversations keep their numbers, so a page does not move while others are read.
  request: ({ cursor }, ctx) => ({
    url: `${API}/reports/happiness/ratings`,
    query: { ...spanOf(ctx), rating: 'all', sortField: 'number', sortOrder: 'ASC', page: cursor ?? 1 },
  }),

  rows: 'results',
  next: nextPage({ pages: 'pages' }),

  review: {
    // A reply is rated once. A conversation may have several rated replies.
    id: ['threadid', 'id'],
    author: 'ratingCustomerName',
    text: 'ratingComments',
    rating: (row) => ratingOf(row)?.score,
    date: 'ratingCreatedAt',
    additional: { rating: (row) => ratingOf(row)?.name },
  },
});
