import { createHash } from 'node:crypto';
import { basic } from '../builders/api-request';
import { type JsonObject, numberAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { nextPage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';

const API = 'https://api.delighted.com/v1';
const PAGE_SIZE = 100;
/** The highest score of each type of survey. */
const HIGHEST = new Map<unknown, number>(
  Object.entries({ nps: 10, enps: 10, csat: 5, ces7: 7, stars5: 5, smileys: 5, pmf: 3 }),
);

const meta = platformMeta({
  typeId: 46,
  slug: 'delighted',
  label: 'Delighted',
  category: 'surveys',
  logo: ['D', '#4a90a4'],
  method: 'credentials',
  proof: { kind: 'specification' },
  ratingScale: 10,
  hosts: ['api.delighted.com'],
  optional: ['trend_id'],
  instructions:
    'Paste the API key of your Delighted project as the access key. It is in the settings of the project, below API. To read one ' +
    'trend only, enter its id as the trend. Scores, comments and names are read. E-mail addresses, phone numbers and properties ' +
    'of the people are not stored.',
  caps: { order: 'updated', paging: 'number', fullHistory: true, plain: true },
});

/** Returns the steps of the effort surveys of a page. A score above 5 means that they have 7. */
function effortScaleOf(rows: readonly (JsonObject | null | undefined)[]): number {
  const isLong = rows.some((row) => row?.['survey_type'] === 'ces' && (numberAt(row, 'score') ?? 0) > 5);
  return isLong ? 7 : 5;
}

/** Returns the rating of a response. Thumbs become 5 and 1. */
function ratingOf(row: JsonObject, effortScale: number): { rating?: number | null; scale?: number } {
  const { survey_type: type } = row;
  const score = numberAt(row, 'score');
  if (type === 'thumbs') return { rating: score === null ? null : score > 0 ? 5 : 1, scale: 5 };
  const scale = type === 'ces' ? effortScale : HIGHEST.get(type);
  return scale === undefined ? {} : { rating: score, scale };
}

/** Returns the class of an answer to "How likely are you to recommend us?". */
function npsClass(row: JsonObject): string | undefined {
  const score = numberAt(row, 'score');
  if (!['nps', 'enps'].includes(String(row['survey_type'])) || score === null) return undefined;
  return score >= 9 ? 'promoter' : score >= 7 ? 'passive' : 'detractor';
}

export const delighted = jsonPlatform<{ trend: string }, number, JsonObject, JsonObject, number>({
  meta,

  headers: async (ctx) => basic(await ctx.token(), ''),

  keyOf: ({ trendId }) => ({ trend: trendId ?? '' }),
  // A key belongs to one project, and the API does not tell which. A digest tells two projects apart.
  identityOf: ({ trend }, { accessToken = '' }) =>
    trend || createHash('sha256').update(accessToken).digest('hex').slice(0, 32),

  about: {
    request: ({ trend }) => ({ url: `${API}/metrics.json`, query: { trend: trend || undefined } }),
    reviews: 'response_count',
    meta: ({ nps }) => (typeof nps === 'number' ? { nps } : {}),
  },

  // The order of the API is oldest first unless another one is requested.
  request: ({ key, cursor }) => ({
    url: `${API}/survey_responses.json`,
    query: {
      per_page: PAGE_SIZE,
      page: cursor ?? 1,
      order: 'desc:updated_at',
      trend: key.trend || undefined,
      'expand[]': 'person',
    },
  }),

  rows: '',
  next: nextPage({ size: PAGE_SIZE }),
  extra: async (rows) => effortScaleOf(rows),

  review: {
    skip: (row, { extra }) => (ratingOf(row, extra).rating ?? null) === null && !row['comment'],
    id: 'id',
    author: 'person.name',
    text: 'comment',
    url: 'permalink',
    rating: (row, { extra }) => ratingOf(row, extra).rating,
    scale: (row, { extra }) => ratingOf(row, extra).scale,
    date: 'created_at',
    additional: { survey_type: 'survey_type', score: (row) => numberAt(row, 'score'), nps_class: npsClass },
  },
});
