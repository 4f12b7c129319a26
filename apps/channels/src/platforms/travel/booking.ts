import { platformMeta } from '../builders/platform-meta';
import { parseUrl } from '@plaudit/contracts';
import { roundScore } from '../../normalise/numbers';
import { bodyOf, keyParts, readJson, send } from '../builders/api-request';
import { layoutChanged } from '../builders/api-errors';
import type { Ctx, ErrorResponse, HttpOptions } from '../context';
import { CrawlError } from '../crawl-error';
import type { About } from '../builders/json-spec';
import { storesPlatform } from '../builders/stores-platform';

interface Row {
  review_id?: string;
  /** `YYYY-MM-DD HH:MM:SS` in UTC. */
  created_timestamp?: string;
  last_change_timestamp?: string;
  reviewer?: { name?: string };
  content?: { language_code?: string; headline?: string; positive?: string; negative?: string };
  scoring?: Record<string, number | null>;
  reply?: { text?: string; last_change_timestamp?: string } | null;
}

interface Failure {
  code?: unknown;
  message?: unknown;
}

/** Clients have seen the rows in three places, and the next page in two. */
interface Body {
  data?: Row[] | { reviews?: Row[] };
  reviews?: Row[];
  next_page?: string | null;
  meta?: { next_page?: string | null };
  errors?: Failure[];
}

interface Score {
  score?: number;
  review_score?: number;
  review_count?: number;
  number_of_reviews?: number;
}

const API = 'https://supply-xml.booking.com/review-api/properties';
const PAGE_SIZE = 100;
/** Before Booking.com had reviews. Without a date, only the reviews of the last months are listed. */
const FROM_DATE = '2000-01-01';
const PARTS = ['clean', 'comfort', 'facilities', 'location', 'services', 'staff', 'value'];

const meta = platformMeta({
  typeId: 42,
  slug: 'booking',
  label: 'Booking.com',
  aliases: ['booking_com', 'bookingcom'],
  category: 'travel',
  logo: ['B', '#003580'],
  method: 'credentials',
  ratingScale: 10,
  hosts: ['supply-xml.booking.com'],
  rate: { perSecond: 2, burst: 5, crawls: 4 },
  required: ['access_token', 'stores'],
  instructions:
    'You need the machine account of a connectivity partner of Booking.com with access to the Guest Review API. Send its user name ' +
    'and password with a colon between them as access_token, or its token. Send the numbers of your properties as stores. You find ' +
    'them in the extranet. All reviews that the API lists are read, with your replies.',
  caps: { order: 'newest', paging: 'cursor', ownerReply: true },
  urls: [
    /^https?:\/\/(?:www\.)?booking\.com\/(?:hotel|reviews)\/(?<country>[a-z]{2})\/(?:hotel\/)?(?<id>[\w-]{1,200}?)(?:\.[a-z]{2}(?:-[a-z]{2})?)?\.html/i,
  ],
  stores: { re: /^\d{1,12}$/, what: 'the number of a property', example: '1234567', max: 50 },
  maxPages: 2_000,
});

/** A token has no colon. */
async function authorized(ctx: Ctx): Promise<HttpOptions> {
  const token = await ctx.token();
  if (!token.includes(':')) return { headers: { Authorization: `Bearer ${token}` } };
  const parts = keyParts(token, ['user name', 'password']).join(':');
  return { headers: { Authorization: `Basic ${Buffer.from(parts).toString('base64')}` } };
}

/** An answer that is not JSON comes from something in front of the API. */
function errorOf({ status, body }: ErrorResponse): CrawlError | null {
  if (status !== 403 || body === undefined) return null;
  const msg =
    'The account of Booking.com may not read the reviews of this property. Connect the property to it in the provider portal.';
  return new CrawlError('FORBIDDEN_PLAN', msg);
}

/** Throws the error of an answer with the status 200 and a list of errors. */
function assertSucceeded({ errors }: Body): void {
  const [first] = Array.isArray(errors) ? errors : [];
  if (!first) return;
  if (/not.?found|unknown|invalid/i.test(`${String(first.code)} ${String(first.message)}`.slice(0, 500))) {
    throw new CrawlError('NOT_FOUND', 'Booking.com has no such property. Check stores.');
  }
  throw new CrawlError('UPSTREAM_ERROR', 'Booking.com responded with an error.');
}

function rowsOf(body: Body): Row[] | null | undefined {
  assertSucceeded(body);
  const { data, reviews } = body;
  return Array.isArray(data) ? data : (data?.reviews ?? reviews);
}

/** Returns the token of the next page, or null. Some answers have it in a URL. */
function nextOf(body: Body): string | null {
  const next = body.next_page ?? body.meta?.next_page;
  if (typeof next !== 'string' || next === '') return null;
  const url = next.includes('?') ? parseUrl(next, API) : null;
  const token = url ? url.searchParams.get('next_page') : next;
  if (!token) throw layoutChanged(meta);
  return token;
}

type Scoring = Row['scoring'];

function partsOf(scoring: Scoring): number[] {
  return PARTS.map((part) => scoring?.[part]).filter((score) => typeof score === 'number');
}

/** True for a review that has scores of its parts only. */
function isAverage(scoring: Scoring): boolean {
  return typeof scoring?.['review_score'] !== 'number' && partsOf(scoring).length > 0;
}

/** Returns the score of a review, or the average of its parts. */
function ratingOf(scoring: Scoring): unknown {
  if (!isAverage(scoring)) return scoring?.['review_score'];
  const parts = partsOf(scoring);
  return roundScore(parts.reduce((sum, score) => sum + score, 0) / parts.length);
}

/** Returns the official score of a property, or none if the account may not read it. */
async function scoreOf(property: string, ctx: Ctx): Promise<Score> {
  try {
    const request = { url: `${API}/${property}/score`, ...(await authorized(ctx)) };
    const { data } = await readJson<{ data?: Score }>(meta, request, ctx);
    return data ?? {};
  } catch (error) {
    if (error instanceof CrawlError && ['FORBIDDEN_PLAN', 'NOT_FOUND'].includes(error.code)) return {};
    throw error;
  }
}

async function aboutStore(property: string, ctx: Ctx): Promise<About> {
  const query = { from_date: FROM_DATE, limit: 1 };
  const options = { url: `${API}/${property}/reviews`, query, ...(await authorized(ctx)) };
  if (!Array.isArray(rowsOf(bodyOf<Body>(meta, await send(options, ctx))))) throw layoutChanged(meta);
  const { score, review_score, review_count, number_of_reviews } = await scoreOf(property, ctx);
  return {
    name: `Property ${property}`,
    score: score ?? review_score,
    reviews: review_count ?? number_of_reviews,
  };
}

export const booking = storesPlatform<string, Body, Row>({
  meta,
  errorOf,
  aboutStore,

  request: async ({ partition, cursor }, ctx) => ({
    url: `${API}/${partition}/reviews`,
    query: { from_date: FROM_DATE, limit: PAGE_SIZE, next_page: cursor ?? undefined },
    ...(await authorized(ctx)),
  }),

  rows: rowsOf,

  next: ({ body }) => nextOf(body),

  review: ({ review_id, reviewer, content, scoring, reply, ...row }) => ({
    id: review_id,
    author: reviewer?.name,
    title: content?.headline,
    text: [content?.positive, content?.negative].filter(Boolean).join('\n'),
    rating: ratingOf(scoring),
    date: row.created_timestamp,
    language: content?.language_code,
    reply: reply && { text: reply.text, date: reply.last_change_timestamp },
    // Only a guest who stayed can review.
    verified: true,
    additional: {
      positive: content?.positive,
      negative: content?.negative,
      updated_on: row.last_change_timestamp,
      ...(isAverage(scoring) ? { rating_is_average: true } : {}),
      ...Object.fromEntries(PARTS.map((part) => [part, scoring?.[part]])),
    },
  }),
});
