import { platformMeta } from '../builders/platform-meta';
import { basic } from '../builders/api-request';
import { CrawlError } from '../crawl-error';
import { jsonPlatform } from '../builders/json-platform';
import { subdomainOf } from './subdomain';

const PAGE_SIZE = 100;
/** Without a date, Freshdesk returns the ratings of the last days only. It exists since 2010. */
const FIRST_DAY = '2010-01-01T00:00:00Z';

/** Ratings as stars. 1, 2 and 3 are happy, neutral and unhappy in older surveys. */
const STARS: ReadonlyMap<unknown, number> = new Map([
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

interface Row {
  id?: number | string;
  feedback?: string | null;
  created_at?: string;
  ratings?: Record<string, number> | null;
}

const meta = platformMeta({
  typeId: 51,
  slug: 'freshdesk',
  label: 'Freshdesk',
  category: 'support',
  logo: ['F', '#25c16f'],
  method: 'credentials',
  hosts: ['.freshdesk.com'],
  rate: { perSecond: 1, burst: 2, crawls: 8 },
  required: ['access_token', 'subdomain'],
  instructions:
    'Send the subdomain of your account, the part before .freshdesk.com, and as access_token the API key of an administrator. ' +
    'The key is in the profile settings of Freshdesk. Satisfaction ratings and their comments are read. Tickets and the people ' +
    'who rated them are not read.',
  caps: { order: 'none', paging: 'number' },
});

export const freshdesk = jsonPlatform<{ subdomain: string }, number, Row[], Row>({
  meta,

  errorOf: ({ status }) =>
    status === 403
      ? new CrawlError(
          'FORBIDDEN_PLAN',
          'The key may not read satisfaction ratings. Use the key of an administrator, in a plan with satisfaction surveys.',
        )
      : null,

  keyOf: (config) => ({ subdomain: subdomainOf(config, meta, 'freshdesk.com') }),

  request: async ({ key, cursor }, ctx) => ({
    url: `https://${key.subdomain}.freshdesk.com/api/v2/surveys/satisfaction_ratings`,
    query: { created_since: FIRST_DAY, page: cursor ?? 1, per_page: PAGE_SIZE },
    headers: basic(await ctx.token(), 'X'),
  }),

  rows: (body) => body,

  next: ({ header, count, request }) =>
    count > 0 && (header('link') ?? '').includes('rel="next"') ? (request.cursor ?? 1) + 1 : null,

  figures: (_body, { subdomain }) => ({ name: subdomain, url: `https://${subdomain}.freshdesk.com` }),

  review({ id, feedback, created_at, ratings }) {
    const raw = ratings?.['default_question'] ?? Object.values(ratings ?? {})[0];
    return {
      id,
      text: feedback,
      rating: STARS.get(raw),
      date: created_at,
      additional: { rating: raw },
    };
  },
});
