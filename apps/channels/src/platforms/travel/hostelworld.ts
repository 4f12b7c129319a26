import { parseDecimal } from '../../normalise/numbers';
import { type JsonObject, valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { nextPage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { CrawlError } from '../crawl-error';
import type { Platform } from '../platform';

const API = 'https://api.m.hostelworld.com/2.2/properties';
const PARTS = ['value', 'safety', 'location', 'staff', 'atmosphere', 'cleanliness', 'facilities'];

const meta = platformMeta({
  typeId: 43,
  slug: 'hostelworld',
  label: 'Hostelworld',
  aliases: ['hostel_world'],
  category: 'travel',
  logo: ['H', '#f25621'],
  method: 'url',
  proof: { kind: 'documentation' },
  ratingScale: 10,
  hosts: ['api.m.hostelworld.com'],
  rate: { perSecond: 0.5, burst: 2, crawls: 2 },
  // The API has no documentation, so its robots.txt counts.
  robots: 'obey',
  urlExample: 'https://www.hostelworld.com/hostels/p/12345/acme-hostel/',
  instructions:
    'Paste the URL of the page of your hostel on Hostelworld. The reviews of the last three years are read in all languages, with ' +
    'your replies. Older reviews are not read.',
  caps: { order: 'newest', paging: 'number', ownerReply: true },
  urls: [
    /^https?:\/\/(?:www\.)?(?:[a-z]+\.)?hostelworld\.com\/(?:pwa\/)?hosteldetails\.php\/[^/]+\/[^/]+\/(?<id>\d{1,12})/i,
    /^https?:\/\/(?:www\.)?(?:[a-z]+\.)?hostelworld\.com\/(?:[a-z]{2}\/)?(?:st\/|pwa\/)?hostels\/p\/(?<id>\d{1,12})/i,
  ],
  maxPages: 1_000,
});

/** Returns true if ratings are percent, which the website of Hostelworld shows on a scale of 10. */
function arePercent(ratings: readonly unknown[]): boolean {
  return ratings.some((rating) => (parseDecimal(rating) ?? 0) > meta.ratingScale);
}

function outOfTen(value: unknown, isPercent: boolean): number | null {
  const rating = parseDecimal(value);
  return rating !== null && isPercent ? rating / 10 : rating;
}

const base = jsonPlatform<{ id: string }, number, JsonObject, JsonObject, { isPercent: boolean }>({
  meta,

  errors: { 400: { INVALID_PROFILE: 'Hostelworld does not know the number in the URL. Check the URL.' } },

  about: {
    request: ({ id }) => ({ url: `${API}/${id}/` }),
    name: 'name',
    url: ({ id }) => `https://www.hostelworld.com/hostels/p/${id}/`,
    score(body) {
      const score = valueAt(body, 'overallRating.overall');
      return outOfTen(score, arePercent([score]));
    },
    reviews: 'overallRating.numberOfRatings',
  },

  request: ({ key, cursor }) => ({
    url: `${API}/${key.id}/reviews/`,
    // 36 months are the longest history that clients have asked for.
    query: { sort: 'newest', allLanguages: 'true', page: cursor ?? 1, monthCount: 36, application: 'web' },
  }),

  rows: 'reviews',
  next: nextPage({ more: 'pagination.next' }),
  // One rating does not tell: 10 is the best one of ten, and a bad one in percent.
  extra: async (rows) => ({
    isPercent: arePercent(
      rows.flatMap((row) => ['overall', ...PARTS].map((part) => valueAt(row, `rating.${part}`))),
    ),
  }),

  review: {
    id: 'id',
    author: 'user.nickname',
    authorImage: ['user.image.url', 'user.image'],
    text: 'notes',
    // The average of the parts.
    rating: (row, { extra }) => outOfTen(valueAt(row, 'rating.overall'), extra.isPercent),
    date: 'date',
    language: 'languageCode',
    reply: { text: ['ownerComment.text', 'ownerComment'], date: 'ownerComment.date' },
    // Only a guest who booked can review.
    verified: () => true,
    additional: (row, { extra }) =>
      Object.fromEntries(
        PARTS.map((part) => [part, outOfTen(valueAt(row, `rating.${part}`), extra.isPercent)]),
      ),
  },
});

export const hostelworld: Platform<{ id: string }, number> = {
  ...base,

  /** Hostelworld responds with the status 400 to a request for a page after the last one. */
  async fetchPage(request, ctx) {
    try {
      return await base.fetchPage(request, ctx);
    } catch (error) {
      const isPastEnd = error instanceof CrawlError && error.info.status === 400 && (request.cursor ?? 1) > 1;
      if (isPastEnd) return { rows: [], next: null };
      throw error;
    }
  },
};
