import { platformMeta } from '../builders/platform-meta';
import { webUrl } from '@plaudit/runtime/content';
import { parseCount, parseDecimal } from '../../normalise/numbers';
import { collectedLine } from '../../normalise/text';
import { type ApiRequest, readJson } from '../builders/api-request';
import type { Ctx, ErrorResponse } from '../context';
import { CrawlError } from '../crawl-error';
import { jsonPlatform } from '../builders/json-platform';
import type { Candidate, Search } from '../search';

interface Row {
  id?: number | string;
  lang?: string;
  published_date?: string;
  rating?: number;
  helpful_votes?: number;
  url?: string;
  text?: string;
  title?: string;
  trip_type?: string;
  /** The last day of the month of the trip. */
  travel_date?: string;
  user?: { username?: string; avatar?: { thumbnail?: string; small?: string } };
  /** By position. `name` is such as `RATE_VALUE`. */
  subratings?: Record<string, { name?: string; value?: number | string } | null>;
  owner_response?: { text?: string; published_date?: string } | null;
}

/** Numbers are texts. */
interface Details {
  name?: string;
  web_url?: string;
  rating?: string;
  num_reviews?: string;
}

interface Found {
  location_id?: string | number;
  name?: string;
  address_obj?: { address_string?: string; country?: string };
}

const API = 'https://api.content.tripadvisor.com/api/v1/location';
/** Tripadvisor gives the newest five reviews of each language. Each language is a request that it charges for. */
const LANGUAGES = ['en', 'fr', 'es', 'pt', 'de', 'it'];
const MAX_CANDIDATES = 5;
const MAX_SUBRATINGS = 10;

const meta = platformMeta({
  typeId: 41,
  slug: 'tripadvisor',
  label: 'Tripadvisor',
  aliases: ['trip_advisor'],
  category: 'travel',
  logo: ['T', '#00aa6c'],
  method: 'url',
  hosts: ['api.content.tripadvisor.com'],
  rate: { perSecond: 5, burst: 10, crawls: 4 },
  robots: 'api',
  operatorKey: 'TRIPADVISOR_API_KEY',
  urlExample: 'https://www.tripadvisor.com/Hotel_Review-g187147-d1234567-Reviews-Acme_Hotel-Paris.html',
  instructions:
    'Paste the URL of the page of your hotel, restaurant or attraction on Tripadvisor. Tripadvisor gives the score, the number of ' +
    'reviews and the newest five reviews in each of English, French, Spanish, Portuguese, German and Italian, with your replies. ' +
    'Older reviews are not read.',
  caps: { order: 'newest', paging: 'none', fullHistory: false, ownerReply: true },
  urls: [
    /^https?:\/\/(?:[a-z]{2}\.|www\.)?tripadvisor\.(?:com\.[a-z]{2}|com|co\.[a-z]{2}|[a-z]{2})\/(?:Restaurant_Review|Hotel_Review|Attraction_Review|AttractionProductReview|VacationRentalReview|ShowUserReviews)-g\d{1,12}-d(?<id>\d{1,12})/i,
  ],
});

/** An answer that is not JSON comes from something in front of the API. */
function errorOf({ status, body }: ErrorResponse): CrawlError | null {
  if (body === undefined) return null;
  if (status === 401 || status === 403) {
    const msg =
      'Tripadvisor does not accept the key of this installation. Check TRIPADVISOR_API_KEY and the addresses that may use it.';
    return new CrawlError('AUTH_MISSING', msg);
  }
  if (status !== 400) return null;
  return new CrawlError('INVALID_PROFILE', 'Tripadvisor does not know the number in the URL. Check the URL.');
}

function requestOf(path: string, query: Record<string, string>, ctx: Ctx): ApiRequest {
  return { url: `${API}/${path}`, query: { key: ctx.operatorKey(), ...query } };
}

function detailsOf(id: string, ctx: Ctx): Promise<Details> {
  return readJson<Details>(meta, requestOf(`${id}/details`, { language: 'en' }, ctx), ctx);
}

function urlOf({ web_url }: Details): string | null {
  return webUrl(web_url)?.split('?', 1)[0] ?? null;
}

/** Candidates in the country come first. A search result has neither a URL nor a score, so each needs a second request. */
async function discover({ name, country }: Search, ctx: Ctx): Promise<Candidate[]> {
  const request = requestOf('search', { searchQuery: name, language: 'en' }, ctx);
  const { data } = await readJson<{ data?: Found[] }>(meta, request, ctx);
  const wanted = country && new Intl.DisplayNames(['en'], { type: 'region' }).of(country.toUpperCase());
  const found = (Array.isArray(data) ? data : [])
    .slice(0, 10)
    .filter((place) => /^\d{1,12}$/.test(String(place?.location_id)))
    .toSorted(
      (a, b) => Number(b.address_obj?.country === wanted) - Number(a.address_obj?.country === wanted),
    );
  const candidates: Candidate[] = [];
  for (const place of found.slice(0, MAX_CANDIDATES)) {
    const details = await detailsOf(String(place.location_id), ctx);
    const url = urlOf(details);
    if (url === null) continue;
    candidates.push({
      url,
      name: collectedLine(details.name ?? place.name, 191) || name,
      address: collectedLine(place.address_obj?.address_string, 300) || null,
      score: parseDecimal(details.rating),
      reviews: parseCount(details.num_reviews),
    });
  }
  return candidates;
}

function subratingsOf({ subratings }: Row): Record<string, number> {
  const listed = Object.values(subratings ?? {}).slice(0, MAX_SUBRATINGS);
  const rated = listed.flatMap((one) => {
    const value = parseDecimal(one?.value);
    const isNamed = typeof one?.name === 'string' && /^RATE_[A-Z_]{1,30}$/.test(one.name);
    return isNamed && value !== null ? [[String(one.name).toLowerCase(), value] as const] : [];
  });
  return Object.fromEntries(rated);
}

export const tripadvisor = jsonPlatform<{ id: string }, never, { data?: Row[] }, Row>({
  meta,
  errorOf,
  discover,

  async about({ id }, _config, ctx) {
    const details = await detailsOf(id, ctx);
    const { name, rating, num_reviews } = details;
    return { name, url: urlOf(details), score: rating, reviews: num_reviews };
  },

  partitions: () => LANGUAGES,

  request: ({ key, partition }, ctx) => requestOf(`${key.id}/reviews`, { language: partition }, ctx),

  rows: ({ data }) => data,

  next: () => null,

  review(row, { partition }) {
    // A review in another language that is read is a translation here.
    const isTranslated = row.lang !== partition && LANGUAGES.includes(row.lang ?? '');
    if (isTranslated) return null;
    return {
      id: row.id,
      author: row.user?.username,
      authorImage: row.user?.avatar?.small ?? row.user?.avatar?.thumbnail,
      title: row.title,
      text: row.text,
      url: row.url,
      rating: row.rating,
      date: row.published_date,
      language: row.lang,
      reply: row.owner_response && { text: row.owner_response.text, date: row.owner_response.published_date },
      additional: {
        trip_type: row.trip_type,
        travel_date: row.travel_date,
        helpful_votes: row.helpful_votes,
        ...subratingsOf(row),
      },
    };
  },
});
