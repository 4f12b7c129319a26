import { platformMeta } from '../builders/platform-meta';
import { collectedLine } from '../../normalise/text';
import { parseCount, parseDecimal } from '../../normalise/numbers';
import { readJson } from '../builders/api-request';
import type { Ctx, ErrorResponse } from '../context';
import { CrawlError } from '../crawl-error';
import { jsonPlatform } from '../builders/json-platform';
import type { ProfileKey } from '../platform';
import type { Candidate, Search } from '../search';
import { googleErrorOf } from './google-error';
import {
  isText,
  type Place,
  placeIdOf,
  placeRequest,
  type PlaceReview,
  searchPlaces,
  urlOf,
} from './google-place';

const MAX_CANDIDATES = 5;
const EXAMPLE = 'https://www.google.com/maps/place/?q=place_id:ChIJacmeExample0000000001';

const meta = platformMeta({
  typeId: 2,
  slug: 'google_maps',
  label: 'Google Maps',
  aliases: ['google', 'googlemaps', 'google_places', 'gmaps'],
  category: 'local',
  logo: ['G', '#34a853'],
  method: 'url',
  hosts: [
    'places.googleapis.com',
    // Links of Google lead to the URL of a place through these.
    'maps.app.goo.gl',
    'goo.gl',
    'g.page',
    'share.google',
    'google.com',
    'www.google.com',
    'maps.google.com',
    'search.google.com',
    'consent.google.com',
  ],
  rate: { perSecond: 5, burst: 10, crawls: 4 },
  robots: 'api',
  operatorKey: 'GOOGLE_PLACES_API_KEY',
  urlExample: EXAMPLE,
  instructions:
    'Search for your business on Google Maps, press Share and paste the link. Google gives the score, the number of reviews and ' +
    'the five reviews that it finds most relevant. To read all reviews of your own business, connect Google Business Profile.',
  caps: { order: 'relevance', paging: 'none', fullHistory: false },
  urls: [
    /^https?:\/\/search\.google\.com\/local\/(?:write)?reviews?\?(?:.*&)?placeid=(?<placeId>[\w-]{20,300})/i,
    /^https?:\/\/(?:www\.|maps\.)?google\.[a-z.]{2,6}\/maps(?:\/[^?]*)?\?(?:.*&)?(?:query_place_id=|place_id=|q=place_id(?::|%3A))(?<placeId>[\w-]{16,300})/i,
    /^https?:\/\/(?:www\.|maps\.)?google\.[a-z.]{2,6}\/maps\/place\/[^/]+\/.*!19s(?<placeId>ChIJ[\w-]{10,300})/i,
    /^https?:\/\/(?:www\.|maps\.)?google\.[a-z.]{2,6}\/maps\/place\/(?<name>[^/]+)\/(?:@(?<lat>-?\d{1,2}(?:\.\d{1,12})?),(?<lng>-?\d{1,3}(?:\.\d{1,12})?)[,/])?.*!1s(?<hex>0x[\da-f]{1,16}(?::|%3A)0x[\da-f]{1,16})/i,
    /^https?:\/\/(?:www\.|maps\.)?google\.[a-z.]{2,6}\/(?:maps)?\/?\?(?:.*&)?ftid=(?<hex>0x[\da-f]{1,16}(?::|%3A)0x[\da-f]{1,16})/i,
    /^https?:\/\/(?:www\.|maps\.)?google\.[a-z.]{2,6}\/(?:maps)?\/?\?(?:.*&)?cid=(?<cid>\d{5,20})/i,
    /^https?:\/\/(?:maps\.app\.goo\.gl|goo\.gl\/maps|g\.page|share\.google)\/(?<short>[\w@./-]{3,200})/i,
  ],
});

function errorOf(response: ErrorResponse): CrawlError | null {
  const { status, reasons, isDaily } = googleErrorOf(response);
  if (status === 'PERMISSION_DENIED' || status === 'UNAUTHENTICATED' || reasons.includes('API_KEY_INVALID')) {
    const msg =
      'Google does not accept the key of this installation. GOOGLE_PLACES_API_KEY needs the Places API (New).';
    return new CrawlError('AUTH_MISSING', msg);
  }
  if (status === 'INVALID_ARGUMENT') {
    return new CrawlError(
      'INVALID_PROFILE',
      'Google Maps does not know the id of the place. Paste its link again.',
    );
  }
  if (status !== 'RESOURCE_EXHAUSTED') return null;
  return isDaily
    ? new CrawlError('QUOTA_EXCEEDED', 'The daily quota of the Google Places API is spent.')
    : new CrawlError('RATE_LIMITED', 'Google limits how often we may read places.');
}

async function discover({ name, country }: Search, ctx: Ctx): Promise<Candidate[]> {
  const region = country === null ? {} : { regionCode: country.toUpperCase() };
  const json = { textQuery: name, pageSize: MAX_CANDIDATES, ...region };
  const fields = ['id', 'displayName', 'formattedAddress', 'rating', 'userRatingCount'];
  const places = await searchPlaces(meta, json, fields, ctx);
  return places.slice(0, MAX_CANDIDATES).flatMap((place) => {
    if (!isText(place?.id)) return [];
    return [
      {
        url: urlOf(place.id),
        placeId: place.id,
        name: collectedLine(place.displayName?.text, 191) || name,
        address: collectedLine(place.formattedAddress, 300) || null,
        score: parseDecimal(place.rating),
        reviews: parseCount(place.userRatingCount),
      },
    ];
  });
}

export const googleMaps = jsonPlatform<ProfileKey, never, Place, PlaceReview>({
  meta,
  errorOf,
  discover,

  /** A browser writes the colon of the number in two ways. */
  keyOfUrl: ({ hex, ...groups }) => (hex ? { ...groups, hex: hex.replace(/%3a/i, ':') } : groups),

  /** Before it is connected, the key has what the URL says about the place. Then it has the id only. */
  async about(key, { url }, ctx) {
    const asked = await placeIdOf(meta, key, url ?? '', ctx);
    const fields = ['id', 'displayName', 'rating', 'userRatingCount'];
    const place = await readJson<Place>(meta, placeRequest(asked, fields, ctx), ctx);
    // A place that was merged with another one responds with the id of that one.
    const placeId = isText(place.id) ? place.id : asked;
    return {
      key: { placeId },
      name: place.displayName?.text,
      url: urlOf(placeId),
      score: place.rating,
      reviews: place.userRatingCount ?? 0,
      meta: { place_id: placeId },
    };
  },

  request: ({ key }, ctx) =>
    placeRequest(key['placeId'] ?? '', ['id', 'rating', 'userRatingCount', 'reviews'], ctx),

  rows: ({ id, reviews }) => reviews ?? (isText(id) ? [] : null),

  next: () => null,

  figures: ({ rating, userRatingCount }) => ({ score: rating, reviews: userRatingCount ?? 0 }),

  review: ({ name, rating, text, originalText, authorAttribution, ...row }) => ({
    id: name?.split('/').at(-1),
    author: authorAttribution?.displayName,
    authorImage: authorAttribution?.photoUri,
    authorUrl: authorAttribution?.uri,
    // `text` may be a translation.
    text: originalText?.text ?? text?.text,
    language: originalText?.languageCode ?? text?.languageCode,
    url: row.googleMapsUri,
    rating,
    date: row.publishTime,
    // Google demands that a review can be reported where it is shown.
    additional: { report_url: row.flagContentUri },
  }),
});
