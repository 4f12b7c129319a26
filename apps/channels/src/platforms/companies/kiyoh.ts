import { platformMeta } from '../builders/platform-meta';
import { webUrl } from '@plaudit/runtime/content';
import { type ApiRequest, readJson } from '../builders/api-request';
import { layoutChanged } from '../builders/api-errors';
import type { Ctx } from '../context';
import { CrawlError } from '../crawl-error';
import type { ProfileKey } from '../platform';
import type { ReviewDraft } from '../builders/review-draft';
import { storesPlatform } from '../builders/stores-platform';

/** An answer to one question of the review form. */
interface Answer {
  questionGroup?: string;
  rating?: unknown;
}

interface Row {
  reviewId?: string;
  reviewAuthor?: string;
  city?: string;
  rating?: number;
  reviewComments?: string;
  dateSince?: string;
  reviewContent?: Answer[] | { reviewContent?: Answer[] };
}

interface Body {
  locationName?: string;
  averageRating?: number;
  numberReviews?: number;
  viewReviewUrl?: string;
  reviews?: Row[];
  errorCode?: string;
  detailedError?: { message?: string }[];
}

const PAGE_SIZE = 500;
/** The tenants of the two sites that share the API. */
const TENANTS: Readonly<Record<string, number>> = { 'www.kiyoh.com': 98, 'www.klantenvertellen.nl': 99 };

const meta = platformMeta({
  typeId: 26,
  slug: 'kiyoh',
  label: 'Kiyoh',
  aliases: ['klantenvertellen'],
  category: 'companies',
  logo: ['K', '#6bbc4a'],
  method: 'credentials',
  ratingScale: 10,
  hosts: Object.keys(TENANTS),
  rate: { perSecond: 1, burst: 2, crawls: 4 },
  optional: ['url', 'stores'],
  urlExample: 'https://www.kiyoh.com/reviews/1065432/acme',
  instructions:
    'Send the publication API token as access_token. You find it in Kiyoh under Invite, Extra options. Paste the URL of your ' +
    'review page, or send the ids of your locations as stores. The id of a location is the number in the URL of its review ' +
    'page. An account of klantenvertellen.nl needs the URL, because stores alone are looked up on kiyoh.com. All reviews are read.',
  caps: { order: 'oldest', paging: 'cursor', ownerReply: true },
  urls: [/^https?:\/\/(?:www\.)?(?<site>kiyoh\.com|kiyoh\.nl|klantenvertellen\.nl)\/reviews\/(?<id>\d+)/i],
  stores: { re: /^\d{3,12}$/, what: 'the id of a location', example: '1065432', max: 50 },
  maxPages: 1_000,
});

function refused(): CrawlError {
  return new CrawlError('CREDENTIALS_INVALID', 'Kiyoh does not accept the token. Check access_token.');
}

/** Returns the error of an answer that has an error code. */
function errorOf(body: unknown): CrawlError | null {
  const { errorCode, detailedError } = (body ?? {}) as Partial<Body>;
  if (errorCode === undefined) return null;
  const detail = Array.isArray(detailedError) ? detailedError[0]?.message : undefined;
  const said = `${String(errorCode)} ${String(detail ?? '')}`.slice(0, 500);
  if (/location/i.test(said)) {
    const msg =
      'Kiyoh has no location with this id, or the token is not for it. Check stores and access_token.';
    return new CrawlError('NOT_FOUND', msg);
  }
  if (/token|hash|auth|access/i.test(said)) {
    return refused();
  }
  return new CrawlError('UPSTREAM_ERROR', 'Kiyoh responded with an error. We try again later.');
}

function answersOf({ reviewContent }: Row): Answer[] {
  return (Array.isArray(reviewContent) ? reviewContent : reviewContent?.reviewContent) ?? [];
}

function draftOf(row: Row): ReviewDraft {
  const answers = new Map(answersOf(row).map(({ questionGroup, rating }) => [questionGroup, rating]));
  const recommended = answers.get('DEFAULT_RECOMMEND');
  return {
    id: row.reviewId,
    author: row.reviewAuthor,
    title: answers.get('DEFAULT_ONELINER'),
    text: answers.get('DEFAULT_OPINION'),
    rating: row.rating ?? answers.get('DEFAULT_OVERALL'),
    date: row.dateSince,
    reply: row.reviewComments ? { text: row.reviewComments } : null,
    additional:
      recommended === undefined ? {} : { recommended: recommended === 'true' || recommended === true },
  };
}

/**
 * Returns the time after the last review of a full page. Reviews are listed from the oldest one. Throws LAYOUT_CHANGED if they
 * are not, because reviews would be left out.
 */
function nextSince(reviews: readonly Row[], since: string | null): string {
  const last = Date.parse(reviews.at(-1)?.dateSince ?? '');
  const first = Date.parse(reviews[0]?.dateSince ?? '');
  if (Number.isNaN(last) || last < first || (since !== null && last < Date.parse(since))) {
    throw layoutChanged(meta);
  }
  return new Date(last + 1).toISOString();
}

function hostOf({ site }: ProfileKey): string {
  return site === 'klantenvertellen.nl' ? 'www.klantenvertellen.nl' : 'www.kiyoh.com';
}

async function requestOf(key: ProfileKey, query: ApiRequest['query'], ctx: Ctx): Promise<ApiRequest> {
  const host = hostOf(key);
  return {
    url: `https://${host}/v1/publication/review/external`,
    headers: { 'x-publication-api-token': await ctx.token() },
    query: { ...query, tenantId: TENANTS[host] },
  };
}

export const kiyoh = storesPlatform<string, Body, Row>({
  meta,

  keyOfUrl: ({ site = '', id = '' }) => ({ site: site.toLowerCase(), id }),

  storeOfKey: ({ id }) => id,

  errorOf({ status, body }) {
    if (status >= 500) return null;
    return errorOf(body) ?? (status === 403 ? refused() : null);
  },

  async aboutStore(locationId, ctx, key) {
    const body = await readJson<Body>(meta, await requestOf(key, { locationId, limit: 1 }, ctx), ctx);
    const error = errorOf(body);
    if (error) throw error;
    return {
      name: body.locationName,
      url: webUrl(body.viewReviewUrl),
      score: body.averageRating,
      reviews: body.numberReviews,
    };
  },

  request({ key, partition, cursor }, ctx) {
    const query = {
      locationId: partition,
      limit: PAGE_SIZE,
      orderBy: 'CREATE_DATE',
      sortOrder: 'ASC',
      dateSince: cursor ?? undefined,
    };
    return requestOf(key, query, ctx);
  },

  rows(body) {
    const error = errorOf(body);
    if (error) throw error;
    return body.reviews;
  },

  next({ body, count, request }) {
    if (count < PAGE_SIZE) return null;
    return nextSince((body.reviews ?? []).slice(0, count), request.cursor);
  },

  review: draftOf,
});
