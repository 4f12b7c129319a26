import { readJson } from '../builders/api-request';
import type { Ctx, ErrorResponse, HttpOptions } from '../context';
import { CrawlError } from '../crawl-error';
import type { About } from '../builders/json-platform';
import { letterLogo, type PlatformMeta } from '../platform';
import { storesPlatform } from '../builders/stores-platform';

interface Row {
  fsq_tip_id?: string;
  /** The name of the id in older answers. */
  id?: string;
  created_at?: string;
  text?: string;
  url?: string;
  lang?: string;
  agree_count?: number;
  photo?: { prefix?: string; suffix?: string };
}

/** Clients have seen the list alone and below `results`. */
type Body = Row[] | { results?: Row[] };

interface Place {
  name?: string;
  /** 0 to 10. Absent if too few people have rated the place. */
  rating?: number;
  stats?: { total_tips?: number };
}

const API = 'https://places-api.foursquare.com/places';
/** The most that Foursquare sends. There is no second page. */
const PAGE_SIZE = 50;
const PLACE_ID = /^[\da-f]{24}$/;

const meta: PlatformMeta = {
  typeId: 6,
  slug: 'foursquare',
  label: 'Foursquare',
  aliases: ['fsq', 'foursquare_places'],
  category: 'local',
  logo: letterLogo('F', '#f94877'),
  method: 'credentials',
  ratingScale: 10,
  hosts: ['places-api.foursquare.com'],
  rate: { perSecond: 2, burst: 5, crawls: 4 },
  robots: 'api',
  required: ['access_token'],
  optional: ['url', 'stores'],
  urlExample: 'https://foursquare.com/v/acme-bakery/4b0000000000000000000001',
  instructions:
    'Create a service key in the developer console of Foursquare and send it as access_token. Send the URL of your place as url, or ' +
    'the ids of several places as stores. Foursquare gives the newest 50 tips of a place. They have neither an author nor stars, so ' +
    'only the score of the place is shown. Foursquare charges your account for tips.',
  caps: {
    order: 'newest',
    fullHistory: false,
    paging: 'none',
    rating: false,
    text: true,
    media: true,
    ownerReply: false,
  },
  urls: [
    {
      re: /^https?:\/\/(?:[a-z]{2}\.|www\.|app\.)?foursquare\.com\/v\/(?:[^/]+\/)?(?<id>[\da-f]{24})/i,
      yes: [
        'https://foursquare.com/v/acme-bakery/4b0000000000000000000001',
        'https://de.foursquare.com/v/4b0000000000000000000001',
      ],
      no: [
        'https://foursquare.com/explore?q=acme',
        'https://foursquare.com.example.org/v/acme/4b0000000000000000000001',
      ],
    },
  ],
  stores: { re: PLACE_ID, what: 'the id of a place', example: '4b0000000000000000000001', max: 50 },
  maxPages: 1,
};

async function authorized(ctx: Ctx): Promise<HttpOptions> {
  return { headers: { Authorization: `Bearer ${await ctx.token()}`, 'X-Places-Api-Version': '2025-06-17' } };
}

/** An answer that is not JSON comes from something in front of the API. */
function errorOf({ status, body }: ErrorResponse): CrawlError | null {
  if (body === undefined) return null;
  if (status === 400) {
    return new CrawlError(
      'INVALID_PROFILE',
      'Foursquare does not know the id of the place. Check url and stores.',
    );
  }
  if (status !== 403) return null;
  const msg = 'The Foursquare key may not read tips. Allow it in the developer console, or use another key.';
  return new CrawlError('FORBIDDEN_PLAN', msg);
}

async function aboutStore(place: string, ctx: Ctx): Promise<About> {
  const query = { fields: 'fsq_place_id,name,rating,stats' };
  const { name, rating, stats } = await readJson<Place>(
    meta,
    { url: `${API}/${place}`, query, ...(await authorized(ctx)) },
    ctx,
  );
  return { name, url: `https://foursquare.com/v/${place}`, score: rating, reviews: stats?.total_tips };
}

export const foursquare = storesPlatform<never, Body, Row>({
  meta,
  errorOf,
  aboutStore,

  keyOfUrl: ({ id = '' }) => ({ id: id.toLowerCase() }),

  storeOfKey: ({ id }) => id,

  request: async ({ partition }, ctx) => ({
    url: `${API}/${partition}/tips`,
    query: { limit: PAGE_SIZE, sort: 'NEWEST' },
    ...(await authorized(ctx)),
  }),

  rows: (body) => (Array.isArray(body) ? body : body.results),

  next: () => null,

  review: ({ fsq_tip_id, id, created_at, text, url, lang, agree_count, photo }, { partition }) => ({
    id: fsq_tip_id ?? id,
    text,
    url: url ?? `https://foursquare.com/v/${partition}`,
    date: created_at,
    language: lang,
    media: photo?.prefix && photo.suffix ? [{ url: `${photo.prefix}original${photo.suffix}` }] : [],
    additional: { agree_count },
  }),
});
