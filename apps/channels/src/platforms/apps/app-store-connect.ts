import { platformMeta } from '../builders/platform-meta';
import { parseUrl } from '@plaudit/contracts';
import { keyParts, readJson } from '../builders/api-request';
import { layoutChanged } from '../builders/api-errors';
import type { Ctx, ErrorResponse } from '../context';
import { CrawlError } from '../crawl-error';
import { storesPlatform } from '../builders/stores-platform';
import { signedJwt } from './signed-jwt';

interface Row {
  id?: string;
  attributes?: {
    rating?: number;
    title?: string;
    body?: string;
    reviewerNickname?: string;
    createdDate?: string;
    territory?: string;
  };
  relationships?: { response?: { data?: { id?: string } } };
  response?: Response['attributes'];
}

interface Response {
  type?: string;
  id?: string;
  attributes?: { responseBody?: string; lastModifiedDate?: string; state?: string };
}

interface Body {
  data?: Row[];
  included?: Response[];
  links?: { next?: string };
}

const API = 'https://api.appstoreconnect.apple.com/v1/apps';
/** The maximum of the API. */
const PAGE_SIZE = 200;
/** Apple accepts at most 20 minutes. */
const TOKEN_SECONDS = 15 * 60;
const MAX_APPS = 20;

const meta = platformMeta({
  typeId: 8,
  slug: 'app_store_connect',
  label: 'App Store Connect',
  aliases: ['appstoreconnect', 'apple_app_store_connect'],
  category: 'apps',
  logo: ['C', '#1b6fd8'],
  method: 'credentials',
  hosts: ['api.appstoreconnect.apple.com'],
  rate: { perSecond: 1, burst: 3, crawls: 4 },
  required: ['access_token', 'stores'],
  instructions:
    'In App Store Connect, open Users and Access > Integrations > App Store Connect API and create a team key with the role ' +
    'Customer Support. Send access_token in the form <issuer id>:<key id>:<content of the .p8 file>. List the Apple IDs of ' +
    'your apps in stores. All reviews with a text are read, from every country, with your responses. Apple gives no ' +
    'official score here.',
  caps: { order: 'updated', paging: 'cursor', ownerReply: true },
  stores: { re: /^\d{6,12}$/, what: 'the Apple ID of an app', example: '1234567890', max: MAX_APPS },
});

async function authorized(ctx: Ctx): Promise<{ headers: Record<string, string> }> {
  const names = ['issuer id', 'key id', 'private key'];
  const [issuer = '', keyId = '', privateKey = ''] = keyParts(await ctx.token(), names);
  const token = signedJwt({
    algorithm: 'ES256',
    privateKey,
    keyId,
    issuedAt: ctx.now(),
    lifetimeSeconds: TOKEN_SECONDS,
    claims: { iss: issuer, aud: 'appstoreconnect-v1' },
  });
  return { headers: { authorization: `Bearer ${token}` } };
}

interface Problem {
  source?: { parameter?: string };
}

function errorOf({ status, body }: ErrorResponse): CrawlError | null {
  if (status === 403) {
    const msg =
      'The key of App Store Connect may not read customer reviews. Give it the role Customer Support or Admin.';
    return new CrawlError('FORBIDDEN_PLAN', msg);
  }
  if (status === 404) {
    const msg = 'App Store Connect has no such app in this account. Check the Apple IDs in stores.';
    return new CrawlError('NOT_FOUND', msg);
  }
  const { errors } = (body ?? {}) as { errors?: unknown };
  const problems: Problem[] = Array.isArray(errors) ? errors : [];
  if (status !== 400 || !problems.some((problem) => problem?.source?.parameter === 'cursor')) return null;
  return new CrawlError('CURSOR_EXPIRED', 'The list of reviews has changed meanwhile. It is read again.');
}

/** Returns the reviews of a page, each with its published response. */
function withResponses({ data, included }: Body): readonly Row[] | undefined {
  if (!Array.isArray(data)) return data;
  const published = (Array.isArray(included) ? included : []).filter(
    (item) =>
      item?.type === 'customerReviewResponses' && item.id && item.attributes?.state !== 'PENDING_PUBLISH',
  );
  const responses = new Map(published.map(({ id, attributes }) => [id, attributes]));
  return data.map((row) => {
    const response = responses.get(row?.relationships?.response?.data?.id ?? '');
    return response ? { ...row, response } : row;
  });
}

export const appStoreConnect = storesPlatform<string, Body, Row>({
  meta,
  errorOf,

  async aboutStore(app, ctx) {
    const request = { url: `${API}/${app}`, query: { 'fields[apps]': 'name' }, ...(await authorized(ctx)) };
    const { data } = await readJson<{ data?: { attributes?: { name?: string } } }>(meta, request, ctx);
    if (!data) throw layoutChanged(meta);
    return { name: data.attributes?.name ?? `App ${app}` };
  },

  async request({ partition, cursor }, ctx) {
    return {
      url: `${API}/${partition}/customerReviews`,
      query: { sort: '-createdDate', limit: PAGE_SIZE, include: 'response', cursor: cursor ?? undefined },
      ...(await authorized(ctx)),
    };
  },

  rows: withResponses,

  // Only the cursor is kept of the URL, so that the key is sent to no other path.
  next({ body: { links } }) {
    if (!links?.next) return null;
    const cursor = parseUrl(links.next)?.searchParams.get('cursor');
    if (!cursor) throw layoutChanged(meta);
    return cursor;
  },

  review: ({ id, attributes, response }) => ({
    id,
    author: attributes?.reviewerNickname,
    title: attributes?.title,
    text: attributes?.body,
    rating: attributes?.rating,
    date: attributes?.createdDate,
    reply: response ? { text: response.responseBody, date: response.lastModifiedDate } : null,
    additional: { territory: attributes?.territory },
  }),
});
