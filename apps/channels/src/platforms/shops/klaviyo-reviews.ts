import { platformMeta } from '../builders/platform-meta';
import { type ApiRequest, readJson, send } from '../builders/api-request';
import { layoutChanged } from '../builders/api-errors';
import type { Ctx, ErrorResponse } from '../context';
import { CrawlError } from '../crawl-error';
import { jsonPlatform } from '../builders/json-platform';
import { cursorExpired, nextUrl } from '../builders/paging';

/** The row also has the e-mail address of the author, which is not read. */
interface Attributes {
  rating?: number;
  title?: string;
  content?: string;
  author?: string;
  created?: string;
  verified?: boolean;
  /** `review`, `store`, `rating`, or `question`. */
  review_type?: string;
  status?: string | { value?: string };
  images?: string[];
  product?: { name?: string; url?: string } | null;
  public_reply?: { content?: string; updated?: string } | null;
}

interface Row {
  id?: string;
  attributes?: Attributes;
}

interface Account {
  id?: string;
  attributes?: { contact_information?: { organization_name?: string } };
}

interface Body {
  data?: Row[];
  links?: { next?: string | null };
}

const ORIGIN = 'https://a.klaviyo.com';
const REVISION = '2026-04-15';

const meta = platformMeta({
  typeId: 37,
  slug: 'klaviyo_reviews',
  label: 'Klaviyo Reviews',
  aliases: ['klaviyo'],
  category: 'shops',
  logo: ['K', '#232426'],
  method: 'credentials',
  hosts: ['a.klaviyo.com'],
  rate: { perSecond: 1, burst: 3, crawls: 4 },
  instructions:
    'Create a private API key with read access to Accounts and Reviews in Klaviyo under Settings > API keys, and send it as access_token. ' +
    'It begins with pk_. All published reviews of products and of the shop are read with photos and public replies. ' +
    'Questions of customers and reviews that wait for moderation are not read. Klaviyo has no average through its API.',
  caps: { order: 'newest', paging: 'cursor', media: true, ownerReply: true },
});

interface ApiErrors {
  errors?: { code?: string; source?: { parameter?: string } }[];
}

function errorOf({ status, body }: ErrorResponse): CrawlError | null {
  if (status === 403) {
    const msg = 'The key may not read reviews. Create one with read access to Accounts and Reviews.';
    return new CrawlError('FORBIDDEN_PLAN', msg);
  }
  const { errors } = (body ?? {}) as ApiErrors;
  const isCursor = Array.isArray(errors) && /cursor/.test(errors[0]?.source?.parameter ?? '');
  return status === 400 && isCursor ? cursorExpired(meta) : null;
}

async function headersOf(ctx: Ctx): Promise<Record<string, string>> {
  const key = await ctx.token();
  if (/^[\x21-\x7e]{1,200}$/.test(key))
    return { authorization: `Klaviyo-API-Key ${key}`, revision: REVISION };
  throw new CrawlError('CREDENTIALS_INVALID', 'access_token is not a key of Klaviyo. Copy it again.');
}

async function pageOf(cursor: string | null, ctx: Ctx): Promise<ApiRequest> {
  const headers = await headersOf(ctx);
  if (cursor !== null) return { url: cursor, headers };
  const query = { sort: '-created', 'page[size]': 100 };
  return { url: `${ORIGIN}/api/reviews/`, query, headers };
}

function statusOf({ status }: Attributes): string {
  return (typeof status === 'string' ? status : status?.value) ?? 'published';
}

export const klaviyoReviews = jsonPlatform<{ account: string }, string, Body, Row>({
  meta,
  errorOf,

  // The key is secret, so the account that it belongs to is asked for.
  keyOf: () => ({ account: '' }),

  async about(_key, _config, ctx) {
    const request = { url: `${ORIGIN}/api/accounts/`, headers: await headersOf(ctx) };
    const { data } = await readJson<{ data?: Account[] }>(meta, request, ctx);
    const account = Array.isArray(data) ? data[0] : undefined;
    if (typeof account?.id !== 'string') throw layoutChanged(meta);
    // A key may give access to accounts and not to reviews.
    await send(await pageOf(null, ctx), ctx);
    const name = account.attributes?.contact_information?.organization_name;
    return { key: { account: account.id.slice(0, 100) }, name };
  },

  // Klaviyo has neither a score nor a count. With this, they are not asked for again.
  figures: () => ({}),

  request: ({ cursor }, ctx) => pageOf(cursor, ctx),

  rows: ({ data }) => data,

  next: ({ body }) => nextUrl(body.links?.next, ORIGIN),

  review({ id, attributes = {} }) {
    const status = statusOf(attributes);
    if (attributes.review_type === 'question' || status === 'pending') return null;
    return {
      id,
      author: attributes.author,
      title: attributes.title,
      text: attributes.content,
      url: attributes.product?.url,
      rating: attributes.rating,
      date: attributes.created,
      media: attributes.images?.map((url) => ({ url })) ?? [],
      reply: { text: attributes.public_reply?.content, date: attributes.public_reply?.updated },
      verified: attributes.verified === true,
      removed: status === 'rejected' || status === 'unpublished',
      additional: { product: attributes.product?.name },
    };
  },
});
