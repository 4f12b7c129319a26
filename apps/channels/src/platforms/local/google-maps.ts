import { readJson } from '../builders/api-request';
import { type JsonObject, textAt, valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { onePage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import type { Ctx } from '../context';
import type { ProfileKey } from '../platform';
import { type Candidate, type Search, toCandidate } from '../search';
import { googleErrors } from './google-error';
import { placeIdOf, placeRequest, searchPlaces, urlOf } from './google-place';

const MAX_CANDIDATES = 5;
const REFUSED = {
  AUTH_MISSING:
    'Google does not accept the key of this installation. Its operator must replace it with one for the Places API (New).',
};

const meta = platformMeta({
  typeId: 2,
  slug: 'google_maps',
  label: 'Google Maps',
  aliases: ['google', 'googlemaps', 'google_places', 'gmaps'],
  category: 'local',
  logo: ['G', '#34a853'],
  method: 'url',
  proof: { kind: 'recording', year: 2025 },
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
  urlExample: 'https://www.google.com/maps/place/?q=place_id:ChIJacmeExample0000000001',
  instructions:
    'Search for your business on Google Maps, press Share and paste the link. Google gives the score, the number of reviews and ' +
    'the five reviews that it finds most relevant. To read all reviews of your own business, connect Google Business Profile.',
  caps: { order: 'relevance', paging: 'none', plain: true },
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

async function discover({ name, country }: Search, ctx: Ctx): Promise<Candidate[]> {
  const region = country === null ? {} : { regionCode: country.toUpperCase() };
  const json = { textQuery: name, pageSize: MAX_CANDIDATES, ...region };
  const fields = ['id', 'displayName', 'formattedAddress', 'rating', 'userRatingCount'];
  const places = await searchPlaces(meta, json, fields, ctx);
  return places.slice(0, MAX_CANDIDATES).flatMap((place) => {
    const placeId = textAt(place, 'id');
    if (placeId === '') return [];
    const found = {
      url: urlOf(placeId),
      placeId,
      name: valueAt(place, 'displayName.text'),
      address: valueAt(place, 'formattedAddress'),
      score: valueAt(place, 'rating'),
      reviews: valueAt(place, 'userRatingCount'),
    };
    return [toCandidate(found, name)];
  });
}

export const googleMaps = jsonPlatform<ProfileKey, never, { reviews?: JsonObject[] }>({
  meta,
  discover,

  errorOf: googleErrors({
    PERMISSION_DENIED: REFUSED,
    UNAUTHENTICATED: REFUSED,
    API_KEY_INVALID: REFUSED,
    INVALID_ARGUMENT: {
      INVALID_PROFILE: 'Google Maps does not know the id of the place. Paste its link again.',
    },
    DAILY_QUOTA: { QUOTA_EXCEEDED: 'The daily quota of the Google Places API is spent.' },
    RESOURCE_EXHAUSTED: { RATE_LIMITED: 'Google limits how often we may read places.' },
  }),

  // A browser writes the colon of the number in two ways.
  keyOfUrl: ({ hex, ...groups }) => (hex ? { ...groups, hex: hex.replace(/%3a/i, ':') } : groups),

  /** Before it is connected, the key has what the URL says about the place. Then it has the id only. */
  async about(key, { url }, ctx) {
    const asked = await placeIdOf(meta, key, url ?? '', ctx);
    const fields = ['id', 'displayName', 'rating', 'userRatingCount'];
    const place = await readJson(meta, placeRequest(asked, fields, ctx), ctx);
    // A place that was merged with another one responds with the id of that one.
    const placeId = textAt(place, 'id') || asked;
    return {
      key: { placeId },
      name: valueAt(place, 'displayName.text'),
      url: urlOf(placeId),
      score: valueAt(place, 'rating'),
      reviews: valueAt(place, 'userRatingCount') ?? 0,
      meta: { place_id: placeId },
    };
  },

  request: ({ key }, ctx) =>
    placeRequest(key['placeId'] ?? '', ['id', 'rating', 'userRatingCount', 'reviews'], ctx),

  // A place without reviews has no list of them.
  rows: (place) => place.reviews ?? (textAt(place, 'id') ? [] : null),
  next: onePage,

  figures: { score: 'rating', reviews: (place) => valueAt(place, 'userRatingCount') ?? 0 },

  review: {
    // The last part of `places/<place>/reviews/<review>`.
    id: (row) => textAt(row, 'name').split('/').at(-1),
    author: 'authorAttribution.displayName',
    authorImage: 'authorAttribution.photoUri',
    authorUrl: 'authorAttribution.uri',
    // `text` may be a translation.
    text: ['originalText.text', 'text.text'],
    language: ['originalText.languageCode', 'text.languageCode'],
    url: 'googleMapsUri',
    rating: 'rating',
    date: 'publishTime',
    // Google demands that a review can be reported where it is shown.
    additional: { report_url: 'flagContentUri' },
  },
});
