import { type ApiRequest, headerKey } from '../builders/api-request';
import { combinedFigures } from '../builders/combined-figures';
import { elementsAt, type JsonObject, valueAt, votesAt } from '../builders/json-paths';
import { nextOffset } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { storesPlatform } from '../builders/stores-platform';

const API = 'https://api.viator.com/partner/reviews/product';
const PAGE_SIZE = 500;
const MAX_PHOTOS = 50;
const TOTAL = 'totalReviewsSummary.totalReviews';
const NO_ACCESS = {
  FORBIDDEN_PLAN: 'The Viator key may not read reviews. Ask Viator for access to the reviews of products.',
};

const meta = platformMeta({
  typeId: 44,
  slug: 'viator',
  label: 'Viator',
  aliases: ['viator_partner'],
  category: 'travel',
  logo: ['V', '#2b5c4f'],
  method: 'credentials',
  proof: { kind: 'specification' },
  hosts: ['api.viator.com'],
  rate: { perSecond: 1, burst: 3, crawls: 4 },
  optional: ['url', 'stores'],
  urlExample: 'https://www.viator.com/tours/Paris/Acme-Walking-Tour/d479-6740P7',
  instructions:
    'You need an API key of the Viator partner program with access to reviews. Paste it as the access key. Paste the URL of your ' +
    'product as the profile address, or the codes of several products under "Locations or stores". All reviews are read with ' +
    'their photos and your responses, those that Viator takes from Tripadvisor included. Viator does not allow search engines to index the texts.',
  // The newest reviews of each language one after another.
  caps: { order: 'none', paging: 'number', fullHistory: true, media: true, ownerReply: true },
  urls: [
    /^https?:\/\/(?:www\.)?viator\.com\/(?:[a-z]{2}-[a-z]{2}\/)?tours\/(?<city>[^/]+)\/(?<name>[^/]+)\/d(?<destination>\d{1,9})-(?<id>\w{1,30})/i,
  ],
  stores: { re: /^\w{1,30}$/, what: 'the code of a product', example: '6740P7', max: 50 },
  maxPages: 1_000,
});

function reviewsOf(productCode: string, start: number, count: number): ApiRequest {
  return {
    url: API,
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

/** Returns the average rating. Answers without it have the number of reviews with each of the five ratings. */
function scoreOf(body: object): unknown {
  const average = ['totalReviewsSummary.combinedAverageRating', 'totalReviewsSummary.averageRating'];
  const rated = elementsAt(body, 'totalReviewsSummary.reviewCountTotals', 5).map((stars) => ({
    score: valueAt(stars, 'rating'),
    reviews: valueAt(stars, 'count'),
  }));
  return valueAt(body, average) || combinedFigures(rated).score;
}

/** Returns the largest of the sizes of a photo. Clients have seen both names. */
function largest(photo: JsonObject): unknown {
  const sizes = elementsAt(photo, ['photoVersions', 'variants'], MAX_PHOTOS);
  const width = (size: unknown): number => Number(valueAt(size, 'width') ?? 0);
  const [widest] = sizes.toSorted((a, b) => width(b) - width(a));
  return valueAt(widest, 'url');
}

export const viator = storesPlatform<number>({
  meta,

  errors: {
    400: { INVALID_PROFILE: 'Viator does not know the product. Check url and stores.' },
    403: NO_ACCESS,
  },
  // Some answers say it with another status.
  errorOf: ({ body }) => (valueAt(body, 'code') === 'FORBIDDEN' ? NO_ACCESS : null),
  errorsAreJson: true,

  storeOfKey: ({ id }) => id,

  headers: async (ctx) => ({
    'exp-api-key': headerKey(await ctx.token()),
    accept: 'application/json;version=2.0',
    'accept-language': 'en-US',
  }),

  /** The API does not name the product, but its URL does. */
  async aboutStore(code, _ctx, { id, city, name = '', destination }, read) {
    const body = await read(reviewsOf(code, 1, 1));
    const figures = { score: scoreOf(body), reviews: valueAt(body, TOTAL) };
    if (id !== code) return { name: `Product ${code}`, ...figures };
    const url = `https://www.viator.com/tours/${city}/${name}/d${destination}-${id}`;
    return { name: name.replaceAll('-', ' '), url, ...figures };
  },

  request: ({ partition, cursor }) => reviewsOf(partition, cursor ?? 1, PAGE_SIZE),
  rows: 'reviews',
  next: nextOffset({ size: PAGE_SIZE, first: 1, total: TOTAL }),

  figures: { score: scoreOf, reviews: TOTAL },

  review: {
    id: 'reviewReference',
    author: 'userName',
    authorImage: 'avatarUrl',
    title: 'title',
    text: 'text',
    rating: 'rating',
    date: 'publishedDate',
    language: 'language',
    media: [{ at: 'photosInfo', url: largest }],
    reply: { text: 'ownerResponse.text', date: 'ownerResponse.publishedDate' },
    additional: {
      // `VIATOR` or `TRIPADVISOR`.
      provider: 'provider',
      helpful_votes: votesAt('helpfulVotes'),
    },
  },
});
