import { platformMeta } from '../builders/platform-meta';
import { webUrl } from '@plaudit/runtime/content';
import { collectedLine } from '../../normalise/text';
import { readJson } from '../builders/api-request';
import type { Ctx, ErrorResponse, HttpOptions } from '../context';
import { CrawlError } from '../crawl-error';
import type { About } from '../builders/json-spec';
import { MAX_LOCATIONS, type OAuthLocation } from '../oauth-flow';
import { storesPlatform } from '../builders/stores-platform';

interface Row {
  created_time?: string;
  /** `positive` or `negative`, since 2018. */
  recommendation_type?: string;
  /** 1 to 5, on older rows. */
  rating?: number;
  review_text?: string;
  open_graph_story?: { id?: string };
  /** Absent if the person has not allowed it. */
  reviewer?: { name?: string; picture?: { data?: { url?: string } } };
}

interface Paging {
  cursors?: { after?: string };
  next?: string;
}

interface Body {
  data?: Row[];
  paging?: Paging;
}

interface PageBody {
  name?: string;
  link?: string;
  overall_star_rating?: number;
  rating_count?: number;
  access_token?: string;
}

interface PagesBody {
  data?: { id?: string; name?: string; single_line_address?: string }[];
  paging?: Paging;
}

const GRAPH = 'https://graph.facebook.com/v21.0';
const PAGE_SIZE = 50;
const MAX_LIST_PAGES = 20;
const FIELDS =
  'created_time,recommendation_type,review_text,rating,reviewer{name,picture.width(120).height(120)},open_graph_story{id}';
const RECOMMENDATIONS: Readonly<Record<string, number>> = { positive: 5, negative: 1 };
const PAGE_ID = /^\d{5,25}$/;

const meta = platformMeta({
  typeId: 4,
  slug: 'facebook',
  label: 'Facebook',
  aliases: ['fb', 'facebook_page', 'meta'],
  category: 'local',
  logo: ['f', '#1877f2'],
  method: 'oauth',
  hosts: ['graph.facebook.com'],
  rate: { perSecond: 4, burst: 8, crawls: 4 },
  optional: ['stores'],
  instructions:
    'Sign in with a Facebook account that manages your page, allow access to the page and its content, and choose the pages to read. ' +
    'All recommendations are read: one counts as 5 stars, a page that is not recommended gets 1. Nothing is posted.',
  caps: { order: 'newest', paging: 'cursor' },
  urls: [
    /^https?:\/\/(?:[\w-]+\.)?facebook\.com\/(?:profile\.php\?(?:.*&)?id=(?<numId>\d+)|pages\/[^/]+\/(?<pageId>\d+)|p\/[^/]*-(?<pId>\d{6,})\/?|(?!(?:sharer|login|groups|events|watch|marketplace|reel|story\.php|permalink\.php|profile\.php|pages|p)\b)(?<id>[\w.-]{2,})(?:\/reviews)?\/?(?:\?.*)?$)/i,
  ],
  stores: { re: PAGE_ID, what: 'the id of a page', example: '100000000000001', max: 100 },
  maxPages: 2_000,
});

const RATE_CODES = new Set([4, 17, 32, 613]);

/** Facebook sends its errors with a code of its own. */
function errorOf({ body }: ErrorResponse): CrawlError | null {
  const { error } = (body ?? {}) as { error?: { code?: unknown; error_subcode?: unknown } };
  const code = Number(error?.code);
  if (code === 190) {
    return new CrawlError(
      'AUTH_EXPIRED',
      'Facebook no longer accepts the stored access. Connect the channel again.',
    );
  }
  if (code === 10 || (code >= 200 && code < 300)) return withoutPermission();
  if (RATE_CODES.has(code))
    return new CrawlError('RATE_LIMITED', 'Facebook limits how often we may read it.');
  if (code === 100 && Number(error?.error_subcode) === 33) {
    return new CrawlError(
      'NOT_FOUND',
      'Facebook has no such page, or the account may not read it. Choose the page again.',
    );
  }
  if (code === 1 || code === 2)
    return new CrawlError('UPSTREAM_ERROR', 'Facebook cannot respond for the moment.');
  return null;
}

function withoutPermission(): CrawlError {
  return new CrawlError(
    'FORBIDDEN_PLAN',
    'The Facebook account has not allowed us to read the recommendations of the page. Connect the channel again and allow it.',
  );
}

function bearer(token: string): HttpOptions {
  return { headers: { Authorization: `Bearer ${token}` } };
}

/**
 * The tokens of pages, by the token of the account. They belong to one crawl or check, whose context is the key, and are never
 * stored.
 */
const pageTokens = new WeakMap<Ctx, Map<string, string>>();

/** Returns the token of a page. Only that one may read the recommendations of the page. */
async function tokenOf(page: string, ctx: Ctx): Promise<string> {
  const account = await ctx.token();
  const known = pageTokens.get(ctx) ?? new Map<string, string>();
  pageTokens.set(ctx, known);
  const stored = known.get(`${page} ${account}`);
  if (stored !== undefined) return stored;
  const request = { url: `${GRAPH}/${page}`, query: { fields: 'access_token' }, ...bearer(account) };
  const { access_token: token } = await readJson<PageBody>(meta, request, ctx);
  if (typeof token !== 'string' || token === '') throw withoutPermission();
  known.set(`${page} ${account}`, token);
  return token;
}

async function aboutStore(page: string, ctx: Ctx): Promise<About> {
  const fields = 'name,link,overall_star_rating,rating_count';
  const request = { url: `${GRAPH}/${page}`, query: { fields }, ...bearer(await tokenOf(page, ctx)) };
  const { name, link, overall_star_rating, rating_count } = await readJson<PageBody>(meta, request, ctx);
  return { name, url: webUrl(link), score: overall_star_rating, reviews: rating_count };
}

/** Lists the pages that the signed-in person manages. */
async function locationsOf(ctx: Ctx): Promise<OAuthLocation[]> {
  const pages: OAuthLocation[] = [];
  const options = bearer(await ctx.token());
  let after: string | undefined;
  for (let count = 0; count < MAX_LIST_PAGES && pages.length < MAX_LOCATIONS; count++) {
    const query = { fields: 'id,name,single_line_address', limit: 100, after };
    const body = await readJson<PagesBody>(meta, { url: `${GRAPH}/me/accounts`, query, ...options }, ctx);
    for (const page of Array.isArray(body.data) ? body.data : []) {
      const id = String(page?.id);
      if (!PAGE_ID.test(id)) continue;
      const address = collectedLine(page.single_line_address, 300) || null;
      pages.push({ id, name: collectedLine(page.name, 191) || id, address });
    }
    after = afterOf(body.paging) ?? undefined;
    if (after === undefined) break;
  }
  return pages.slice(0, MAX_LOCATIONS);
}

/** Returns the cursor of the next page. Facebook gives one for the last page too, but then no URL. */
function afterOf(paging?: Paging): string | null {
  return typeof paging?.next === 'string' && typeof paging.cursors?.after === 'string'
    ? paging.cursors.after
    : null;
}

export const facebook = storesPlatform<string, Body, Row>({
  meta,
  errorOf,
  aboutStore,

  oauth: {
    authorizeUrl: () => 'https://www.facebook.com/v21.0/dialog/oauth',
    tokenUrl: () => `${GRAPH}/oauth/access_token`,
    scopes: ['pages_show_list', 'pages_read_engagement', 'pages_read_user_content'],
    pkce: false,
    clientAuth: 'body',
    refresh: 'exchange',
    locations: locationsOf,
  },

  request: async ({ partition, cursor }, ctx) => ({
    url: `${GRAPH}/${partition}/ratings`,
    query: { fields: FIELDS, limit: PAGE_SIZE, after: cursor ?? undefined },
    ...bearer(await tokenOf(partition, ctx)),
  }),

  rows: ({ data }) => data,

  next: ({ body }) => afterOf(body.paging),

  review: ({ created_time, recommendation_type, rating, review_text, open_graph_story, reviewer }) => ({
    // A recommendation has no id of its own.
    id: open_graph_story?.id,
    author: reviewer?.name,
    authorImage: reviewer?.picture?.data?.url,
    text: review_text,
    rating: RECOMMENDATIONS[recommendation_type ?? ''] ?? rating,
    date: created_time,
    additional: { recommendation: recommendation_type },
  }),
});
