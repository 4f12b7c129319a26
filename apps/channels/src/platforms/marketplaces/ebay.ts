import { platformMeta } from '../builders/platform-meta';
import { type ApiRequest, bearer, readJson } from '../builders/api-request';
import { layoutChanged, notFound } from '../builders/api-errors';
import type { Ctx } from '../context';
import { CrawlError } from '../crawl-error';
import { jsonPlatform } from '../builders/json-platform';

interface Row {
  feedbackId?: string;
  commentType?: string;
  feedbackComment?: { commentText?: string; state?: string };
  feedbackState?: string;
  providerUserDetail?: { userId?: string };
  orderLineItemSummary?: { listingId?: string; listingTitle?: string };
  feedbackEnteredDate?: string;
  images?: { url?: string }[];
  automatedFeedback?: boolean;
}

interface Body {
  feedbackEntries?: Row[];
  pagination?: { total?: number; limit?: number; next?: string | null };
}

const FEEDBACK = 'https://api.ebay.com/commerce/feedback/v1/feedback';
const ACCOUNT = 'https://apiz.ebay.com/commerce/identity/v1/user/';
const SCOPES = 'https://api.ebay.com/oauth/api_scope';
const PAGE_SIZE = 100;
/** eBay has no stars. */
const STARS: Readonly<Record<string, number>> = { POSITIVE: 5, NEUTRAL: 3, NEGATIVE: 1 };

const meta = platformMeta({
  typeId: 40,
  slug: 'ebay',
  label: 'eBay',
  category: 'marketplaces',
  logo: ['e', '#0064d2'],
  method: 'oauth',
  hosts: ['api.ebay.com', 'apiz.ebay.com'],
  instructions:
    'Sign in to eBay with the account of the seller and allow access to feedback. All feedback that the account has received ' +
    'as a seller is read with its photos. eBay has no stars: positive counts as 5, neutral as 3 and negative as 1. ' +
    'eBay hides most letters of the names of buyers. Replies to feedback are not read.',
  caps: { order: 'newest', paging: 'number', media: true },
  urls: [/^https?:\/\/(?:www\.)?ebay\.[a-z.]{2,6}\/(?:usr|fdbk\/feedback_profile|str)\/[^/?#]+/i],
});

async function headersOf(ctx: Ctx): Promise<Record<string, string>> {
  return { ...bearer(await ctx.token()), 'x-ebay-c-marketplace-id': 'EBAY_US' };
}

async function readSeller(ctx: Ctx): Promise<string> {
  const request = { url: ACCOUNT, headers: await headersOf(ctx) };
  const { username } = await readJson<{ username?: unknown }>(meta, request, ctx);
  if (typeof username !== 'string' || username === '') throw layoutChanged(meta);
  return username.slice(0, 100);
}

async function feedbackOf(seller: string, offset: number, ctx: Ctx): Promise<ApiRequest> {
  return {
    url: FEEDBACK,
    query: {
      user_id: seller,
      feedback_type: 'FEEDBACK_RECEIVED',
      filter: 'role:SELLER',
      limit: PAGE_SIZE,
      offset,
    },
    headers: await headersOf(ctx),
  };
}

export const ebay = jsonPlatform<{ seller: string }, number, Body, Row>({
  meta,

  oauth: {
    authorizeUrl: () => 'https://auth.ebay.com/oauth2/authorize',
    tokenUrl: () => 'https://api.ebay.com/identity/v1/oauth2/token',
    scopes: [`${SCOPES}/commerce.feedback.readonly`, `${SCOPES}/commerce.identity.readonly`],
    pkce: false,
    clientAuth: 'basic',
    refresh: 'refresh_token',
  },

  errorOf({ status }) {
    if (status === 404) return notFound(meta, 'feedback of this seller');
    if (status !== 403) return null;
    const msg = 'The access that you gave does not include feedback. Connect eBay again and allow it.';
    return new CrawlError('FORBIDDEN_PLAN', msg);
  },

  // The account that signed in decides whose feedback is read, not a URL.
  keyOf: () => ({ seller: '' }),
  keyOfUrl: () => ({ seller: '' }),

  identityOf: ({ seller }) => seller.toLowerCase(),

  async about(key, _config, ctx) {
    const seller = key.seller === '' ? await readSeller(ctx) : key.seller;
    const body = await readJson<Body>(meta, await feedbackOf(seller, 0, ctx), ctx);
    return {
      key: { seller },
      name: seller,
      url: `https://www.ebay.com/usr/${encodeURIComponent(seller)}`,
      reviews: body.pagination?.total,
    };
  },

  request: ({ key, cursor }, ctx) => feedbackOf(key.seller, cursor ?? 0, ctx),

  rows: ({ feedbackEntries }) => feedbackEntries,

  next({ body: { pagination }, count, request }) {
    const offset = (request.cursor ?? 0) + PAGE_SIZE;
    const hasMore = pagination?.total === undefined ? Boolean(pagination?.next) : offset < pagination.total;
    return count > 0 && hasMore ? offset : null;
  },

  figures: ({ pagination }) => ({ reviews: pagination?.total }),

  review: (row) => ({
    id: row.feedbackId,
    author: row.providerUserDetail?.userId,
    text: row.feedbackComment?.commentText,
    rating: STARS[row.commentType ?? ''],
    date: row.feedbackEnteredDate,
    media: row.images?.map(({ url }) => ({ url })) ?? [],
    verified: true,
    removed: /removed|withdrawn|deleted/i.test(`${row.feedbackState} ${row.feedbackComment?.state}`),
    additional: {
      feedback: row.commentType?.toLowerCase(),
      item: row.orderLineItemSummary?.listingTitle,
      automated: row.automatedFeedback === true || undefined,
    },
  }),
});
