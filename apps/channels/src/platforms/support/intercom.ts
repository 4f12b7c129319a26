import { platformMeta } from '../builders/platform-meta';
import { bearer, readJson } from '../builders/api-request';
import { CrawlError } from '../crawl-error';
import type { Ctx } from '../context';
import { jsonPlatform } from '../builders/json-platform';

const API = 'https://api.intercom.io';
const PAGE_SIZE = 100;
/** Who writes to a company: a user, a lead or either. */
const CUSTOMERS = new Set(['user', 'lead', 'contact']);

interface Row {
  id?: string;
  conversation_rating?: {
    rating?: number | null;
    remark?: string | null;
    /** When the rating was asked for. */
    created_at?: number;
    updated_at?: number;
    replied_at?: number;
  } | null;
  source?: { author?: { type?: string; name?: string } };
}

interface Body {
  conversations?: Row[];
  pages?: { next?: { starting_after?: string } | null };
}

interface Me {
  app?: { id_code?: string; name?: string };
}

const meta = platformMeta({
  typeId: 50,
  slug: 'intercom',
  label: 'Intercom',
  category: 'support',
  logo: ['I', '#1f8ded'],
  method: 'oauth',
  hosts: ['api.intercom.io'],
  rate: { perSecond: 2, burst: 4, crawls: 8 },
  instructions:
    'Sign in to Intercom and allow access to conversations. The ratings of conversations are read, with the remark and the name ' +
    'of the customer. Messages and e-mail addresses are not stored.',
  caps: { order: 'none', paging: 'cursor' },
});

async function headersOf(ctx: Ctx): Promise<Record<string, string>> {
  return { ...bearer(await ctx.token()), 'intercom-version': '2.11' };
}

export const intercom = jsonPlatform<{ app: string }, string, Body, Row>({
  meta,

  oauth: {
    authorizeUrl: () => 'https://app.intercom.com/oauth',
    tokenUrl: () => `${API}/auth/eagle/token`,
    scopes: [],
    pkce: false,
    clientAuth: 'body',
    refresh: 'none',
  },

  errorOf: ({ status }) =>
    status === 403
      ? new CrawlError(
          'FORBIDDEN_PLAN',
          'The access does not include conversations. Connect again and allow it, or change the plan of the workspace.',
        )
      : null,

  keyOf: () => ({ app: '' }),

  async about(_key, _config, ctx) {
    const request = { url: `${API}/me`, headers: await headersOf(ctx) };
    const { app } = await readJson<Me>(meta, request, ctx);
    if (typeof app?.id_code === 'string' && /^\w{1,100}$/.test(app.id_code)) {
      return { key: { app: app.id_code }, name: app.name };
    }
    throw new CrawlError(
      'INVALID_PROFILE',
      'The account has no Intercom workspace. Sign in with another one.',
    );
  },

  request: async ({ cursor }, ctx) => ({
    url: `${API}/conversations/search`,
    json: {
      query: {
        operator: 'AND',
        value: [{ field: 'conversation_rating.replied_at', operator: '>', value: 0 }],
      },
      pagination: { per_page: PAGE_SIZE, ...(cursor === null ? {} : { starting_after: cursor }) },
    },
    headers: await headersOf(ctx),
  }),

  rows: ({ conversations }) => conversations,

  next: ({ body }) => body.pages?.next?.starting_after ?? null,

  review({ id, conversation_rating: given, source }) {
    if (given?.rating === undefined || given.rating === null) return null;
    const { author } = source ?? {};
    return {
      id,
      author: CUSTOMERS.has(author?.type ?? '') ? author?.name : null,
      text: given.remark,
      rating: given.rating,
      date: given.replied_at ?? given.updated_at ?? given.created_at,
    };
  },
});
