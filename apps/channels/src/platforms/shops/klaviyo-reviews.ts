import { cursorExpired, layoutChanged } from '../builders/api-errors';
import { headerKey } from '../builders/api-request';
import { textAt, valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { urlAt } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';

const ORIGIN = 'https://a.klaviyo.com';
const FIRST_PAGE = { url: `${ORIGIN}/api/reviews/`, query: { sort: '-created', 'page[size]': 100 } };
/** The status of a review is a text, or has one. Without any, the review is published. */
const STATUS = ['attributes.status.value', 'attributes.status'];

const meta = platformMeta({
  typeId: 37,
  slug: 'klaviyo_reviews',
  label: 'Klaviyo Reviews',
  aliases: ['klaviyo'],
  category: 'shops',
  logo: ['K', '#232426'],
  method: 'credentials',
  proof: { kind: 'recording' },
  hosts: ['a.klaviyo.com'],
  rate: { perSecond: 1, burst: 3, crawls: 4 },
  instructions:
    'Create a private API key with read access to Accounts and Reviews in Klaviyo under Settings > API keys, and paste it as the ' +
    'access key. It begins with pk_. All published reviews of products and of the shop are read with photos and public replies. ' +
    'Questions of customers and reviews that wait for moderation are not read. Klaviyo has no average through its API.',
  caps: { order: 'newest', paging: 'cursor', fullHistory: true, media: true, ownerReply: true },
});

export const klaviyoReviews = jsonPlatform<{ account: string }, string>({
  meta,

  errors: {
    403: {
      FORBIDDEN_PLAN: 'The key may not read reviews. Create one with read access to Accounts and Reviews.',
    },
  },
  errorOf: ({ status, body }) =>
    status === 400 && /cursor/.test(textAt(body, 'errors.0.source.parameter')) ? cursorExpired(meta) : null,

  // The key is secret, so the account that it belongs to is asked for.
  keyOf: () => ({ account: '' }),

  headers: async (ctx) => ({
    authorization: `Klaviyo-API-Key ${headerKey(await ctx.token())}`,
    revision: '2026-04-15',
  }),

  async about(_key, _config, _ctx, read) {
    const body = await read({ url: `${ORIGIN}/api/accounts/` });
    const account = textAt(body, 'data.0.id').slice(0, 100);
    if (account === '') throw layoutChanged(meta);
    // A key may give access to accounts and not to reviews.
    await read(FIRST_PAGE);
    const name = valueAt(body, 'data.0.attributes.contact_information.organization_name');
    return { key: { account }, name };
  },

  // Klaviyo has neither a score nor a count. With this, they are not asked for again.
  figures: {},

  request: ({ cursor }) => (cursor === null ? FIRST_PAGE : { url: cursor }),

  rows: 'data',
  next: urlAt('links.next', ORIGIN),

  // The row also has the e-mail address of the author, which is not read.
  review: {
    // The type is `review`, `store`, `rating`, or `question`.
    skip: (row) => textAt(row, 'attributes.review_type') === 'question' || textAt(row, STATUS) === 'pending',
    id: 'id',
    author: 'attributes.author',
    title: 'attributes.title',
    text: 'attributes.content',
    url: 'attributes.product.url',
    rating: 'attributes.rating',
    date: 'attributes.created',
    media: 'attributes.images',
    reply: { text: 'attributes.public_reply.content', date: 'attributes.public_reply.updated' },
    verified: 'attributes.verified',
    removed: (row) => ['rejected', 'unpublished'].includes(textAt(row, STATUS)),
    additional: { product: 'attributes.product.name' },
  },
});
