import { platformMeta } from '../builders/platform-meta';
import { bearer, readJson } from '../builders/api-request';
import { combinedFigures } from '../builders/combined-figures';
import { CrawlError } from '../crawl-error';
import type { Ctx } from '../context';
import { jsonPlatform } from '../builders/json-platform';

const API = 'https://api.helpscout.net/v2';
/** Reports need a time span. Help Scout exists since 2011. */
const FIRST_DAY = '2011-01-01T00:00:00Z';

/** What a rating is called, and what it is in stars. */
const RATINGS: ReadonlyMap<unknown, { name: string; stars: number }> = new Map([
  [1, { name: 'great', stars: 5 }],
  [2, { name: 'okay', stars: 3 }],
  [3, { name: 'not good', stars: 1 }],
]);

interface Row {
  id?: number | string;
  threadid?: number | string;
  ratingId?: number;
  ratingComments?: string | null;
  ratingCreatedAt?: string;
  ratingCustomerName?: string | null;
}

interface Body {
  page?: number;
  pages?: number;
  results?: Row[];
}

interface Happiness {
  current?: { greatCount?: number; okayCount?: number; notGoodCount?: number };
}

interface Me {
  companyId?: number | string;
}

const meta = platformMeta({
  typeId: 52,
  slug: 'help_scout',
  label: 'Help Scout',
  aliases: ['helpscout'],
  category: 'support',
  logo: ['H', '#1292ee'],
  method: 'oauth',
  hosts: ['api.helpscout.net'],
  rate: { perSecond: 2, burst: 4, crawls: 8 },
  instructions:
    'Sign in to Help Scout with an account that may see reports. Reports need the plan Plus or Pro. The happiness ratings are ' +
    'read, with comments and the names of customers. Great becomes 5 stars, okay 3 and not good 1. Conversations and e-mail ' +
    'addresses are not stored.',
  caps: { order: 'none', paging: 'number' },
});

async function headersOf(ctx: Ctx): Promise<{ authorization: string }> {
  return bearer(await ctx.token());
}

function spanOf(ctx: Ctx): { start: string; end: string } {
  return {
    start: FIRST_DAY,
    end: ctx
      .now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z'),
  };
}

/** Returns the id of the company whose user signed in. */
async function companyOf(ctx: Ctx): Promise<string> {
  const me = await readJson<Me>(meta, { url: `${API}/users/me`, headers: await headersOf(ctx) }, ctx);
  const company = String(me.companyId ?? '');
  if (/^\d{1,20}$/.test(company)) return company;
  throw new CrawlError(
    'INVALID_PROFILE',
    'The user belongs to no company on Help Scout. Sign in as another user.',
  );
}

export const helpScout = jsonPlatform<{ company: string }, number, Body, Row>({
  meta,

  oauth: {
    authorizeUrl: () => 'https://secure.helpscout.net/authentication/authorizeClientApplication',
    tokenUrl: () => `${API}/oauth2/token`,
    scopes: [],
    pkce: false,
    clientAuth: 'body',
    refresh: 'refresh_token',
  },

  errorOf: ({ status }) =>
    status === 403
      ? new CrawlError(
          'FORBIDDEN_PLAN',
          'The account may not read reports. They need the plan Plus or Pro of Help Scout.',
        )
      : null,

  keyOf: () => ({ company: '' }),

  async about({ company }, _config, ctx) {
    const key = { company: company || (await companyOf(ctx)) };
    const request = { url: `${API}/reports/happiness`, query: spanOf(ctx), headers: await headersOf(ctx) };
    const { current } = await readJson<Happiness>(meta, request, ctx);
    const counts = [current?.greatCount, current?.okayCount, current?.notGoodCount];
    if (counts.every((count) => typeof count !== 'number')) return { key };
    const ratings = [...RATINGS.values()].map(({ stars }, index) => ({
      score: stars,
      reviews: counts[index],
    }));
    return { key, ...combinedFigures(ratings) };
  },

  // Conversations keep their numbers, so a page does not move while others are read.
  request: async ({ cursor }, ctx) => ({
    url: `${API}/reports/happiness/ratings`,
    query: { ...spanOf(ctx), rating: 'all', sortField: 'number', sortOrder: 'ASC', page: cursor ?? 1 },
    headers: await headersOf(ctx),
  }),

  rows: ({ results }) => results,

  next({ body, count, request }) {
    const page = request.cursor ?? 1;
    return count > 0 && page < Number(body.pages ?? 0) ? page + 1 : null;
  },

  review(row) {
    const rating = RATINGS.get(row.ratingId);
    return {
      // A reply is rated once. A conversation may have several rated replies.
      id: row.threadid ?? row.id,
      author: row.ratingCustomerName,
      text: row.ratingComments,
      rating: rating?.stars,
      date: row.ratingCreatedAt,
      additional: { rating: rating?.name },
    };
  },
});
