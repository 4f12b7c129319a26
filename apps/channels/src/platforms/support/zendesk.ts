import { type ApiRequest, bearerOf } from '../builders/api-request';
import { elementsAt, type JsonObject, numberAt, textAt, valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import type { Read } from '../builders/json-spec';
import { cursorAt } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import type { ReviewDraft } from '../builders/review-draft';
import type { HttpOptions } from '../context';
import { CrawlError } from '../crawl-error';
import { subdomainOf } from './subdomain';

const PAGE_SIZE = 100;
/** Answers of a survey response that are read. */
const MAX_ANSWERS = 50;
/** Ratings of the categories of Zendesk. */
const CATEGORIES = new Map<unknown, number>(Object.entries({ good: 5, neutral: 3, bad: 1 }));
/** The two sources of ratings. Surveys replace the older ratings, and an account may have both. */
interface Source {
  path: string;
  query: HttpOptions['query'];
}
const SURVEYS: Source = { path: '/api/v2/guide/survey_responses', query: { sort: '-id' } };
const SOURCES: ReadonlyMap<string, Source> = new Map([
  ['ratings', { path: '/api/v2/satisfaction_ratings', query: { score: 'received' } }],
  ['surveys', SURVEYS],
]);

/** `sources` are those that the account may read, with spaces between them. They are empty before the account was asked. */
type ZendeskKey = { subdomain: string; sources: string };

const meta = platformMeta({
  typeId: 49,
  slug: 'zendesk',
  label: 'Zendesk',
  category: 'support',
  logo: ['Z', '#03363d'],
  method: 'oauth',
  proof: { kind: 'recording' },
  hosts: ['.zendesk.com'],
  rate: { perSecond: 2, burst: 4, crawls: 8 },
  required: ['subdomain'],
  instructions:
    'Enter the subdomain of your account, the part before .zendesk.com, and sign in to Zendesk as an administrator. The ' +
    'satisfaction ratings of tickets and the responses to CSAT surveys are read, with comments and the names of customers. Good ' +
    'becomes 5 stars and bad becomes 1. Tickets and e-mail addresses are not stored.',
  caps: { order: 'none', paging: 'cursor', fullHistory: true, plain: true },
});

const originOf = (subdomain: string): string => `https://${subdomain}.zendesk.com`;

/** Returns the request of a page of a source. */
function requestOf(subdomain: string, source: string, page: HttpOptions['query']): ApiRequest {
  const { path, query } = SOURCES.get(source) ?? SURVEYS;
  return { url: `${originOf(subdomain)}${path}`, query: { ...query, ...page } };
}

/** Returns an answer, or null if the account does not have it or may not read it. */
function ifReadable(answer: Promise<JsonObject>): Promise<JsonObject | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof CrawlError && ['FORBIDDEN_PLAN', 'NOT_FOUND'].includes(error.code)) return null;
    throw error;
  });
}

/** Returns the sources that the account may read. Throws FORBIDDEN_PLAN if there is none. */
async function sourcesOf(subdomain: string, read: Read): Promise<string> {
  const readable: string[] = [];
  for (const source of SOURCES.keys()) {
    const request = requestOf(subdomain, source, { 'page[size]': 1 });
    if ((await ifReadable(read(request))) !== null) readable.push(source);
  }
  if (readable.length > 0) return readable.join(' ');
  const msg =
    'The account has no satisfaction ratings that we may read. Turn on CSAT surveys, or sign in as an administrator.';
  throw new CrawlError('FORBIDDEN_PLAN', msg);
}

/** Returns the id of the author of a rating or of a survey response, or an empty text. */
function authorIdOf(row: unknown): string {
  const id = valueAt(row, ['requester_id', 'responder_id']);
  const isId = typeof id === 'number' || typeof id === 'string';
  return isId && /^\d{1,20}$/.test(String(id)) ? String(id) : '';
}

function ratingDraft(row: JsonObject): ReviewDraft | null {
  const { id, score, comment, reason, created_at: date } = row;
  const rating = CATEGORIES.get(score);
  // A survey that was offered only is no review.
  return rating === undefined ? null : { id, text: comment, rating, date, additional: { score, reason } };
}

function surveyDraft(row: JsonObject): ReviewDraft | null {
  // Answers that are no list reject the response.
  const answers = ((row['answers'] ?? []) as unknown[]).slice(0, MAX_ANSWERS);
  const rated = answers.find((answer) => valueAt(answer, 'type') === 'rating_scale');
  const open = answers.filter((answer) => valueAt(answer, 'type') === 'open_ended');
  // The words of an answer are alone or below `text`. Both forms are in use.
  const texts = open.map((answer) => textAt(answer, ['value.text', 'value'])).filter((text) => text !== '');
  if (!rated && texts.length === 0) return null;
  const [rating, category] = [numberAt(rated, 'rating'), valueAt(rated, 'rating_category')];
  // A rating is on a scale from 1 to 5, but a good one below 4 comes from a survey with 2 or 3 steps.
  const isOnScale = rating !== null && (category !== 'good' || rating >= 4);
  const dates = [rated, ...answers].map((answer) => valueAt(answer, 'created_at'));
  return {
    id: row['id'],
    text: texts.join('\n\n'),
    rating: isOnScale ? rating : CATEGORIES.get(category),
    date: dates.find((date) => date !== undefined),
    additional: { rating_category: category },
  };
}

export const zendesk = jsonPlatform<ZendeskKey, string, JsonObject, JsonObject, Record<string, string>>({
  meta,

  oauth: {
    authorizeUrl: (subdomain) => `${originOf(subdomain)}/oauth/authorizations/new`,
    tokenUrl: (subdomain) => `${originOf(subdomain)}/oauth/tokens`,
    scopes: ['read'],
    refresh: 'refresh_token',
  },

  errors: {
    403: {
      FORBIDDEN_PLAN:
        'The user who signed in may not read ratings. Sign in as an administrator of a plan with CSAT surveys.',
    },
  },
  errorOf: ({ status, body }) =>
    status === 404 && /no help desk/i.test(textAt(body, 'error.title').slice(0, 200))
      ? { INVALID_PROFILE: 'Zendesk has no account with this subdomain. Check subdomain.' }
      : null,

  headers: bearerOf,

  keyOf: (config) => ({ subdomain: subdomainOf(config, meta, 'zendesk.com'), sources: '' }),
  identityOf: ({ subdomain }) => subdomain,

  async about({ subdomain, sources }, _config, _ctx, read) {
    const key = { subdomain, sources: sources || (await sourcesOf(subdomain, read)) };
    return { key, name: subdomain, url: originOf(subdomain) };
  },

  partitions: ({ sources }) => sources.split(' '),

  request: ({ key, partition, cursor }) =>
    requestOf(key.subdomain, partition, { 'page[size]': PAGE_SIZE, 'page[after]': cursor ?? undefined }),

  rows: ['satisfaction_ratings', 'survey_responses'],
  next: cursorAt('meta.after_cursor', { more: 'meta.has_more' }),

  // The names of the authors by their ids.
  async extra(rows, { key }, _ctx, read) {
    const ids = [...new Set(rows.map(authorIdOf))].filter((id) => id !== '').slice(0, PAGE_SIZE);
    if (ids.length === 0) return {};
    const url = `${originOf(key.subdomain)}/api/v2/users/show_many.json`;
    const found = await ifReadable(read({ url, query: { ids: ids.join(',') } }));
    const users = elementsAt(found, 'users', PAGE_SIZE);
    const nameOf = (user: unknown): string => textAt(user, 'name').slice(0, 500);
    return Object.fromEntries(users.map((user) => [String(valueAt(user, 'id')), nameOf(user)]));
  },

  review(row, { partition, extra }) {
    const draft = partition === 'ratings' ? ratingDraft(row) : surveyDraft(row);
    return draft && { ...draft, author: textAt(extra, authorIdOf(row)) };
  },
});
