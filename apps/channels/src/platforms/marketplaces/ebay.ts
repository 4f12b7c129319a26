import { ownValue } from '@plaudit/contracts';
import { layoutChanged } from '../builders/api-errors';
import { type ApiRequest, bearerOf } from '../builders/api-request';
import { textAt, valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { nextOffset } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';

const FEEDBACK = 'https://api.ebay.com/commerce/feedback/v1/feedback';
const ACCOUNT = 'https://apiz.ebay.com/commerce/identity/v1/user/';
const SCOPES = 'https://api.ebay.com/oauth/api_scope';
const PAGE_SIZE = 100;
/** eBay has no stars. */
const STARS: Readonly<Record<string, number>> = { POSITIVE: 5, NEUTRAL: 3, NEGATIVE: 1 };
const STATES = ['feedbackState', 'feedbackComment.state'];

const meta = platformMeta({
  typeId: 40,
  slug: 'ebay',
  label: 'eBay',
  category: 'marketplaces',
  logo: ['e', '#0064d2'],
  method: 'oauth',
  proof: { kind: 'specification' },
  hosts: ['api.ebay.com', 'apiz.ebay.com'],
  instructions:
    'Sign in to eBay with the account of the seller and allow access to feedback. All feedback that the account has received ' +
    'as a seller is read with its photos and your replies. eBay has no stars: positive counts as 5, neutral as 3 and negative as 1. ' +
    'eBay may hide the names of buyers.',
  // The latest purchases come first, but a buyer may leave feedback weeks later.
  caps: { order: 'none', paging: 'number', fullHistory: true, media: true, ownerReply: true },
  urls: [/^https?:\/\/(?:www\.)?ebay\.[a-z.]{2,6}\/(?:usr|fdbk\/feedback_profile|str)\/[^/?#]+/i],
});

/**
 * Returns the request of a page. It has no `filter=role`, because eBay and its clients do not agree on whose role that is. Without
 * `sort`, the order depends on relevance.
 */
function feedbackOf(seller: string, offset: number): ApiRequest {
  const received = { feedback_type: 'FEEDBACK_RECEIVED', sort: 'TIME' };
  return { url: FEEDBACK, query: { user_id: seller, ...received, limit: PAGE_SIZE, offset } };
}

/** Returns a comment, or null if eBay has removed it. The text is `--` then. */
function commentAt(row: object, name: string): unknown {
  const isRemoved = valueAt(row, `${name}.commentTextRemovedPerPolicy`) === true;
  return isRemoved ? null : valueAt(row, `${name}.commentText`);
}

export const ebay = jsonPlatform<{ seller: string }, number>({
  meta,

  oauth: {
    authorizeUrl: () => 'https://auth.ebay.com/oauth2/authorize',
    tokenUrl: () => 'https://api.ebay.com/identity/v1/oauth2/token',
    scopes: [`${SCOPES}/commerce.feedback.readonly`, `${SCOPES}/commerce.identity.readonly`],
    clientAuth: 'basic',
    refresh: 'refresh_token',
  },

  errors: {
    403: {
      FORBIDDEN_PLAN: 'The access that you gave does not include feedback. Connect eBay again and allow it.',
    },
    404: { NOT_FOUND: 'eBay has no feedback of this seller. Check what you sent.' },
  },

  // The account that signed in decides whose feedback is read, not a URL.
  keyOf: () => ({ seller: '' }),
  keyOfUrl: () => ({ seller: '' }),
  identityOf: ({ seller }) => seller.toLowerCase(),

  headers: async (ctx) => ({ ...(await bearerOf(ctx)), 'x-ebay-c-marketplace-id': 'EBAY_US' }),

  async about(key, _config, _ctx, read) {
    const account = key.seller === '' ? await read({ url: ACCOUNT }) : null;
    const seller = account ? textAt(account, 'username').slice(0, 100) : key.seller;
    if (seller === '') throw layoutChanged(meta);
    const feedback = await read(feedbackOf(seller, 0));
    const url = `https://www.ebay.com/usr/${encodeURIComponent(seller)}`;
    return { key: { seller }, name: seller, url, reviews: valueAt(feedback, 'pagination.total') };
  },

  request: ({ key, cursor }) => feedbackOf(key.seller, cursor ?? 0),
  rows: 'feedbackEntries',
  next: nextOffset({ size: PAGE_SIZE, total: 'pagination.total', more: 'pagination.next' }),

  figures: { reviews: 'pagination.total' },

  review: {
    // The account has bought something from this user.
    skip: (row) => valueAt(row, 'providerUserDetail.role') === 'SELLER',
    id: 'feedbackId',
    author: 'providerUserDetail.userId',
    text: (row) => commentAt(row, 'feedbackComment'),
    rating: (row) => ownValue(STARS, textAt(row, 'commentType')),
    date: 'feedbackEnteredDate',
    media: [{ at: 'images', url: 'url' }],
    reply: (row) => ({ text: commentAt(row, 'replyComment') }),
    verified: () => true,
    removed: (row) => STATES.some((state) => /removed|withdrawn|deleted/i.test(textAt(row, state))),
    additional: {
      feedback: (row) => textAt(row, 'commentType').toLowerCase(),
      item: 'orderLineItemSummary.listingTitle',
      follow_up: (row) => commentAt(row, 'followupComment'),
      automated: ({ automatedFeedback }) => automatedFeedback === true || undefined,
    },
  },
});
