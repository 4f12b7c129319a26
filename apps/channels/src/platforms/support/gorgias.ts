import { basic, keyParts } from '../builders/api-request';
import { CrawlError } from '../crawl-error';
import { jsonPlatform } from '../builders/json-platform';
import { letterLogo, type PlatformMeta } from '../platform';
import { subdomainOf } from './subdomain';

const PAGE_SIZE = 100;

interface Row {
  id?: number | string;
  body_text?: string | null;
  score?: number | null;
  scored_datetime?: string | null;
  created_datetime?: string;
}

interface Body {
  data?: Row[];
  meta?: { next_cursor?: string | null };
}

const meta: PlatformMeta = {
  typeId: 53,
  slug: 'gorgias',
  label: 'Gorgias',
  aliases: [],
  category: 'support',
  logo: letterLogo('G', '#161616'),
  method: 'credentials',
  ratingScale: 5,
  hosts: ['.gorgias.com'],
  rate: { perSecond: 1, burst: 2, crawls: 8 },
  robots: 'api',
  required: ['access_token', 'subdomain'],
  optional: [],
  urlExample: null,
  instructions:
    'Send the subdomain of your account, the part before .gorgias.com. As access_token send the e-mail address of your user and ' +
    'the API key with a colon between them: you@example.com:key. The key is in the settings of Gorgias, below REST API. ' +
    'Satisfaction surveys with a score are read, with their comments. Tickets and customers are not read.',
  caps: {
    order: 'none',
    fullHistory: true,
    paging: 'cursor',
    rating: true,
    text: true,
    media: false,
    ownerReply: false,
  },
  urls: [],
  maxPages: 10_000,
};

export const gorgias = jsonPlatform<{ subdomain: string }, string, Body, Row>({
  meta,

  errorOf: ({ status }) =>
    status === 403
      ? new CrawlError(
          'FORBIDDEN_PLAN',
          'The user may not read satisfaction surveys. Use the key of an administrator, in a plan with surveys.',
        )
      : null,

  keyOf: (config) => ({ subdomain: subdomainOf(config, meta, 'gorgias.com') }),

  async request({ key, cursor }, ctx) {
    const [email = '', secret = ''] = keyParts(await ctx.token(), ['e-mail address', 'API key']);
    return {
      url: `https://${key.subdomain}.gorgias.com/api/satisfaction-surveys`,
      query: { limit: PAGE_SIZE, cursor: cursor ?? undefined },
      headers: basic(email, secret),
    };
  },

  rows: ({ data }) => data,

  next: ({ body }) => body.meta?.next_cursor ?? null,

  figures: (_body, { subdomain }) => ({ name: subdomain, url: `https://${subdomain}.gorgias.com` }),

  review({ id, body_text, score, scored_datetime, created_datetime }) {
    // A survey without a score was sent, but not answered.
    if (score === null || score === undefined) return null;
    return { id, text: body_text, rating: score, date: scored_datetime ?? created_datetime };
  },
});
