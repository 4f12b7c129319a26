import { parseUrl } from '@plaudit/contracts';
import { layoutChanged } from '../builders/api-errors';
import { keyParts } from '../builders/api-request';
import { elementsAt, type JsonObject, textAt, valueAt } from '../builders/json-paths';
import { platformMeta } from '../builders/platform-meta';
import { storesPlatform } from '../builders/stores-platform';
import { signedJwt } from './signed-jwt';

const API = 'https://api.appstoreconnect.apple.com/v1/apps';
/** The maximum of the API. */
const PAGE_SIZE = 200;
/** Apple accepts at most 20 minutes. */
const TOKEN_SECONDS = 15 * 60;
const MAX_PROBLEMS = 20;

const meta = platformMeta({
  typeId: 8,
  slug: 'app_store_connect',
  label: 'App Store Connect',
  aliases: ['appstoreconnect', 'apple_app_store_connect'],
  category: 'apps',
  logo: ['C', '#1b6fd8'],
  method: 'credentials',
  proof: { kind: 'recording', year: 2026 },
  hosts: ['api.appstoreconnect.apple.com'],
  rate: { perSecond: 1, burst: 3, crawls: 4 },
  required: ['access_token', 'stores'],
  instructions:
    'In App Store Connect, open Users and Access > Integrations > App Store Connect API and create a team key with the role ' +
    'Customer Support. Paste the access key in the form <issuer id>:<key id>:<content of the .p8 file>. Enter the Apple IDs of ' +
    'your apps under "Locations or stores". All reviews with a text are read, from every country, with your responses. Apple ' +
    'gives no official score here.',
  caps: { order: 'updated', paging: 'cursor', fullHistory: true, ownerReply: true, plain: true },
  stores: { re: /^\d{6,12}$/, what: 'the Apple ID of an app', example: '1234567890', max: 20 },
});

/** Returns the reviews of a page, each with its published response. */
function withResponses(body: JsonObject): readonly JsonObject[] | null {
  const published = elementsAt(body, 'included', PAGE_SIZE).filter(
    (item) =>
      textAt(item, 'type') === 'customerReviewResponses' &&
      textAt(item, 'attributes.state') !== 'PENDING_PUBLISH',
  );
  const responses = new Map(published.map((item) => [valueAt(item, 'id'), valueAt(item, 'attributes')]));
  responses.delete(undefined);
  const rows = valueAt(body, 'data');
  if (!Array.isArray(rows)) return null;
  return rows.map((row: JsonObject) => {
    const response = responses.get(valueAt(row, 'relationships.response.data.id'));
    return response === undefined ? row : { ...row, response };
  });
}

export const appStoreConnect = storesPlatform<string>({
  meta,

  errors: {
    403: {
      FORBIDDEN_PLAN:
        'The key of App Store Connect may not read customer reviews. Give it the role Customer Support or Admin.',
    },
    404: { NOT_FOUND: 'App Store Connect has no such app in this account. Check the Apple IDs in stores.' },
  },

  errorOf({ status, body }) {
    const problems = status === 400 ? elementsAt(body, 'errors', MAX_PROBLEMS) : [];
    return problems.some((problem) => textAt(problem, 'source.parameter') === 'cursor')
      ? { CURSOR_EXPIRED: 'The list of reviews has changed meanwhile. It is read again.' }
      : null;
  },

  async headers(ctx) {
    const parts = ['issuer id', 'key id', 'private key'];
    const [iss = '', keyId = '', privateKey = ''] = keyParts(await ctx.token(), parts);
    const key = { algorithm: 'ES256', keyId, privateKey } as const;
    const claims = { iss, aud: 'appstoreconnect-v1' };
    const token = signedJwt({ ...key, issuedAt: ctx.now(), lifetimeSeconds: TOKEN_SECONDS, claims });
    return { authorization: `Bearer ${token}` };
  },

  aboutStore: {
    request: (app) => ({ url: `${API}/${app}`, query: { 'fields[apps]': 'name' } }),
    needs: 'data',
    name: (body, app) => valueAt(body, 'data.attributes.name') ?? `App ${app}`,
  },

  request: ({ partition, cursor }) => ({
    url: `${API}/${partition}/customerReviews`,
    query: { sort: '-createdDate', limit: PAGE_SIZE, include: 'response', cursor: cursor ?? undefined },
  }),

  rows: withResponses,

  // Only the cursor is kept of the URL, so that the key is sent to no other path.
  next({ body }) {
    if (!valueAt(body, 'links.next')) return null;
    const cursor = parseUrl(textAt(body, 'links.next'))?.searchParams.get('cursor');
    if (cursor) return cursor;
    throw layoutChanged(meta);
  },

  review: {
    id: 'id',
    author: 'attributes.reviewerNickname',
    title: 'attributes.title',
    text: 'attributes.body',
    rating: 'attributes.rating',
    date: 'attributes.createdDate',
    reply: { text: 'response.responseBody', date: 'response.lastModifiedDate' },
    additional: { territory: 'attributes.territory' },
  },
});
