import { bearerOf } from '../builders/api-request';
import { textAt, valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { cursorAt } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { CrawlError } from '../crawl-error';

const API = 'https://api.intercom.io';
const RATED = { field: 'conversation_rating.replied_at', operator: '>', value: 0 };

const meta = platformMeta({
  typeId: 50,
  slug: 'intercom',
  label: 'Intercom',
  category: 'support',
  logo: ['I', '#1f8ded'],
  method: 'oauth',
  proof: { kind: 'specification' },
  hosts: ['api.intercom.io'],
  rate: { perSecond: 2, burst: 4, crawls: 8 },
  instructions:
    'Sign in to Intercom and allow access to conversations. The ratings of conversations are read, with the remark and the name ' +
    'of the customer. Messages and e-mail addresses are not stored.',
  caps: { order: 'none', paging: 'cursor', fullHistory: true },
});

export const intercom = jsonPlatform<{ app: string }, string>({
  meta,

  oauth: {
    authorizeUrl: () => 'https://app.intercom.com/oauth',
    tokenUrl: () => `${API}/auth/eagle/token`,
    scopes: [],
    refresh: 'none',
  },

  errors: {
    403: {
      FORBIDDEN_PLAN:
        'The access does not include conversations. Connect again and allow it, or change the plan of the workspace.',
    },
  },

  headers: async (ctx) => ({ ...(await bearerOf(ctx)), 'intercom-version': '2.11' }),
  keyOf: () => ({ app: '' }),

  about: {
    request: () => ({ url: `${API}/me` }),
    key(body) {
      const app = textAt(body, 'app.id_code');
      if (/^\w{1,100}$/.test(app)) return { app };
      const msg = 'The account has no Intercom workspace. Sign in with another one.';
      throw new CrawlError('INVALID_PROFILE', msg);
    },
    name: 'app.name',
  },

  request: ({ cursor }) => ({
    url: `${API}/conversations/search`,
    json: {
      query: { operator: 'AND', value: [RATED] },
      pagination: { per_page: 100, ...(cursor === null ? {} : { starting_after: cursor }) },
    },
  }),

  rows: 'conversations',
  next: cursorAt('pages.next.starting_after'),

  review: {
    skip: (row) => valueAt(row, 'conversation_rating.rating') === undefined,
    id: 'id',
    // The company may write first. A contact is a user or a lead.
    author: ({ source }) =>
      /^(?:user|lead|contact)$/.test(textAt(source, 'author.type')) && valueAt(source, 'author.name'),
    text: 'conversation_rating.remark',
    rating: 'conversation_rating.rating',
    // At `created_at`, the customer was asked for the rating.
    date: (row) => valueAt(row['conversation_rating'], ['replied_at', 'updated_at', 'created_at']),
  },
});
