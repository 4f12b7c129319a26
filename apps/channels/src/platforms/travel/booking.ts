import { roundScore } from '../../normalise/numbers';
import { layoutChanged, reasonOf } from '../builders/api-errors';
import { type ApiRequest, basic, bearer, keyParts } from '../builders/api-request';
import { type JsonObject, numberAt, textAt, valueAt } from '../builders/json-paths';
import { cursorAt, nextUrl } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { storesPlatform } from '../builders/stores-platform';
import { CrawlError } from '../crawl-error';

const API = 'https://supply-xml.booking.com/review-api/properties';
const PAGE_SIZE = 100;
const PARTS = ['clean', 'comfort', 'facilities', 'location', 'services', 'staff', 'value'];
/** Clients have seen the rows in three places. */
const ROWS = ['data.reviews', 'reviews', 'data'];

const meta = platformMeta({
  typeId: 42,
  slug: 'booking',
  label: 'Booking.com',
  aliases: ['booking_com', 'bookingcom'],
  category: 'travel',
  logo: ['B', '#003580'],
  method: 'credentials',
  proof: { kind: 'specification' },
  ratingScale: 10,
  hosts: ['supply-xml.booking.com'],
  rate: { perSecond: 2, burst: 5, crawls: 4 },
  required: ['access_token', 'stores'],
  instructions:
    'You need the machine account of a connectivity partner of Booking.com with access to the Guest Review API. Paste its user ' +
    'name and password with a colon between them as the access key, or its token. Enter the numbers of your properties under ' +
    '"Locations or stores". You find them in the extranet. All reviews that the API lists are read, with your replies.',
  // The reviews that were changed last are on the last page.
  caps: { order: 'oldest', paging: 'cursor', fullHistory: true, ownerReply: true },
  urls: [
    /^https?:\/\/(?:www\.)?booking\.com\/(?:hotel|reviews)\/(?<country>[a-z]{2})\/(?:hotel\/)?(?<id>[\w-]{1,200}?)(?:\.[a-z]{2}(?:-[a-z]{2})?)?\.html/i,
  ],
  stores: { re: /^\d{1,12}$/, what: 'the number of a property', example: '1234567', max: 50 },
  maxPages: 2_000,
});

function reviewsOf(property: string, limit: number, cursor: string | null): ApiRequest {
  // The date is before Booking.com had reviews. Without one, only the reviews of the last months are listed.
  const query = { from_date: '2000-01-01', limit, next_page: cursor ?? undefined };
  return { url: `${API}/${property}/reviews`, query };
}

/** Returns the scores of the parts of a review that has no score of its own. */
function partsOf(row: JsonObject): number[] {
  if (numberAt(row, 'scoring.review_score') !== null) return [];
  return PARTS.map((part) => numberAt(row, `scoring.${part}`)).filter((score) => score !== null);
}

/** Not every account may read the official score of its properties. */
function withoutScore(error: unknown): JsonObject {
  if (error instanceof CrawlError && ['FORBIDDEN_PLAN', 'NOT_FOUND'].includes(error.code)) return {};
  throw error;
}

export const booking = storesPlatform<string>({
  meta,

  errors: {
    403: {
      FORBIDDEN_PLAN:
        'The account of Booking.com may not read the reviews of this property. Connect the property to it in the provider portal.',
    },
  },
  errorsAreJson: true,

  // Errors may have the status 200.
  errorIn(body) {
    const first = valueAt(body, 'errors.0');
    if (first === undefined) return null;
    return reasonOf(`${textAt(first, 'code')} ${textAt(first, 'message')}`, [
      [/not.?found|unknown|invalid/i, { NOT_FOUND: 'Booking.com has no such property. Check stores.' }],
      [/^/, { UPSTREAM_ERROR: 'Booking.com responded with an error.' }],
    ]);
  },

  async headers(ctx) {
    const token = await ctx.token();
    // A token has no colon.
    if (!token.includes(':')) return bearer(token);
    const [user = '', password = ''] = keyParts(token, ['user name', 'password']);
    return basic(user, password);
  },

  async aboutStore(property, _ctx, _key, read) {
    const page = await read(reviewsOf(property, 1, null));
    if (!Array.isArray(valueAt(page, ROWS))) throw layoutChanged(meta);
    const score = await read({ url: `${API}/${property}/score` }).catch(withoutScore);
    return {
      name: `Property ${property}`,
      score: valueAt(score, ['data.score', 'data.review_score']),
      reviews: valueAt(score, ['data.review_count', 'data.number_of_reviews']),
    };
  },

  // The cursor is the URL that Booking.com documents, or a token that clients have seen.
  request: ({ partition, cursor }) =>
    cursor?.startsWith('https:') ? { url: cursor } : reviewsOf(partition, PAGE_SIZE, cursor),
  rows: ROWS,

  next(page) {
    // Every page names a next one, to be asked for later changes. An empty page is the last one.
    if (page.count === 0) return null;
    const next = cursorAt(['next_page', 'meta.next_page'])(page);
    return next?.includes('?') ? nextUrl(next, API) : next;
  },

  review: {
    id: 'review_id',
    author: 'reviewer.name',
    title: 'content.headline',
    text: (row) =>
      [textAt(row, 'content.positive'), textAt(row, 'content.negative')].filter(Boolean).join('\n'),
    rating(row) {
      const parts = partsOf(row);
      if (parts.length === 0) return valueAt(row, 'scoring.review_score');
      return roundScore(parts.reduce((sum, score) => sum + score, 0) / parts.length);
    },
    // `YYYY-MM-DD HH:MM:SS` in UTC.
    date: 'created_timestamp',
    language: 'content.language_code',
    reply: { text: 'reply.text', date: 'reply.last_change_timestamp' },
    // Only a guest who stayed can review.
    verified: () => true,
    additional: {
      positive: 'content.positive',
      negative: 'content.negative',
      updated_on: 'last_change_timestamp',
      rating_is_average: (row) => partsOf(row).length > 0 || undefined,
      ...Object.fromEntries(PARTS.map((part) => [part, (row: object) => numberAt(row, `scoring.${part}`)])),
    },
  },
});
