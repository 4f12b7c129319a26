import { reasonOf, type Reasons } from '../builders/api-errors';
import { keyParts } from '../builders/api-request';
import { type JsonObject, valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { nextOffset } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { parseDecimal } from '../../normalise/numbers';
import { givenToken } from '../given-token';

const API = 'https://dashboard.webwinkelkeur.nl/api/1.0';
const PAGE_SIZE = 100;
/** The scale of the average. Reviews have five stars. */
const SCORE_SCALE = 10;
const RATING = ['rating', 'score'];
const REFUSED = {
  CREDENTIALS_INVALID: 'WebwinkelKeur does not accept the id and the code. Check access_token.',
};

const meta = platformMeta({
  typeId: 27,
  slug: 'webwinkelkeur',
  label: 'WebwinkelKeur',
  category: 'companies',
  logo: ['W', '#d6006e'],
  method: 'credentials',
  proof: { kind: 'recording', year: 2020 },
  hosts: ['dashboard.webwinkelkeur.nl'],
  rate: { perSecond: 1, burst: 2, crawls: 4 },
  instructions:
    'Paste the id of your shop and its API code as the access key, in the form <id>:<code>. You find both in the WebwinkelKeur ' +
    'dashboard under Installation. All reviews of the shop are read. Replies of the shop are not read.',
  caps: { order: 'none', paging: 'number', fullHistory: true },
  urls: [/^https?:\/\/(?:www\.)?webwinkelkeur\.nl\/webshop\/[^/?#]*_(?<id>\d+)(?=[/?#]|$)/i],
  maxPages: 5_000,
});

const REASONS: Reasons = [
  [/limit|too many/i, { RATE_LIMITED: 'WebwinkelKeur limits how often we may read it.' }],
  [
    /server|internal|later|unavailable/i,
    { UPSTREAM_ERROR: 'WebwinkelKeur responded with an error. We try again later.' },
  ],
  // The id and the code are all that a request has.
  [/^/, REFUSED],
];

function partsOf(token: string): { id: string; code: string } {
  const [id = '', code = ''] = keyParts(token, ['id', 'code']);
  return { id, code };
}

/** Returns the scale of the reviews of a page. A rating above 5 means that the page has the scale of the average. */
function scaleOf(rows: readonly (JsonObject | null | undefined)[]): number {
  const ratings = rows.map((row) => parseDecimal(valueAt(row, RATING)) ?? 0);
  const isOfScore = ratings.some((rating) => rating > meta.ratingScale && rating <= SCORE_SCALE);
  return isOfScore ? SCORE_SCALE : meta.ratingScale;
}

export const webwinkelkeur = jsonPlatform<{ id: string }, number, JsonObject, JsonObject, number>({
  meta,
  errors: { 400: REFUSED, 403: REFUSED },
  errorIn: ({ status = 'success', message }) => (status === 'success' ? null : reasonOf(message, REASONS)),

  keyOf: (config) => ({ id: partsOf(givenToken(config)).id }),

  about: {
    request: async (_key, ctx) => ({ url: `${API}/ratings_summary.json`, query: partsOf(await ctx.token()) }),
    name: (_body, { id }) => `WebwinkelKeur ${id}`,
    score: ['data.ratings_summary.rating', 'data.rating_average'],
    scale: SCORE_SCALE,
    reviews: ['data.ratings_summary.total_ratings', 'data.amount'],
  },

  request: async ({ cursor }, ctx) => ({
    url: `${API}/ratings.json`,
    query: { ...partsOf(await ctx.token()), limit: PAGE_SIZE, offset: cursor ?? 0 },
  }),

  rows: ['ratings', 'data'],
  next: nextOffset({ size: PAGE_SIZE, total: 'total' }),
  extra: async (rows) => scaleOf(rows),

  // The documentation does not list the fields of a review, and clients read them by several names. Recorded reviews have no id.
  review: {
    // The review is withheld and not public.
    skip: (row) => valueAt(row, 'quarantine') === true,
    id: ['id', 'rating_id'],
    author: ['name', 'customer_name'],
    text: ['comment', 'review'],
    url: 'url',
    rating: RATING,
    scale: (_row, { extra }) => extra,
    date: ['created', 'created_at', 'date'],
  },
});
