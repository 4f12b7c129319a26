import { layoutChanged, type Reason, reasonOf } from '../builders/api-errors';
import { type ApiRequest, bearer, keyParts, readJson } from '../builders/api-request';
import { combinedFigures } from '../builders/combined-figures';
import { grantedToken } from '../builders/granted-token';
import { type JsonObject, valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { cursorAt } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import type { Ctx } from '../context';
import type { ChannelConfig } from '../platform';

/** What functions read of an answer of the public API, and of one of the eTrusted API. */
interface Body {
  response?: { data?: { shop?: { reviews?: JsonObject[] } } };
  items?: JsonObject[];
}

const PUBLIC_API = 'https://api.trustedshops.com/rest/public/v2/shops';
const ETRUSTED_API = 'https://api.etrusted.com';
const PAGE_SIZE = 50;
/** Where the public API has the mark of a shop. */
const MARK = 'response.data.shop.qualityIndicators.reviewIndicator';
const REFUSED = {
  CREDENTIALS_INVALID:
    'Trusted Shops does not accept the client id and the client secret. Check access_token.',
};

const meta = platformMeta({
  typeId: 25,
  slug: 'trusted_shops',
  label: 'Trusted Shops',
  aliases: ['trustedshops', 'etrusted'],
  category: 'companies',
  logo: ['T', '#ffdc0f'],
  method: 'url',
  proof: { kind: 'recording', year: 2023 },
  hosts: ['api.trustedshops.com', 'api.etrusted.com', 'login.etrusted.com'],
  robots: 'api',
  optional: ['access_token', 'stores'],
  urlExample: 'https://www.trustedshops.de/bewertung/info_X0123456789ABCDEF0123456789ABCDEF.html',
  instructions:
    'Paste the URL of your profile on Trusted Shops, which contains the TS-ID. Without a key, the recent reviews are read. To ' +
    'read all reviews of your shop, create API credentials in the eTrusted Control Centre and paste them as the access key in ' +
    'the form <client id>:<client secret>. To read some channels only, enter their ids under "Locations or stores", for example ' +
    '"chl-1a2b, chl-3c4d". Your replies are read with a key only. ' +
    'Reviews of products are not read.',
  caps: { order: 'newest', paging: 'cursor', ownerReply: true },
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

/** The public API reports some errors with HTTP 200 and a code in the body. */
function errorIn(body: unknown): Reason | null {
  const code = Number(valueAt(body, ['response.code', 'response.responseInfo.code']) ?? 200);
  if (code === 404) {
    return { NOT_FOUND: 'Trusted Shops has no shop with this TS-ID. Check what you sent.' };
  }
  return code >= 400 ? { UPSTREAM_ERROR: `Trusted Shops responded with an error (code ${code}).` } : null;
}

function tokenOf(ctx: Ctx): Promise<string> {
  return grantedToken(meta, ctx, async () => {
    const [id = '', secret = ''] = keyParts(await ctx.token(), ['client id', 'client secret']);
    const form = {
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
      audience: ETRUSTED_API,
    };
    return { url: 'https://login.etrusted.com/oauth/token', form };
  });
}

async function etrusted(path: string, query: ApiRequest['query'], ctx: Ctx): Promise<ApiRequest> {
  return { url: `${ETRUSTED_API}${path}`, headers: bearer(await tokenOf(ctx)), query };
}

function channelsOf({ accessToken, stores }: ChannelConfig): readonly string[] {
  return accessToken !== undefined && stores ? stores : [];
}

/** Returns the mark of several channels together. Trusted Shops shows the one of the last 365 days. */
async function markOf(channels: readonly string[], ctx: Ctx): Promise<ReturnType<typeof combinedFigures>> {
  const marks: { score: unknown; reviews: unknown }[] = [];
  // One after another, because the API limits concurrent requests.
  for (const channel of channels) {
    const path = `/channels/${channel}/service-reviews/aggregate-rating`;
    const mark = await readJson(meta, await etrusted(path, {}, ctx), ctx);
    marks.push({ score: valueAt(mark, '365days.rating'), reviews: valueAt(mark, '365days.count') });
  }
  return combinedFigures(marks);
}

export const trustedShops = jsonPlatform<{ id: string }, string, Body>({
  meta,
  errors: {
    401: REFUSED,
    403: {
      FORBIDDEN_PLAN:
        'Your account of Trusted Shops may not read these reviews. Check its plan, the API credentials and stores.',
    },
  },
  // A token is refused with one of several statuses.
  errorOf: ({ body }) => reasonOf(valueAt(body, 'error'), [[/^(?:invalid_client|access_denied)$/, REFUSED]]),
  errorIn,

  keyOfUrl: ({ id = '' }) => ({ id: id.toUpperCase() }),
  identityOf: ({ id }, config) => [id, ...channelsOf(config).toSorted()].join(' '),

  async about({ id }, config, ctx, read) {
    const body = await read({ url: `${PUBLIC_API}/${id}/quality/reviews.json` });
    if (valueAt(body, 'response.data.shop') === undefined) throw layoutChanged(meta);
    const said = {
      name: valueAt(body, 'response.data.shop.name'),
      url: `https://www.trustedshops.de/bewertung/info_${id}.html`,
      score: valueAt(body, `${MARK}.overallMark`),
      reviews: valueAt(body, [`${MARK}.activeReviewCount`, `${MARK}.totalReviewCount`]),
    };
    // Without channels, the token is not needed for the figures. It is checked anyway.
    if (config.accessToken !== undefined) await tokenOf(ctx);
    const channels = channelsOf(config);
    return channels.length > 0 ? { ...said, ...(await markOf(channels, ctx)) } : said;
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
  rows: ({ response, items }) => (response?.data?.shop ? (response.data.shop.reviews ?? []) : items),
  // The cursor is the id of the last review of a full page. The public API has one page and no `items`.
  next: cursorAt(`items.${PAGE_SIZE - 1}.id`),

  // The public API has neither an author nor a title. The eTrusted API also has e-mail addresses, which are not read.
  review: {
    skip: ({ state, status }) => (state ?? status ?? 'APPROVED') !== 'APPROVED',
    id: ['UID', 'id'],
    title: 'title',
    text: 'comment',
    rating: ['mark', 'rating'],
    date: ['creationDate', 'submittedAt', 'createdAt'],
    reply: { text: 'reply.comment', date: 'reply.createdAt' },
    language: 'questionnaire.locale',
    // Only the eTrusted API has an `id`. Its reviews are verified unless it says otherwise.
    verified: (row) => 'id' in row && (row['verificationType'] ?? 'VERIFIED') === 'VERIFIED',
  },
});
