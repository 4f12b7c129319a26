import { platformMeta } from '../builders/platform-meta';
import { readJson } from '../builders/api-request';
import { notFound } from '../builders/api-errors';
import { CrawlError } from '../crawl-error';
import { givenToken } from '../given-token';
import { jsonPlatform } from '../builders/json-platform';
import { cursorExpired, nextUrl as nextPage } from '../builders/paging';

interface Media {
  type?: string;
  fullSizeUrl?: string;
  largeUrl?: string;
  thumbnailUrl?: string;
}

interface Reply {
  body?: string;
  dateCreated?: string;
  isPrivate?: boolean;
}

interface Row {
  reviewId?: string;
  rating?: number;
  title?: string;
  body?: string;
  dateCreated?: string;
  status?: string;
  isVerifiedBuyer?: boolean;
  reviewer?: { displayName?: string; isVerified?: boolean; verifiedStatus?: string; avatarUrl?: string };
  productName?: string;
  productUrl?: string;
  media?: Media[];
  reply?: Reply | string | null;
  helpfulCount?: number;
}

interface Body {
  reviews?: Row[];
  nextUrl?: string | null;
}

/** Okendo sends one of the two besides the count: the sum of all stars, or the number of reviews of each star. */
interface Aggregate {
  reviewCount?: number;
  reviewRatingValuesTotal?: number;
  ratingAndReviewCountByLevel?: Record<string, number>;
}

const ORIGIN = 'https://api.okendo.io';

const meta = platformMeta({
  typeId: 33,
  slug: 'okendo',
  label: 'Okendo',
  category: 'shops',
  logo: ['O', '#1d3d3d'],
  method: 'credentials',
  hosts: ['api.okendo.io'],
  instructions:
    'Copy the User ID of your shop from Okendo under Settings > Integrations > Okendo API, and send it as access_token. It ' +
    'has the form 00000000-0000-4000-8000-000000000000 and is also in the source of your product pages as the Okendo ' +
    'subscriber id. All published reviews of the shop are read with photos and public replies.',
  caps: { order: 'newest', paging: 'cursor', media: true, ownerReply: true },
});

function averageOf({
  reviewCount,
  reviewRatingValuesTotal,
  ratingAndReviewCountByLevel,
}: Aggregate): number | null {
  if (typeof reviewRatingValuesTotal === 'number' && reviewCount)
    return reviewRatingValuesTotal / reviewCount;
  const levels = Object.entries(ratingAndReviewCountByLevel ?? {}).slice(0, 5);
  const count = levels.reduce((sum, [, reviews]) => sum + reviews, 0);
  return count > 0
    ? levels.reduce((sum, [stars, reviews]) => sum + Number(stars) * reviews, 0) / count
    : null;
}

function replyOf(reply: Row['reply']): { text: unknown; date?: unknown } | null {
  if (typeof reply === 'string') return { text: reply };
  return reply && reply.isPrivate !== true ? { text: reply.body, date: reply.dateCreated } : null;
}

export const okendo = jsonPlatform<{ shop: string }, string, Body, Row>({
  meta,

  errorOf({ status }) {
    if (status === 404) return notFound(meta, 'shop with this access_token');
    return status === 400 ? cursorExpired(meta) : null;
  },

  keyOf(config) {
    const shop = givenToken(config).trim().toLowerCase();
    if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(shop)) return { shop };
    const msg = 'access_token is not a User ID of Okendo, such as 00000000-0000-4000-8000-000000000000.';
    throw new CrawlError('CREDENTIALS_INVALID', msg);
  },

  async about({ shop }, _config, ctx) {
    const url = `${ORIGIN}/v1/stores/${shop}/review_aggregate`;
    const { reviewAggregate } = await readJson<{ reviewAggregate?: Aggregate }>(meta, { url }, ctx);
    return { score: averageOf(reviewAggregate ?? {}), reviews: reviewAggregate?.reviewCount };
  },

  request: ({ key, cursor }) => ({
    url: cursor ?? `${ORIGIN}/v1/stores/${key.shop}/reviews?limit=100&orderBy=date%20desc`,
  }),

  rows: ({ reviews }) => reviews,

  next({ body: { nextUrl } }) {
    if (typeof nextUrl !== 'string') return null;
    // The URL of the next page lacks the version.
    return nextPage(nextUrl.startsWith('/stores/') ? `/v1${nextUrl}` : nextUrl, ORIGIN);
  },

  review: (row) => ({
    id: row.reviewId,
    author: row.reviewer?.displayName,
    authorImage: row.reviewer?.avatarUrl,
    title: row.title,
    text: row.body,
    // It begins with the host, without a scheme.
    url: row.productUrl?.replace(/^\/\//, 'https://'),
    rating: row.rating,
    date: row.dateCreated,
    media:
      row.media?.map(({ type, fullSizeUrl, largeUrl, thumbnailUrl }) => ({
        type: type === 'video' && fullSizeUrl ? 'video' : 'image',
        url: fullSizeUrl ?? largeUrl ?? thumbnailUrl,
      })) ?? [],
    reply: replyOf(row.reply),
    verified:
      row.isVerifiedBuyer === true ||
      row.reviewer?.isVerified === true ||
      /buyer/i.test(row.reviewer?.verifiedStatus ?? ''),
    removed: row.status === 'rejected',
    additional: { product: row.productName, helpful_votes: row.helpfulCount },
  }),
});
