import { basic } from '../builders/api-request';
import { type JsonObject, numberAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { nextPage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { subdomainOf } from './subdomain';

/** Ratings as stars. 1, 2 and 3 are happy, neutral and unhappy in older surveys. */
const STARS: ReadonlyMap<number | null, number> = new Map([
  [103, 5],
  [102, 4.33],
  [101, 3.67],
  [100, 3],
  [-101, 2.33],
  [-102, 1.67],
  [-103, 1],
  [1, 5],
  [2, 3],
  [3, 1],
]);

const meta = platformMeta({
  typeId: 51,
  slug: 'freshdesk',
  label: 'Freshdesk',
  category: 'support',
  logo: ['F', '#25c16f'],
  method: 'credentials',
  proof: { kind: 'recording', year: 2022 },
  hosts: ['.freshdesk.com'],
  rate: { perSecond: 1, burst: 2, crawls: 8 },
  required: ['access_token', 'subdomain'],
  instructions:
    'Enter the subdomain of your account, the part before .freshdesk.com, and as the access key the API key of an administrator. ' +
    'The key is in the profile settings of Freshdesk. Satisfaction ratings and their comments are read. Tickets and the people ' +
    'who rated them are not read.',
  caps: { order: 'none', paging: 'number', fullHistory: true },
});

/** Returns the answer to the main question of a survey, or to its first one. */
function answerOf({ ratings }: JsonObject): number | null {
  return numberAt(ratings, 'default_question') ?? numberAt(Object.values(ratings ?? {})[0], '');
}

export const freshdesk = jsonPlatform<{ subdomain: string }, number>({
  meta,

  errors: {
    403: {
      FORBIDDEN_PLAN:
        'The key may not read satisfaction ratings. Use the key of an administrator, in a plan with satisfaction surveys.',
    },
  },

  keyOf: (config) => ({ subdomain: subdomainOf(config, meta, 'freshdesk.com') }),

  headers: async (ctx) => basic(await ctx.token(), 'X'),

  request: ({ key, cursor }) => ({
    url: `https://${key.subdomain}.freshdesk.com/api/v2/surveys/satisfaction_ratings`,
    // Without a date, Freshdesk returns the ratings of the last days only. It exists since 2010.
    query: { created_since: '2010-01-01T00:00:00Z', page: cursor ?? 1, per_page: 100 },
  }),

  rows: '',
  next: nextPage({ more: ({ header }) => header('link')?.includes('rel="next"') }),

  figures: {
    name: (_body, { subdomain }) => subdomain,
    url: ({ subdomain }) => `https://${subdomain}.freshdesk.com`,
  },

  review: {
    id: 'id',
    text: 'feedback',
    rating: (row) => STARS.get(answerOf(row)),
    date: 'created_at',
    additional: { rating: answerOf },
  },
});
