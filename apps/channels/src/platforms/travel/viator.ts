import { platformMeta } from '../builders/platform-meta';
import { type ApiRequest, readJson } from '../builders/api-request';
import type { Ctx, ErrorResponse } from '../context';
import { CrawlError } from '../crawl-error';
import type { About } from '../builders/json-spec';
import { parseCount } from '../../normalise/numbers';
import type { ProfileKey } from '../platform';
import type { ReviewDraft } from '../builders/review-draft';
import { storesPlatform } from '../builders/stores-platform';

interface Row {
  reviewReference?: string;
  userName?: string;
  rating?: number;
  title?: string;
  text?: string;
  publishedDate?: string;
  /** `VIATOR` or `TRIPADVISOR`. */
  provider?: string;
  language?: string;
  avatarUrl?: string;
  /** The same photo in several sizes. Clients have seen both names. */
  photosInfo?: { photoVersions?: Photo[]; variants?: Photo[] }[];
}

interface Photo {
  url?: string;
  width?: number;
}

interface Summary {
  totalReviews?: number;
  averageRating?: number;
  combinedAverageRating?: number;
  reviewCountTotals?: { rating?: number; count?: number }[];
}

interface Body {
  reviews?: Row[];
  totalReviewsSummary?: Summary;
}

const API = 'https://api.viator.com/partner/reviews/product';
const PAGE_SIZE = 500;
const MAX_STARS = 5;

const meta = platformMeta({
  typeId: 44,
  slug: 'viator',
  label: 'Viator',
  aliases: ['viator_partner'],
  category: 'travel',
  logo: ['V', '#2b5c4f'],
  method: 'credentials',
  hosts: ['api.viator.com'],
  rate: { perSecond: 1, burst: 3, crawls: 4 },
  optional: ['url', 'stores'],
  urlExample: 'https://www.viator.com/tours/Paris/Acme-Walking-Tour/d479-6740P7',
  instructions:
    'You need an API key of the Viator partner program with access to reviews. Send it as access_token. Send the URL of your product ' +
    'as url, or the codes of several products as stores. All reviews are read, those that Viator takes from Tripadvisor included. ' +
    'Viator does not allow search engines to index the texts.',
  // The newest reviews of each language one after another.
  caps: { order: 'none', paging: 'number', media: true },
  urls: [
    /^https?:\/\/(?:www\.)?viator\.com\/(?:[a-z]{2}-[a-z]{2}\/)?tours\/(?<city>[^/]+)\/(?<name>[^/]+)\/d(?<destination>\d{1,9})-(?<id>\w{1,30})/i,
  ],
  stores: { re: /^\w{1,30}$/, what: 'the code of a product', example: '6740P7', max: 50 },
  maxPages: 1_000,
});

/** An answer that is not JSON comes from something in front of the API. */
function errorOf({ status, body }: ErrorResponse): CrawlError | null {
  if (body === undefined) return null;
  const { code } = (body ?? {}) as { code?: unknown };
  if (status === 403 || code === 'FORBIDDEN') {
    const msg = 'The Viator key may not read reviews. Ask Viator for access to the reviews of products.';
    return new CrawlError('FORBIDDEN_PLAN', msg);
  }
  if (status === 400)
    return new CrawlError('INVALID_PROFILE', 'Viator does not know the product. Check url and stores.');
  return null;
}

async function requestOf(productCode: string, start: number, count: number, ctx: Ctx): Promise<ApiRequest> {
  return {
    url: API,
    headers: {
      'exp-api-key': await ctx.token(),
      accept: 'application/json;version=2.0',
      'accept-language': 'en-US',
    },
    json: {
      productCode,
      provider: 'ALL',
      count,
      start,
      showMachineTranslated: false,
      reviewsForNonPrimaryLocale: true,
      ratings: [1, 2, 3, 4, 5],
      sortBy: 'MOST_RECENT_PER_LOCALE',
    },
  };
}

/** Returns the average rating. Answers without it have the number of reviews with each rating. */
function scoreOf({ averageRating, combinedAverageRating, reviewCountTotals }: Summary): unknown {
  if (combinedAverageRating ?? averageRating) return combinedAverageRating ?? averageRating;
  const totals = (Array.isArray(reviewCountTotals) ? reviewCountTotals : [])
    .slice(0, MAX_STARS)
    .map((total) => ({
      rating: parseCount(total?.rating) ?? 0,
      count: parseCount(total?.count) ?? 0,
    }));
  const count = totals.reduce((sum, total) => sum + total.count, 0);
  return count > 0 ? totals.reduce((sum, total) => sum + total.rating * total.count, 0) / count : null;
}

function figuresOf({ totalReviewsSummary }: Body): Pick<About, 'score' | 'reviews'> {
  return { score: scoreOf(totalReviewsSummary ?? {}), reviews: totalReviewsSummary?.totalReviews };
}

/** The API does not name the product, but its URL does. */
async function aboutStore(code: string, ctx: Ctx, key: ProfileKey): Promise<About> {
  const figures = figuresOf(await readJson<Body>(meta, await requestOf(code, 1, 1, ctx), ctx));
  const { id, city, name = '', destination } = key;
  if (id !== code) return { name: `Product ${code}`, ...figures };
  const url = `https://www.viator.com/tours/${city}/${name}/d${destination}-${id}`;
  return { name: name.replaceAll('-', ' '), url, ...figures };
}

function photosOf({ photosInfo }: Row): NonNullable<ReviewDraft['media']> {
  return (photosInfo ?? []).flatMap(({ photoVersions, variants }) => {
    const largest = (photoVersions ?? variants ?? []).toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0))[0];
    return largest ? [{ url: largest.url }] : [];
  });
}

export const viator = storesPlatform<number, Body, Row>({
  meta,
  errorOf,
  aboutStore,

  storeOfKey: ({ id }) => id,

  request: ({ partition, cursor }, ctx) => requestOf(partition, cursor ?? 1, PAGE_SIZE, ctx),

  rows: ({ reviews }) => reviews,

  next({ body, count, request }) {
    const following = (request.cursor ?? 1) + PAGE_SIZE;
    const total = parseCount(body.totalReviewsSummary?.totalReviews);
    const hasMore = total === null ? count === PAGE_SIZE : count > 0 && total >= following;
    return hasMore ? following : null;
  },

  figures: figuresOf,

  review: (row) => ({
    id: row.reviewReference,
    author: row.userName,
    authorImage: row.avatarUrl,
    title: row.title,
    text: row.text,
    rating: row.rating,
    date: row.publishedDate,
    language: row.language,
    media: photosOf(row),
    additional: { provider: row.provider },
  }),
});
