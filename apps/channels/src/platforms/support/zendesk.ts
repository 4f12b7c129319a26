import { type ApiRequest, bearerOf } from '../builders/api-request';
import { elementsAt, type JsonObject, textAt, valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import type { Read } from '../builders/json-spec';
import { cursorAt } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import type { ReviewDraft } from '../builders/review-draft';
import type { HttpOptions } from '../context';
import { CrawlError, type CrawlErrorCode } from '../crawl-error';
import { subdomainOf } from './subdomain';

const PAGE_SIZE = 100;
/** Answers of a survey response that are read. */
const MAX_ANSWERS = 50;
/** A rating is on a scale from 1 to 5, whatever the number of steps of the survey. */
const BEST = 5;

/** Ratings of the categories of Zendesk. */
const CATEGORIES: ReadonlyMap<unknown, number> = new Map([
  ['good', BEST],
  ['neutral', 3],
  ['bad', 1],
]);

/** The two sources of ratings. Surveys replace the older ratings, and an account may have both. */
const SOURCES = {
  ratings: { path: '/api/v2/satisfaction_ratings', query: { score: 'received' } },
  surveys: { path: '/api/v2/guide/survey_responses', query: { sort: '-id' } },
};

/** Errors that say that the account does not have a source, or may not read it. */
const UNREADABLE: ReadonlySet<CrawlErrorCode> = new Set(['FORBIDDEN_PLAN', 'NOT_FOUND']);

interface ZendeskKey extends Readonly<Record<string, string>> {
  subdomain: string;
  /** The sources that the account may read, with spaces between them. Empty before the account was asked. */
  sources: string;
}

/** A rating or a survey response. Answers that are no list reject it. */
interface Row extends JsonObject {
  answers?: readonly unknown[] | null;
}

/** Names of authors by their ids. */
type Names = Readonly<Record<string, string>>;

const meta = platformMeta({
  typeId: 49,
  slug: 'zendesk',
  label: 'Zendesk',
  category: 'support',
  logo: ['Z', '#03363d'],
  method: 'oauth',
  ratingScale: BEST,
  hosts: ['.zendesk.com'],
  rate: { perSecond: 2, burst: 4, crawls: 8 },
  required: ['subdomain'],
  instructions:
    'Send the subdomain of your account, the part before .zendesk.com, and sign in to Zendesk as an administrator. The ' +
    'satisfaction ratings of tickets and the responses to CSAT surveys are read, with comments and the names of customers. ' +
    'Good becomes 5 stars and bad becomes 1. Tickets and e-mail addresses are not stored.',
  caps: { order: 'none', paging: 'cursor', fullHistory: true },
});

function originOf(subdomain: string): string {
  return `https://${subdomain}.zendesk.com`;
}

/** Returns the request of a page of a source. */
function requestOf(subdomain: string, source: string, page: HttpOptions['query']): ApiRequest {
  const { path, query } = SOURCES[source as keyof typeof SOURCES];
  return { url: `${originOf(subdomain)}${path}`, query: { ...query, ...page } };
}

/** Returns what an optional request yields, or null if the account does not have it or may not read it. */
async function ifReadable<Found>(request: Promise<Found>): Promise<Found | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof CrawlError && UNREADABLE.has(error.code)) return null;
    throw error;
  }
}

/** Returns the sources that the account may read. Throws FORBIDDEN_PLAN if there is none. */
async function sourcesOf(subdomain: string, read: Read): Promise<string> {
  const readable: string[] = [];
  for (const source of Object.keys(SOURCES)) {
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

/** Returns the names of authors. */
async function namesOf(subdomain: string, ids: readonly string[], read: Read): Promise<Names> {
  const wanted = [...new Set(ids)].filter((id) => id !== '').slice(0, PAGE_SIZE);
  if (wanted.length === 0) return {};
  const request = {
    url: `${originOf(subdomain)}/api/v2/users/show_many.json`,
    query: { ids: wanted.join(',') },
  };
  const body = await ifReadable(read(request));
  const users = elementsAt(body, 'users', PAGE_SIZE);
  return Object.fromEntries(
    users.map((user) => [String(valueAt(user, 'id')), textAt(user, 'name').slice(0, 500)]),
  );
}

function ratingDraft(row: JsonObject): ReviewDraft | null {
  const { id, score, comment, reason, created_at: date } = row;
  const rating = CATEGORIES.get(score);
  // A survey that was offered only is no review.
  return rating === undefined ? null : { id, text: comment, rating, date, additional: { score, reason } };
}

/** Returns the rating of an answer. A good answer below 4 comes from a survey with 2 or 3 steps. */
function surveyRating(answer: unknown): number | undefined {
  const [rating, category] = [valueAt(answer, 'rating'), valueAt(answer, 'rating_category')];
  if (typeof rating !== 'number') return CATEGORIES.get(category);
  return category === 'good' && rating < 4 ? BEST : rating;
}

function surveyDraft({ id, answers: given }: Row): ReviewDraft | null {
  const answers = given?.slice(0, MAX_ANSWERS) ?? [];
  const rated = answers.find((answer) => valueAt(answer, 'type') === 'rating_scale');
  const open = answers.filter((answer) => valueAt(answer, 'type') === 'open_ended');
  // The words of an answer are alone or below `text`. Both forms are in use.
  const texts = open.map((answer) => textAt(answer, ['value.text', 'value'])).filter((text) => text !== '');
  if (!rated && texts.length === 0) return null;
  const dates = [rated, ...answers].map((answer) => valueAt(answer, 'created_at'));
  return {
    id,
    text: texts.join('\n\n'),
    rating: surveyRating(rated),
    date: dates.find((date) => date !== undefined),
    additional: { rating_category: valueAt(rated, 'rating_category') },
  };
}

export const zendesk = jsonPlatform<ZendeskKey, string, JsonObject, Row, Names>({
  meta,

  oauth: {
    authorizeUrl: (subdomain) => `${originOf(subdomain)}/oauth/authorizations/new`,
    tokenUrl: (subdomain) => `${originOf(subdomain)}/oauth/tokens`,
    scopes: ['read'],
    pkce: true,
    clientAuth: 'body',
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

  extra: (rows, { key }, _ctx, read) => namesOf(key.subdomain, rows.map(authorIdOf), read),

  review(row, { partition, extra }) {
    const draft = partition === 'ratings' ? ratingDraft(row) : surveyDraft(row);
    return draft && { ...draft, author: textAt(extra, authorIdOf(row)) };
  },
});
