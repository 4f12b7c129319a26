import { platformMeta } from '../builders/platform-meta';
import { type ApiRequest, readJson } from '../builders/api-request';
import { notFound } from '../builders/api-errors';
import { CrawlError, type CrawlErrorCode } from '../crawl-error';
import { storesPlatform } from '../builders/stores-platform';

interface Photo {
  Sizes?: Record<string, { Url?: string } | undefined>;
}

interface Row {
  Id?: string | number;
  Rating?: number | null;
  RatingRange?: number;
  Title?: string | null;
  ReviewText?: string | null;
  UserNickname?: string | null;
  SubmissionTime?: string;
  ModerationStatus?: string;
  IsSyndicated?: boolean;
  ContentLocale?: string;
  Photos?: Photo[];
  Videos?: { VideoUrl?: string }[];
  ClientResponses?: { Response?: string; Date?: string }[];
  Badges?: Record<string, unknown>;
  ContextDataValues?: { VerifiedPurchaser?: { Value?: string } };
  TotalPositiveFeedbackCount?: number;
}

interface Product {
  Name?: string;
  ProductPageUrl?: string;
  ReviewStatistics?: {
    AverageOverallRating?: number;
    TotalReviewCount?: number;
    OverallRatingRange?: number;
  };
}

interface Answer<Result> {
  TotalResults?: number;
  Results?: Result[];
  /** Errors have the status 200. */
  HasErrors?: boolean;
  Errors?: { Code?: string; Message?: string }[];
}

const ORIGIN = 'https://api.bazaarvoice.com/data';
const PAGE_SIZE = 100;

const meta = platformMeta({
  typeId: 38,
  slug: 'bazaarvoice',
  label: 'Bazaarvoice',
  category: 'shops',
  logo: ['B', '#0f4a8a'],
  method: 'credentials',
  hosts: ['api.bazaarvoice.com'],
  required: ['access_token', 'stores'],
  instructions:
    'Send the passkey of your Conversations API as access_token, and the ids of the products as stores, separated by ' +
    'commas. The reviews of these products are read with photos, videos and responses, also those syndicated from other ' +
    'sites. Ask Bazaarvoice for a passkey if you have none.',
  caps: { order: 'newest', paging: 'number', media: true, ownerReply: true },
  stores: { re: /^[^\s,;:]{1,120}$/, what: 'the id of a product', example: 'SKU-1042', max: 100 },
  maxPages: 3_000,
});

const ERRORS: readonly (readonly [RegExp, CrawlErrorCode, string])[] = [
  [/API_KEY/, 'CREDENTIALS_INVALID', 'Bazaarvoice does not accept the passkey. Check access_token.'],
  [/ACCESS_DENIED/, 'FORBIDDEN_PLAN', 'The passkey may not read reviews. Ask Bazaarvoice for access.'],
  [/REQUEST_LIMIT/, 'RATE_LIMITED', 'Bazaarvoice limits how often we may read it.'],
  [/ERROR_(?:UNKNOWN|INTERNAL)|UNAVAILABLE/, 'UPSTREAM_ERROR', 'Bazaarvoice responded with an error.'],
];

/** Returns the results of an answer. Throws the error that an answer with the status 200 may have. */
function resultsOf<Result>({ Results, HasErrors, Errors }: Answer<Result>): Result[] | undefined {
  if (HasErrors !== true) return Results;
  const code = (Array.isArray(Errors) ? Errors[0]?.Code : undefined) ?? '';
  const known = ERRORS.find(([pattern]) => pattern.test(code));
  if (known) throw new CrawlError(known[1], known[2]);
  const msg = `Bazaarvoice rejected our request (${code.slice(0, 60)}). Contact support if this continues.`;
  throw new CrawlError('LAYOUT_CHANGED', msg);
}

function requestOf(resource: string, passkey: string, query: Record<string, string | number>): ApiRequest {
  return { url: `${ORIGIN}/${resource}.json`, query: { apiversion: '5.4', passkey, ...query } };
}

function photoOf({ Sizes = {} }: Photo): string | undefined {
  return (Sizes['large'] ?? Sizes['normal'] ?? Sizes['thumbnail'])?.Url;
}

export const bazaarvoice = storesPlatform<number, Answer<Row>, Row>({
  meta,

  async aboutStore(store, ctx) {
    const request = requestOf('products', await ctx.token(), {
      Filter: `Id:${store}`,
      Stats: 'Reviews',
      Limit: 1,
    });
    const [product] = resultsOf(await readJson<Answer<Product>>(meta, request, ctx)) ?? [];
    if (!product) throw notFound(meta, `product with the id ${store}`);
    const {
      AverageOverallRating: average,
      TotalReviewCount: reviews,
      OverallRatingRange: scale,
    } = product.ReviewStatistics ?? {};
    // Ranges differ between products, but one channel has one scale.
    const score = typeof average === 'number' && scale ? (average * meta.ratingScale) / scale : average;
    return { name: product.Name ?? store, url: product.ProductPageUrl ?? null, score, reviews };
  },

  request: async ({ partition, cursor }, ctx) =>
    requestOf('reviews', await ctx.token(), {
      Filter: `ProductId:${partition}`,
      Sort: 'SubmissionTime:desc',
      Limit: PAGE_SIZE,
      Offset: cursor ?? 0,
    }),

  rows: resultsOf,

  next({ body: { TotalResults: total = 0 }, count, request }) {
    const offset = (request.cursor ?? 0) + PAGE_SIZE;
    return count > 0 && offset < total ? offset : null;
  },

  review: (row) => ({
    id: row.Id,
    author: row.UserNickname,
    title: row.Title,
    text: row.ReviewText,
    rating: row.Rating,
    ...(row.RatingRange && row.RatingRange >= 1 && row.RatingRange <= 100 ? { scale: row.RatingRange } : {}),
    date: row.SubmissionTime,
    media: [
      ...(row.Photos ?? []).map((photo) => ({ url: photoOf(photo) })),
      ...(row.Videos ?? []).map(({ VideoUrl }) => ({ type: 'video' as const, url: VideoUrl })),
    ],
    reply: { text: row.ClientResponses?.[0]?.Response, date: row.ClientResponses?.[0]?.Date },
    language: row.ContentLocale,
    verified:
      row.Badges?.['verifiedPurchaser'] !== undefined ||
      row.ContextDataValues?.VerifiedPurchaser?.Value === 'true',
    removed: row.ModerationStatus === 'REJECTED',
    additional: {
      syndicated: row.IsSyndicated === true || undefined,
      helpful_votes: row.TotalPositiveFeedbackCount,
    },
  }),
});
