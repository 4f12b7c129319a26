import { basic, keyParts } from '../builders/api-request';
import { jsonPlatform } from '../builders/json-platform';
import { cursorAt } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { subdomainOf } from './subdomain';

const meta = platformMeta({
  typeId: 53,
  slug: 'gorgias',
  label: 'Gorgias',
  category: 'support',
  logo: ['G', '#161616'],
  method: 'credentials',
  proof: { kind: 'specification' },
  hosts: ['.gorgias.com'],
  rate: { perSecond: 1, burst: 2, crawls: 8 },
  required: ['access_token', 'subdomain'],
  instructions:
    'Enter the subdomain of your account, the part before .gorgias.com. As the access key, paste the e-mail address of your user ' +
    'and the API key with a colon between them: you@example.com:key. The key is in the settings of Gorgias, below REST API. ' +
    'Satisfaction surveys with a score are read, with their comments. Tickets and customers are not read.',
  caps: { order: 'none', paging: 'cursor', fullHistory: true },
});

export const gorgias = jsonPlatform<{ subdomain: string }, string>({
  meta,

  errors: {
    403: {
      FORBIDDEN_PLAN:
        'The user may not read satisfaction surveys. Use the key of an administrator, in a plan with surveys.',
    },
  },

  keyOf: (config) => ({ subdomain: subdomainOf(config, meta, 'gorgias.com') }),

  async headers(ctx) {
    const [email = '', secret = ''] = keyParts(await ctx.token(), ['e-mail address', 'API key']);
    return basic(email, secret);
  },

  request: ({ key, cursor }) => ({
    url: `https://${key.subdomain}.gorgias.com/api/satisfaction-surveys`,
    query: { limit: 100, cursor: cursor ?? undefined },
  }),

  rows: 'data',
  next: cursorAt('meta.next_cursor'),

  figures: {
    name: (_body, { subdomain }) => subdomain,
    url: ({ subdomain }) => `https://${subdomain}.gorgias.com`,
  },

  review: {
    // A survey without a score was sent, but not answered.
    skip: ({ score = null }) => score === null,
    id: 'id',
    text: 'body_text',
    rating: 'score',
    date: ['scored_datetime', 'created_datetime'],
  },
});
