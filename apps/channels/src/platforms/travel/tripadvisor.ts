import { webUrl } from '@plaudit/runtime/content';
import { parseDecimal } from '../../normalise/numbers';
import type { ApiRequest } from '../builders/api-request';
import { elementsAt, type JsonObject, textAt, valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import type { About, Read } from '../builders/json-spec';
import { onePage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import type { Ctx } from '../context';
import { type Candidate, type Search, toCandidate } from '../search';

const API = 'https://api.content.tripadvisor.com/api/v1/location';
/** Tripadvisor gives the newest five reviews of each language. Each language is a request that it charges for. */
const LANGUAGES = ['en', 'fr', 'es', 'pt', 'de', 'it'];
const MAX_FOUND = 10;
const MAX_CANDIDATES = 5;
const MAX_SUBRATINGS = 10;
const REFUSED = {
  AUTH_MISSING:
    'Tripadvisor does not accept the key of this installation. Its operator must check the key and the addresses that may use it.',
};

const meta = platformMeta({
  typeId: 41,
  slug: 'tripadvisor',
  label: 'Tripadvisor',
  aliases: ['trip_advisor'],
  category: 'travel',
  logo: ['T', '#00aa6c'],
  method: 'url',
  proof: { kind: 'recording', year: 2019 },
  hosts: ['api.content.tripadvisor.com'],
  rate: { perSecond: 5, burst: 10, crawls: 4 },
  robots: 'api',
  operatorKey: 'TRIPADVISOR_API_KEY',
  urlExample: 'https://www.tripadvisor.com/Hotel_Review-g187147-d1234567-Reviews-Acme_Hotel-Paris.html',
  instructions:
    'Paste the URL of the page of your hotel, restaurant or attraction on Tripadvisor. Tripadvisor gives the score, the number of ' +
    'reviews and the newest five reviews in each of English, French, Spanish, Portuguese, German and Italian, with your replies. ' +
    'Older reviews are not read.',
  caps: { order: 'newest', paging: 'none', ownerReply: true },
  urls: [
    /^https?:\/\/(?:[a-z]{2}\.|www\.|m\.)?tripadvisor\.(?:com\.[a-z]{2}|com|co\.[a-z]{2}|[a-z]{2})\/(?:Restaurant_Review|Hotel_Review|Attraction_Review|AttractionProductReview|VacationRentalReview|ShowUserReviews|UserReviewEdit)-g\d{1,12}-d(?<id>\d{1,12})/i,
  ],
});

function requestOf(path: string, query: Readonly<Record<string, string>>, ctx: Ctx): ApiRequest {
  return { url: `${API}/${path}`, query: { key: ctx.operatorKey(), ...query } };
}

/** Returns what Tripadvisor says about a place. Numbers are texts. */
async function detailsOf(id: string, ctx: Ctx, read: Read): Promise<Omit<About, 'key'>> {
  const details = await read(requestOf(`${id}/details`, { language: 'en' }, ctx));
  const { name, web_url: address, rating: score, num_reviews: reviews } = details;
  return { name, url: webUrl(address)?.split('?', 1)[0] ?? null, score, reviews };
}

/** Candidates in the country come first. A search result has neither a URL nor a score, so each needs a second request. */
async function discover({ name, country }: Search, ctx: Ctx, read: Read): Promise<Candidate[]> {
  const request = requestOf('search', { searchQuery: name, language: 'en' }, ctx);
  const wanted = country && new Intl.DisplayNames(['en'], { type: 'region' }).of(country.toUpperCase());
  const isWanted = (place: unknown): number => Number(valueAt(place, 'address_obj.country') === wanted);
  const found = elementsAt(await read(request), 'data', MAX_FOUND)
    .filter((place) => /^\d{1,12}$/.test(String(valueAt(place, 'location_id'))))
    .toSorted((a, b) => isWanted(b) - isWanted(a));
  const candidates: Candidate[] = [];
  for (const place of found.slice(0, MAX_CANDIDATES)) {
    const { url, ...details } = await detailsOf(String(valueAt(place, 'location_id')), ctx, read);
    const address = valueAt(place, 'address_obj.address_string');
    const title = details.name ?? valueAt(place, 'name');
    if (url) candidates.push(toCandidate({ ...details, url, address, name: title }, name));
  }
  return candidates;
}

/** Returns the ratings of parts. They are listed by position, and their names are such as `RATE_VALUE`. */
function subratingsOf(row: JsonObject): Record<string, unknown> {
  const listed = Object.values(row['subratings'] ?? {}).slice(0, MAX_SUBRATINGS);
  const named = listed.filter((one) => /^RATE_[A-Z_]{1,30}$/.test(textAt(one, 'name')));
  return Object.fromEntries(
    named.map((one) => [textAt(one, 'name').toLowerCase(), parseDecimal(valueAt(one, 'value'))]),
  );
}

export const tripadvisor = jsonPlatform<{ id: string }>({
  meta,

  errors: {
    400: { INVALID_PROFILE: 'Tripadvisor does not know the number in the URL. Check the URL.' },
    401: REFUSED,
    403: REFUSED,
  },
  errorsAreJson: true,

  discover,
  about: ({ id }, _config, ctx, read) => detailsOf(id, ctx, read),
  partitions: () => LANGUAGES,

  request: ({ key, partition }, ctx) => requestOf(`${key.id}/reviews`, { language: partition }, ctx),
  rows: 'data',
  next: onePage,

  review: {
    // A review in another language that is read is a translation here.
    skip: (row, { partition }) => row['lang'] !== partition && LANGUAGES.includes(textAt(row, 'lang')),
    id: 'id',
    author: 'user.username',
    authorImage: ['user.avatar.small', 'user.avatar.thumbnail'],
    title: 'title',
    text: 'text',
    url: 'url',
    rating: 'rating',
    date: 'published_date',
    language: 'lang',
    reply: { text: 'owner_response.text', date: 'owner_response.published_date' },
    additional(row) {
      // The date of travel is the last day of its month.
      const { trip_type, travel_date, helpful_votes } = row;
      const trip = trip_type === 'NONE' ? null : trip_type;
      return { trip_type: trip, travel_date, helpful_votes, ...subratingsOf(row) };
    },
  },
});
