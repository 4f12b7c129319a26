import { webUrl } from '@plaudit/runtime/content';
import { layoutChanged, type Reason, reasonOf, type Reasons } from '../builders/api-errors';
import { type ApiRequest, headerKey } from '../builders/api-request';
import { elementsAt, type JsonObject, textAt, valueAt } from '../builders/json-paths';
import { platformMeta } from '../builders/platform-meta';
import { storesPlatform } from '../builders/stores-platform';
import type { ProfileKey } from '../platform';

const PAGE_SIZE = 500;
/** Answers of a review that are looked at. */
const MAX_ANSWERS = 100;
/** The tenants of the two sites that share the API. */
const TENANTS = { 'www.kiyoh.com': 98, 'www.klantenvertellen.nl': 99 };
const NO_LOCATION = {
  NOT_FOUND: 'Kiyoh has no location with this id, or the token is not for it. Check stores and access_token.',
};
const REFUSED = { CREDENTIALS_INVALID: 'Kiyoh does not accept the token. Check access_token.' };

const meta = platformMeta({
  typeId: 26,
  slug: 'kiyoh',
  label: 'Kiyoh',
  aliases: ['klantenvertellen'],
  category: 'companies',
  logo: ['K', '#6bbc4a'],
  method: 'credentials',
  proof: { kind: 'recording', year: 2019 },
  ratingScale: 10,
  hosts: Object.keys(TENANTS),
  rate: { perSecond: 1, burst: 2, crawls: 4 },
  optional: ['url', 'stores'],
  urlExample: 'https://www.kiyoh.com/reviews/1065432/acme',
  instructions:
    'Paste the publication API token as the access key. You find it in Kiyoh under Invite, Extra options. Paste the URL of your ' +
    'review page, or enter the ids of your locations under "Locations or stores". The id of a location is the number in the URL ' +
    'of its review page. An account of klantenvertellen.nl needs the URL, because stores alone are looked up on kiyoh.com. All ' +
    'reviews are read.',
  caps: { order: 'oldest', paging: 'cursor', fullHistory: true, ownerReply: true },
  urls: [
    /^https?:\/\/(?:www\.)?(?<site>kiyoh\.com|kiyoh\.nl|klantenvertellen\.nl)\/(?:reviews|add-review)\/(?<id>\d+)/i,
  ],
  stores: { re: /^\d{3,12}$/, what: 'the id of a location', example: '1065432', max: 50 },
  maxPages: 1_000,
});

const REASONS: Reasons = [
  [/location/i, NO_LOCATION],
  [/token|hash|auth|access/i, REFUSED],
  [/^/, { UPSTREAM_ERROR: 'Kiyoh responded with an error. We try again later.' }],
];

/** Returns the reason of an answer that has an error code. */
function reasonIn(body: unknown): Reason | null {
  if (valueAt(body, 'errorCode') === undefined) return null;
  return reasonOf(`${textAt(body, 'errorCode')} ${textAt(body, 'detailedError.0.message')}`, REASONS);
}

function requestOf({ site }: ProfileKey, query: ApiRequest['query']): ApiRequest {
  const host = site === 'klantenvertellen.nl' ? 'www.klantenvertellen.nl' : 'www.kiyoh.com';
  const url = `https://${host}/v1/publication/review/external`;
  return { url, query: { ...query, tenantId: TENANTS[host] } };
}

/** Reads the answer to a question of the review form. */
function answerTo(question: string): (row: JsonObject) => unknown {
  return (row) => {
    const answers = elementsAt(row, ['reviewContent.reviewContent', 'reviewContent'], MAX_ANSWERS);
    const answer = answers.findLast((one) => textAt(one, 'questionGroup') === question);
    return valueAt(answer, 'rating');
  };
}

/**
 * Returns the time after the last review of a full page. Reviews are listed from the oldest one. Throws LAYOUT_CHANGED if they
 * are not, because reviews would be left out.
 */
function nextSince(reviews: readonly unknown[], since: string | null): string {
  const last = Date.parse(textAt(reviews.at(-1), 'dateSince'));
  const first = Date.parse(textAt(reviews[0], 'dateSince'));
  if (Number.isNaN(last) || last < first || (since !== null && last < Date.parse(since))) {
    throw layoutChanged(meta);
  }
  return new Date(last + 1).toISOString();
}

export const kiyoh = storesPlatform<string>({
  meta,
  errors: { 403: REFUSED },
  errorOf: ({ status, body }) => (status < 500 ? reasonIn(body) : null),

  keyOfUrl: ({ site = '', id = '' }) => ({ site: site.toLowerCase(), id }),
  storeOfKey: ({ id }) => id,

  headers: async (ctx) => ({ 'x-publication-api-token': headerKey(await ctx.token()) }),
  errorIn: reasonIn,

  async aboutStore(locationId, _ctx, key, read) {
    const said = await read(requestOf(key, { locationId, limit: 1 }));
    const { locationName: name, viewReviewUrl: url, averageRating: score, numberReviews: reviews } = said;
    return { name, url: webUrl(url), score, reviews };
  },

  request: ({ key, partition, cursor }) =>
    requestOf(key, {
      locationId: partition,
      limit: PAGE_SIZE,
      orderBy: 'CREATE_DATE',
      sortOrder: 'ASC',
      dateSince: cursor ?? undefined,
    }),

  rows: 'reviews',
  next: ({ body, count, request }) =>
    count < PAGE_SIZE ? null : nextSince(elementsAt(body, 'reviews', count), request.cursor),

  review: {
    id: 'reviewId',
    author: 'reviewAuthor',
    title: answerTo('DEFAULT_ONELINER'),
    text: answerTo('DEFAULT_OPINION'),
    rating: (row) => row['rating'] ?? answerTo('DEFAULT_OVERALL')(row),
    date: 'dateSince',
    reply: { text: 'reviewComments' },
    additional: {
      recommended(row) {
        const answer = answerTo('DEFAULT_RECOMMEND')(row);
        return answer === undefined ? null : answer === 'true' || answer === true;
      },
    },
  },
});
