import { platformMeta } from '../builders/platform-meta';
import { type ApiRequest, keyParts, readJson } from '../builders/api-request';
import { layoutChanged, notFound } from '../builders/api-errors';
import { combinedFigures } from '../builders/combined-figures';
import type { Ctx } from '../context';
import { CrawlError } from '../crawl-error';
import { jsonPlatform } from '../builders/json-platform';
import type { ChannelConfig } from '../platform';
import type { ReviewDraft } from '../builders/review-draft';

/** A review of the public API. It has no author. */
interface PublicRow {
  UID?: string;
  creationDate?: string;
  comment?: string;
  mark?: string;
}

/** A review of the eTrusted API. */
interface EtrustedRow {
  id?: string;
  rating?: number;
  title?: string;
  comment?: string;
  createdAt?: string;
  submittedAt?: string;
  status?: string;
}

interface Shop {
  name?: string;
  qualityIndicators?: {
    reviewIndicator?: {
      overallMark?: number | string;
      activeReviewCount?: number;
      totalReviewCount?: number;
    };
  };
  reviews?: PublicRow[];
}

/** The public API reports some errors with HTTP 200 and a code in the body. */
interface PublicAnswer {
  code?: number | string;
  responseInfo?: { code?: number | string };
  data?: { shop?: Shop };
}

interface Body {
  response?: PublicAnswer;
  items?: EtrustedRow[];
}

/** The marks of a channel. Trusted Shops shows the one of the last 365 days. */
interface Aggregate {
  '365days'?: { rating?: number; count?: number };
}

const PUBLIC_API = 'https://api.trustedshops.com/rest/public/v2/shops';
const ETRUSTED_API = 'https://api.etrusted.com';
const PAGE_SIZE = 50;

const meta = platformMeta({
  typeId: 25,
  slug: 'trusted_shops',
  label: 'Trusted Shops',
  aliases: ['trustedshops', 'etrusted'],
  category: 'companies',
  logo: ['T', '#ffdc0f'],
  method: 'url',
  hosts: ['api.trustedshops.com', 'api.etrusted.com', 'login.etrusted.com'],
  robots: 'api',
  optional: ['access_token', 'stores'],
  urlExample: 'https://www.trustedshops.de/bewertung/info_X0123456789ABCDEF0123456789ABCDEF.html',
  instructions:
    'Paste the URL of your profile on Trusted Shops, which contains the TS-ID. Without a key, the recent reviews are read. To read ' +
    'all reviews of your shop, create API credentials in the eTrusted Control Centre and send them as access_token in the form ' +
    '<client id>:<client secret>. To read some channels only, send their ids as stores, for example "chl-1a2b, chl-3c4d". ' +
    'Reviews of products are not read.',
  caps: { order: 'newest', paging: 'cursor', fullHistory: false },
  urls: [
    /^https?:\/\/(?:www\.)?trustedshops\.[a-z.]{2,6}\/(?:[^/?#]+\/){0,5}(?:info_)?(?<id>X[0-9A-F]{32})(?![0-9A-Z])/i,
  ],
  stores: {
    re: /^chl-[\w-]{1,80}$/,
    what: 'the id of a channel of eTrusted',
    example: 'chl-1a2b3c4d',
    // A person waits while the mark of each channel is read.
    max: 20,
  },
});

/** The token of a crawl, so that it is requested once and not for each page. */
const tokens = new WeakMap<Ctx, Promise<string>>();

function bearer(ctx: Ctx): Promise<string> {
  const token = tokens.get(ctx) ?? newToken(ctx);
  tokens.set(ctx, token);
  return token;
}

async function newToken(ctx: Ctx): Promise<string> {
  const [id = '', secret = ''] = keyParts(await ctx.token(), ['client id', 'client secret']);
  const form = {
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
    audience: ETRUSTED_API,
  };
  const request = { url: 'https://login.etrusted.com/oauth/token', form };
  const { access_token: token } = await readJson<{ access_token?: unknown }>(meta, request, ctx);
  if (typeof token !== 'string' || token === '') throw layoutChanged(meta);
  return token;
}

async function etrusted(path: string, query: ApiRequest['query'], ctx: Ctx): Promise<ApiRequest> {
  return {
    url: `${ETRUSTED_API}${path}`,
    headers: { authorization: `Bearer ${await bearer(ctx)}` },
    ...(query ? { query } : {}),
  };
}

/** Returns the shop of an answer of the public API. Throws the error that its code says. */
function shopOf({ response }: Body): Shop {
  const code = Number(response?.code ?? response?.responseInfo?.code ?? 200);
  if (code === 404) throw notFound(meta, 'shop with this TS-ID');
  if (code >= 400) {
    throw new CrawlError('UPSTREAM_ERROR', `Trusted Shops responded with an error (code ${code}).`);
  }
  if (!response?.data?.shop) throw layoutChanged(meta);
  return response.data.shop;
}

function channelsOf({ accessToken, stores }: ChannelConfig): readonly string[] {
  return accessToken !== undefined && stores ? stores : [];
}

/** Returns the mark of the last 365 days of several channels together. */
async function markOf(
  channels: readonly string[],
  ctx: Ctx,
): Promise<{ score: number | null; reviews: number }> {
  const marks: { score?: unknown; reviews?: unknown }[] = [];
  // One after another, because the API limits concurrent requests.
  for (const channel of channels) {
    const path = `/channels/${channel}/service-reviews/aggregate-rating`;
    const { '365days': year } = await readJson<Aggregate>(meta, await etrusted(path, undefined, ctx), ctx);
    marks.push({ score: year?.rating, reviews: year?.count });
  }
  return combinedFigures(marks);
}

function draftOf(row: PublicRow | EtrustedRow): ReviewDraft | null {
  if ('UID' in row) return { id: row.UID, text: row.comment, rating: row.mark, date: row.creationDate };
  const { id, title, comment, rating, createdAt, submittedAt, status } = row as EtrustedRow;
  if (status !== undefined && status !== 'APPROVED') return null;
  return { id, title, text: comment, rating, date: submittedAt ?? createdAt, verified: true };
}

export const trustedShops = jsonPlatform<{ id: string }, string, Body, PublicRow | EtrustedRow>({
  meta,

  keyOfUrl: ({ id = '' }) => ({ id: id.toUpperCase() }),

  identityOf: ({ id }, config) => [id, ...channelsOf(config).toSorted()].join(' '),

  errorOf({ status, body }) {
    const { error } = (body ?? {}) as { error?: unknown };
    if (status === 401 || error === 'invalid_client' || error === 'access_denied') {
      const msg = 'Trusted Shops does not accept the client id and the client secret. Check access_token.';
      return new CrawlError('CREDENTIALS_INVALID', msg);
    }
    if (status !== 403) return null;
    const msg =
      'Your account of Trusted Shops may not read these reviews. Check its plan, the API credentials and stores.';
    return new CrawlError('FORBIDDEN_PLAN', msg);
  },

  async about({ id }, config, ctx) {
    const request = { url: `${PUBLIC_API}/${id}/quality/reviews.json` };
    const shop = shopOf(await readJson<Body>(meta, request, ctx));
    const mark = shop.qualityIndicators?.reviewIndicator;
    const channels = channelsOf(config);
    // Without channels, the token is not needed for the figures. It is checked anyway.
    if (config.accessToken !== undefined) await bearer(ctx);
    const figures =
      channels.length > 0
        ? await markOf(channels, ctx)
        : { score: mark?.overallMark, reviews: mark?.activeReviewCount ?? mark?.totalReviewCount };
    return { name: shop.name, url: `https://www.trustedshops.de/bewertung/info_${id}.html`, ...figures };
  },

  partitions(_key, config) {
    const channels = channelsOf(config);
    return channels.length > 0 ? channels : [''];
  },

  request({ key, config, partition, cursor }, ctx) {
    if (config.accessToken === undefined) return { url: `${PUBLIC_API}/${key.id}/reviews.json` };
    const query = {
      count: PAGE_SIZE,
      status: 'APPROVED',
      type: 'SERVICE_REVIEW',
      channels: partition || undefined,
      after: cursor ?? undefined,
    };
    return etrusted('/reviews', query, ctx);
  },

  // A shop without reviews has no list of them.
  rows: (body) => (body.response ? (shopOf(body).reviews ?? []) : body.items),

  next({ body, count }) {
    const last = body.items?.[PAGE_SIZE - 1]?.id;
    return count === PAGE_SIZE && typeof last === 'string' ? last : null;
  },

  review: draftOf,
});
