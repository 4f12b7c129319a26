import { notFound, reasonOf, type Reasons } from '../builders/api-errors';
import { type JsonObject, numberAt, textAt, valueAt } from '../builders/json-paths';
import { nextOffset } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { storesPlatform } from '../builders/stores-platform';
import type { Ctx } from '../context';
import { IF_NOT_READABLE } from '../crawl-error';

const API = 'https://api.bazaarvoice.com/data';
const PAGE_SIZE = 100;

const meta = platformMeta({
  typeId: 38,
  slug: 'bazaarvoice',
  label: 'Bazaarvoice',
  category: 'shops',
  logo: ['B', '#0f4a8a'],
  method: 'credentials',
  proof: { kind: 'recording', year: 2019 },
  hosts: ['api.bazaarvoice.com'],
  required: ['access_token', 'stores'],
  instructions:
    'Paste the passkey of your Conversations API as the access key, and the ids of the products under "Locations or stores", ' +
    'separated by commas. The reviews of these products are read with photos, videos and responses, also those syndicated from ' +
    'other sites. Ask Bazaarvoice for a passkey if you have none.',
  caps: { order: 'newest', paging: 'number', fullHistory: true, media: true, ownerReply: true },
  stores: { re: /^[^\s,;:]{1,120}$/, what: 'the id of a product', example: 'SKU-1042', max: 100 },
  maxPages: 3_000,
});

const REASONS: Reasons = [
  [/API_KEY/, { CREDENTIALS_INVALID: 'Bazaarvoice does not accept the passkey. Check access_token.' }],
  [/ACCESS_DENIED/, { FORBIDDEN_PLAN: 'The passkey may not read reviews. Ask Bazaarvoice for access.' }],
  [/REQUEST_LIMIT/, { RATE_LIMITED: 'Bazaarvoice limits how often we may read it.' }],
  [/ERROR_(?:UNKNOWN|INTERNAL)|UNAVAILABLE/, { UPSTREAM_ERROR: 'Bazaarvoice responded with an error.' }],
];

/** Returns what the query of every request has. */
async function accessOf(ctx: Ctx): Promise<{ apiversion: string; passkey: string }> {
  return { apiversion: '5.4', passkey: await ctx.token() };
}

/** Returns the score of a product. Ranges differ between products, but one channel has one scale. */
function scoreOf(body: JsonObject): unknown {
  const average = valueAt(body, 'Results.0.ReviewStatistics.AverageOverallRating');
  const range = valueAt(body, 'Results.0.ReviewStatistics.OverallRatingRange');
  if (typeof average !== 'number' || typeof range !== 'number' || range === 0) return average;
  return (average * meta.ratingScale) / range;
}

export const bazaarvoice = storesPlatform<number>({
  meta,

  // Errors have the status 200.
  errorIn(body) {
    if (body['HasErrors'] !== true) return null;
    const code = textAt(body, 'Errors.0.Code');
    const other = `Bazaarvoice rejected our request (${code.slice(0, 60)}). ${IF_NOT_READABLE}`;
    return reasonOf(code, REASONS) ?? { LAYOUT_CHANGED: other };
  },

  aboutStore: {
    request: async (store, ctx) => ({
      url: `${API}/products.json`,
      query: { ...(await accessOf(ctx)), Filter: `Id:${store}`, Stats: 'Reviews', Limit: 1 },
    }),
    name(body, store) {
      if (valueAt(body, 'Results.0') === undefined) throw notFound(meta, `product with the id ${store}`);
      return valueAt(body, 'Results.0.Name') ?? store;
    },
    url: 'Results.0.ProductPageUrl',
    score: scoreOf,
    reviews: 'Results.0.ReviewStatistics.TotalReviewCount',
  },

  request: async ({ partition, cursor }, ctx) => ({
    url: `${API}/reviews.json`,
    query: {
      ...(await accessOf(ctx)),
      Filter: `ProductId:${partition}`,
      Sort: 'SubmissionTime:desc',
      Limit: PAGE_SIZE,
      Offset: cursor ?? 0,
    },
  }),

  rows: 'Results',
  next: nextOffset({ size: PAGE_SIZE, total: 'TotalResults' }),

  review: {
    id: 'Id',
    author: 'UserNickname',
    title: 'Title',
    text: 'ReviewText',
    rating: 'Rating',
    scale(row) {
      const range = numberAt(row, 'RatingRange');
      return range !== null && range >= 1 && range <= 100 ? range : undefined;
    },
    date: 'SubmissionTime',
    media: [
      { at: 'Photos', url: ['Sizes.large.Url', 'Sizes.normal.Url', 'Sizes.thumbnail.Url'] },
      { at: 'Videos', url: 'VideoUrl', type: 'video' },
    ],
    reply: { text: 'ClientResponses.0.Response', date: 'ClientResponses.0.Date' },
    language: 'ContentLocale',
    verified: (row) =>
      valueAt(row, 'Badges.verifiedPurchaser') !== undefined ||
      valueAt(row, 'ContextDataValues.VerifiedPurchaser.Value') === 'true',
    removed: ({ ModerationStatus: status }) => status === 'REJECTED',
    additional: {
      syndicated: ({ IsSyndicated }) => IsSyndicated === true || undefined,
      helpful_votes: 'TotalPositiveFeedbackCount',
    },
  },
});
