import { cursorExpired } from '../builders/api-errors';
import { combinedFigures } from '../builders/combined-figures';
import { type JsonObject, numberAt, textAt, valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { nextUrl } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { CrawlError } from '../crawl-error';
import { givenToken } from '../given-token';

const ORIGIN = 'https://api.okendo.io';

const meta = platformMeta({
  typeId: 33,
  slug: 'okendo',
  label: 'Okendo',
  category: 'shops',
  logo: ['O', '#1d3d3d'],
  method: 'credentials',
  proof: { kind: 'documentation' },
  hosts: ['api.okendo.io'],
  instructions:
    'Copy the User ID of your shop from Okendo under Settings > Integrations > Okendo API, and paste it as the access key. It ' +
    'has the form 00000000-0000-4000-8000-000000000000 and is also in the source of your product pages as the Okendo subscriber ' +
    'id. All published reviews of the shop are read with photos and public replies.',
  caps: { order: 'newest', paging: 'cursor', fullHistory: true, media: true, ownerReply: true },
});

/** The names of a count and of the sum of its stars. The second pair counts ratings without a text as well. */
const SUMS = [
  ['reviewCount', 'reviewRatingValuesTotal'],
  ['ratingAndReviewCount', 'ratingAndReviewValuesTotal'],
] as const;

/** Okendo sends one of the two besides the count: the sum of all stars, or the number of reviews of each star. */
function averageOf(body: JsonObject): number | null {
  for (const [count, sum] of SUMS) {
    const [reviews, stars] = [
      numberAt(body, `reviewAggregate.${count}`),
      numberAt(body, `reviewAggregate.${sum}`),
    ];
    if (reviews && stars) return stars / reviews;
  }
  const levels = Object.entries(valueAt(body, 'reviewAggregate.ratingAndReviewCountByLevel') ?? {});
  return combinedFigures(levels.slice(0, 5).map(([score, count]) => ({ score, reviews: count }))).score;
}

export const okendo = jsonPlatform<{ shop: string }, string>({
  meta,
  errors: {
    400: cursorExpired(meta),
    404: { NOT_FOUND: 'Okendo has no shop with this access_token. Check what you sent.' },
  },

  keyOf(config) {
    const shop = givenToken(config).trim().toLowerCase();
    if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(shop)) return { shop };
    const msg = 'access_token is not a User ID of Okendo, such as 00000000-0000-4000-8000-000000000000.';
    throw new CrawlError('CREDENTIALS_INVALID', msg);
  },

  about: {
    request: ({ shop }) => ({ url: `${ORIGIN}/v1/stores/${shop}/review_aggregate` }),
    score: averageOf,
    reviews: 'reviewAggregate.reviewCount',
  },

  request: ({ key, cursor }) => ({
    url: cursor ?? `${ORIGIN}/v1/stores/${key.shop}/reviews?limit=100&orderBy=date%20desc`,
  }),

  rows: 'reviews',
  // The URL of the next page lacks the version.
  next: ({ body }) => nextUrl(textAt(body, 'nextUrl').replace(/^\/stores\//, '/v1/stores/'), ORIGIN),

  review: {
    id: 'reviewId',
    author: 'reviewer.displayName',
    authorImage: 'reviewer.avatarUrl',
    title: 'title',
    text: 'body',
    // It begins with the host, without a scheme.
    url: (row) => textAt(row, 'productUrl').replace(/^\/\//, 'https://'),
    rating: 'rating',
    date: 'dateCreated',
    media: [
      {
        at: 'media',
        url: ['fullSizeUrl', 'largeUrl', 'thumbnailUrl'],
        // The smaller sizes of a video are images.
        type: ({ type, fullSizeUrl }) => (type === 'video' && fullSizeUrl ? 'video' : 'image'),
      },
    ],
    reply: { text: ['reply.body', 'reply'], date: 'reply.dateCreated', hidden: 'reply.isPrivate' },
    verified: (row) =>
      row['isVerifiedBuyer'] === true ||
      valueAt(row, 'reviewer.isVerified') === true ||
      /buyer/i.test(textAt(row, 'reviewer.verifiedStatus')),
    language: 'languageCode',
    removed: ({ status }) => status === 'rejected' || status === 'pending',
    additional: { product: 'productName', helpful_votes: 'helpfulCount' },
  },
});
