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
  proof: { kind: 'documentation' },
  hosts: ['api.ebay.com', 'apiz.ebay.com'],
  instructions:
    'Sign in to eBay with the account of the seller and allow access to feedback. All feedback that the account has received ' +
    'as a seller is read with its photos. eBay has no stars: positive counts as 5, neutral as 3 and negative as 1. ' +
    'eBay hides most letters of the names of buyers. Replies to feedback are not read.',
  caps: { order: 'newest', paging: 'number', fullHistory: true, media: true },
  urls: [/^https?:\/\/(?:www\.)?ebay\.[a-z.]{2,6}\/(?:usr|fdbk\/feedback_profile|str)\/[^/?#]+/i],
});

function feedbackOf(seller: string, offset: number): ApiRequest {
  const received = { feedback_type: 'FEEDBACK_RECEIVED', filter: 'role:SELLER' };
  return { url: FEEDBACK, query: { user_id: seller, ...received, limit: PAGE_SIZE, offset } };
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
    id: 'feedbackId',
    author: 'providerUserDetail.userId',
    text: 'feedbackComment.commentText',
    rating: (row) => ownValue(STARS, textAt(row, 'commentType')),
    date: 'feedbackEnteredDate',
    media: [{ at: 'images', url: 'url' }],
    verified: () => true,
    removed: (row) => STATES.some((state) => /removed|withdrawn|deleted/i.test(textAt(row, state))),
    additional: {
      feedback: (row) => textAt(row, 'commentType').toLowerCase(),
      item: 'orderLineItemSummary.listingTitle',
      automated: ({ automatedFeedback }) => automatedFeedback === true || undefined,
    },
  },
});
