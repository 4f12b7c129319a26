import { bearerOf } from '../builders/api-request';
import { textAt } from '../builders/json-paths';
import { onePage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { storesPlatform } from '../builders/stores-platform';

const API = 'https://places-api.foursquare.com/places';
const FIELDS = ['fsq_tip_id', 'created_at', 'text', 'url', 'photo', 'lang', 'agree_count'];

const meta = platformMeta({
  typeId: 6,
  slug: 'foursquare',
  label: 'Foursquare',
  aliases: ['fsq', 'foursquare_places'],
  category: 'local',
  logo: ['F', '#f94877'],
  method: 'credentials',
  proof: { kind: 'specification' },
  ratingScale: 10,
  hosts: ['places-api.foursquare.com'],
  rate: { perSecond: 2, burst: 5, crawls: 4 },
  optional: ['url', 'stores'],
  urlExample: 'https://foursquare.com/v/acme-bakery/4b0000000000000000000001',
  instructions:
    'Create a service key in the developer console of Foursquare and paste it as the access key. Paste the URL of your place as ' +
    'the profile address, or the ids of several places under "Locations or stores". Foursquare gives the newest 50 tips of a ' +
    'place. They have neither an author nor stars, so only the score of the place is shown. Foursquare charges your account for ' +
    'tips.',
  caps: { order: 'newest', paging: 'none', rating: false, media: true },
  urls: [/^https?:\/\/(?:[a-z]{2}\.|www\.|app\.)?foursquare\.com\/v\/(?:[^/]+\/)?(?<id>[\da-f]{24})/i],
  stores: { re: /^[\da-f]{24}$/, what: 'the id of a place', example: '4b0000000000000000000001', max: 50 },
});

export const foursquare = storesPlatform({
  meta,

  errors: {
    400: { INVALID_PROFILE: 'Foursquare does not know the id of the place. Check url and stores.' },
    403: {
      FORBIDDEN_PLAN:
        'The Foursquare key may not read tips. Allow it in the developer console, or use another key.',
    },
  },
  errorsAreJson: true,

  keyOfUrl: ({ id = '' }) => ({ id: id.toLowerCase() }),
  storeOfKey: ({ id }) => id,

  headers: async (ctx) => ({ ...(await bearerOf(ctx)), 'X-Places-Api-Version': '2025-06-17' }),

  aboutStore: {
    request: (place) => ({ url: `${API}/${place}`, query: { fields: 'fsq_place_id,name,rating,stats' } }),
    name: 'name',
    url: (place) => `https://foursquare.com/v/${place}`,
    score: 'rating',
    reviews: 'stats.total_tips',
  },

  // Foursquare sends 50 tips at most, and there is no second page. Without `fields`, a tip has an id, a date and a text only.
  request: ({ partition }) => ({
    url: `${API}/${partition}/tips`,
    query: { limit: 50, sort: 'NEWEST', fields: FIELDS.join(',') },
  }),

  // Clients have seen the list alone and below `results`.
  rows: ['results', ''],
  next: onePage,

  review: {
    // The second name is that of older answers.
    id: ['fsq_tip_id', 'id'],
    text: 'text',
    url: (row, { partition }) => row['url'] ?? `https://foursquare.com/v/${partition}`,
    date: 'created_at',
    language: 'lang',
    media: ({ photo }) => {
      const [prefix, suffix] = [textAt(photo, 'prefix'), textAt(photo, 'suffix')];
      return prefix && suffix ? [{ url: `${prefix}original${suffix}` }] : [];
    },
    additional: { agree_count: 'agree_count' },
  },
});
