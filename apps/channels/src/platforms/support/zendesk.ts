import { platformMeta } from '../builders/platform-meta';
import { bearer, readJson, send } from '../builders/api-request';
import { layoutChanged } from '../builders/api-errors';
import { CrawlError, type CrawlErrorCode } from '../crawl-error';
import type { Ctx, ErrorResponse, HttpOptions } from '../context';
import { jsonPlatform } from '../builders/json-platform';
import type { ReviewDraft } from '../builders/review-draft';
import { subdomainOf } from './subdomain';

const PAGE_SIZE = 100;
/** Answers of a survey response that are read. */
const MAX_ANSWERS = 50;
/** A rating is on a scale from 1 to 5, whatever the number of steps of the survey. */
const BEST = 5;

/** Ratings of the categories of Zendesk. */
const CATEGORIES: ReadonlyMap<string, number> = new Map([
  ['good', BEST],
  ['neutral', 3],
  ['bad', 1],
]);

/** The two sources of ratings. Surveys replace the older ratings, and an account may have both. */
const SOURCES = ['ratings', 'surveys'] as const;
type Source = (typeof SOURCES)[number];

const PATHS: Readonly<Record<Source, string>> = {
  ratings: '/api/v2/satisfaction_ratings',
  surveys: '/api/v2/guide/survey_responses',
};
const QUERIES: Readonly<Record<Source, NonNullable<HttpOptions['query']>>> = {
  ratings: { score: 'received' },
  surveys: { sort: '-id' },
};

/** Errors that say that the account does not have a source, or may not read it. */
const UNREADABLE: ReadonlySet<CrawlErrorCode> = new Set(['FORBIDDEN_PLAN', 'NOT_FOUND']);

interface ZendeskKey extends Readonly<Record<string, string>> {
  subdomain: string;
  /** The sources that the account may read, with spaces between them. Empty before the account was asked. */
  sources: string;
}

interface Rating {
  id?: number | string;
  score?: string;
  comment?: string | null;
  reason?: string | null;
  requester_id?: number | string;
  created_at?: string;
}

interface Answer {
  type?: string;
  rating?: number;
  rating_category?: string;
  value?: string | { text?: string };
  created_at?: string;
}

interface SurveyResponse {
  id?: string;
  answers?: (Answer | null)[];
  responder_id?: number | string;
}

interface Body {
  satisfaction_ratings?: Rating[];
  survey_responses?: SurveyResponse[];
  meta?: { has_more?: boolean; after_cursor?: string };
}

interface Users {
  users?: ({ id?: number | string; name?: string } | null)[];
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
  caps: { order: 'none', paging: 'cursor' },
});

function originOf(subdomain: string): string {
  return `https://${subdomain}.zendesk.com`;
}

async function authorization(ctx: Ctx): Promise<{ authorization: string }> {
  return bearer(await ctx.token());
}

function errorOf({ status, body }: ErrorResponse): CrawlError | null {
  const { error } = (body ?? {}) as { error?: { title?: string } };
  if (status === 404 && /no help desk/i.test(String(error?.title ?? '').slice(0, 200))) {
    return new CrawlError('INVALID_PROFILE', 'Zendesk has no account with this subdomain. Check subdomain.');
  }
  if (status !== 403) return null;
  const msg =
    'The user who signed in may not read ratings. Sign in as an administrator of a plan with CSAT surveys.';
  return new CrawlError('FORBIDDEN_PLAN', msg);
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
async function sourcesOf(subdomain: string, ctx: Ctx): Promise<string> {
  const readable: Source[] = [];
  const headers = await authorization(ctx);
  for (const source of SOURCES) {
    const query = { ...QUERIES[source], 'page[size]': 1 };
    const request = { url: `${originOf(subdomain)}${PATHS[source]}`, query, headers };
    if ((await ifReadable(send(request, ctx))) !== null) readable.push(source);
  }
  if (readable.length > 0) return readable.join(' ');
  const msg =
    'The account has no satisfaction ratings that we may read. Turn on CSAT surveys, or sign in as an administrator.';
  throw new CrawlError('FORBIDDEN_PLAN', msg);
}

/** Returns the names of the authors of a page. */
async function namesOf(subdomain: string, ids: readonly unknown[], ctx: Ctx): Promise<Names> {
  const valid = ids.map(String).filter((id) => /^\d{1,20}$/.test(id));
  const wanted = [...new Set(valid)].slice(0, PAGE_SIZE);
  if (wanted.length === 0) return {};
  const request = {
    url: `${originOf(subdomain)}/api/v2/users/show_many.json`,
    query: { ids: wanted.join(',') },
    headers: await authorization(ctx),
  };
  const body = await ifReadable(readJson<Users>(meta, request, ctx));
  const users = Array.isArray(body?.users) ? body.users.slice(0, PAGE_SIZE) : [];
  return Object.fromEntries(users.map((user) => [String(user?.id), String(user?.name ?? '').slice(0, 500)]));
}

function ratingDraft({ id, score, comment, reason, created_at }: Rating): ReviewDraft | null {
  const rating = CATEGORIES.get(score ?? '');
  // A survey that was offered only is no review.
  if (rating === undefined) return null;
  return { id, text: comment, rating, date: created_at, additional: { score, reason } };
}

/** Returns the rating of an answer. A good answer below 4 comes from a survey with 2 or 3 steps. */
function surveyRating({ rating, rating_category: category = '' }: Answer): number | undefined {
  if (typeof rating !== 'number') return CATEGORIES.get(category);
  return category === 'good' && rating < 4 ? BEST : rating;
}

/** Returns the text of an answer in words. Both forms are in use. */
function wordsOf(value: Answer['value']): string {
  const words = typeof value === 'object' ? value?.text : value;
  return typeof words === 'string' ? words : '';
}

function surveyDraft({ id, answers }: SurveyResponse): ReviewDraft | null {
  const given = answers?.slice(0, MAX_ANSWERS) ?? [];
  const rated = given.find((answer) => answer?.type === 'rating_scale');
  const texts = given
    .filter((answer) => answer?.type === 'open_ended')
    .map((answer) => wordsOf(answer?.value));
  const text = texts.filter((words) => words !== '').join('\n\n');
  if (!rated && text === '') return null;
  const date = rated?.created_at ?? given.find((answer) => answer?.created_at !== undefined)?.created_at;
  return {
    id,
    text,
    rating: rated && surveyRating(rated),
    date,
    additional: { rating_category: rated?.rating_category },
  };
}

export const zendesk = jsonPlatform<ZendeskKey, string, Body, Rating | SurveyResponse, Names>({
  meta,

  oauth: {
    authorizeUrl: (subdomain) => `${originOf(subdomain)}/oauth/authorizations/new`,
    tokenUrl: (subdomain) => `${originOf(subdomain)}/oauth/tokens`,
    scopes: ['read'],
    pkce: true,
    clientAuth: 'body',
    refresh: 'refresh_token',
  },

  errorOf,

  keyOf: (config) => ({ subdomain: subdomainOf(config, meta, 'zendesk.com'), sources: '' }),

  identityOf: ({ subdomain }) => subdomain,

  async about({ subdomain, sources }, _config, ctx) {
    const key = { subdomain, sources: sources || (await sourcesOf(subdomain, ctx)) };
    return { key, name: subdomain, url: originOf(subdomain) };
  },

  partitions: ({ sources }) => sources.split(' '),

  request: async ({ key, partition, cursor }, ctx) => ({
    url: `${originOf(key.subdomain)}${PATHS[partition as Source]}`,
    query: {
      ...QUERIES[partition as Source],
      'page[size]': PAGE_SIZE,
      'page[after]': cursor ?? undefined,
    },
    headers: await authorization(ctx),
  }),

  rows: ({ satisfaction_ratings, survey_responses }) => satisfaction_ratings ?? survey_responses,

  next({ body }) {
    if (body.meta?.has_more !== true) return null;
    if (!body.meta.after_cursor) throw layoutChanged(meta);
    return body.meta.after_cursor;
  },

  extra: (rows, { key }, ctx) => namesOf(key.subdomain, rows.map(authorIdOf), ctx),

  review(row, { partition, extra }) {
    const draft = partition === 'ratings' ? ratingDraft(row as Rating) : surveyDraft(row as SurveyResponse);
    return draft && { ...draft, author: extra[String(authorIdOf(row))] };
  },
});

function authorIdOf(row: Rating | SurveyResponse | null | undefined): unknown {
  return (row as Rating | null)?.requester_id ?? (row as SurveyResponse | null)?.responder_id;
}
