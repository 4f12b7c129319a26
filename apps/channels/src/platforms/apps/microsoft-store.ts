import { platformMeta } from '../builders/platform-meta';
import { keyParts, readJson } from '../builders/api-request';
import { layoutChanged } from '../builders/api-errors';
import type { Ctx, ErrorResponse } from '../context';
import { CrawlError } from '../crawl-error';
import { storesPlatform } from '../builders/stores-platform';
import { grantedToken } from '../builders/granted-token';

interface Row {
  id?: string;
  date?: string;
  applicationName?: string;
  market?: string;
  packageVersion?: string;
  deviceType?: string;
  reviewerName?: string;
  rating?: number;
  reviewTitle?: string;
  reviewText?: string;
  helpfulCount?: number;
  responseDate?: string;
  responseText?: string;
}

interface Body {
  Value?: Row[];
  '@nextLink'?: string;
}

const REVIEWS_URL = 'https://manage.devcenter.microsoft.com/v1.0/my/analytics/reviews';
const RESOURCE = 'https://manage.devcenter.microsoft.com';
/** The API allows 10,000, which is too much for one answer. */
const PAGE_SIZE = 1_000;
/** The store for apps of Windows has opened in this month. */
const FIRST_DAY = '10/1/2012';
const MAX_APPS = 20;

const meta = platformMeta({
  typeId: 12,
  slug: 'microsoft_store',
  label: 'Microsoft Store',
  aliases: ['windows_store', 'partner_center'],
  category: 'apps',
  logo: ['M', '#00a4ef'],
  method: 'credentials',
  hosts: ['manage.devcenter.microsoft.com', 'login.microsoftonline.com'],
  rate: { perSecond: 1, burst: 2, crawls: 4 },
  required: ['access_token', 'stores'],
  instructions:
    'Add a Microsoft Entra application to your Partner Center account under Account settings > User management, and create a ' +
    'key for it. Send access_token in the form <tenant id>:<client id>:<key>. List the Store IDs of your apps in ' +
    'stores. All reviews are read, from every market, with your responses. Microsoft gives no official score here.',
  caps: { order: 'newest', paging: 'number', ownerReply: true },
  stores: { re: /^[a-z\d]{12}$/i, what: 'the Store ID of an app', example: '9ABCDEFGH123', max: MAX_APPS },
  maxPages: 1_000,
});

async function authorized(ctx: Ctx): Promise<{ headers: Record<string, string> }> {
  const token = await grantedToken(meta, ctx, async () => {
    const names = ['tenant id', 'client id', 'key'];
    const [tenant = '', clientId = '', secret = ''] = keyParts(await ctx.token(), names);
    if (!/^[a-z\d][a-z\d.-]{2,99}$/i.test(tenant)) {
      const msg = 'access_token must begin with a tenant id. Copy it from the overview of Microsoft Entra.';
      throw new CrawlError('CREDENTIALS_INVALID', msg);
    }
    return {
      url: `https://login.microsoftonline.com/${tenant}/oauth2/token`,
      form: {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: secret,
        resource: RESOURCE,
      },
    };
  });
  return { headers: { authorization: `Bearer ${token}` } };
}

function errorOf({ status, body }: ErrorResponse): CrawlError | null {
  const { error } = (body ?? {}) as { error?: unknown };
  // Only the token endpoint sends a code as the error.
  if (status === 400 && typeof error === 'string') {
    const msg =
      'Microsoft Entra has no such tenant or application. Check the tenant id and the client id in access_token.';
    return new CrawlError('CREDENTIALS_INVALID', msg);
  }
  if (status !== 403) return null;
  const msg =
    'The application may not read this app. Add it to the Partner Center account of the app as a manager.';
  return new CrawlError('FORBIDDEN_PLAN', msg);
}

/** A request of the newest rows of an app. `endDate` is the day of the crawl, because the API covers one day by default. */
async function rowsRequest(app: string, skip: number, top: number, ctx: Ctx) {
  const now = ctx.now();
  const today = `${now.getUTCMonth() + 1}/${now.getUTCDate()}/${now.getUTCFullYear()}`;
  return {
    url: REVIEWS_URL,
    query: { applicationId: app, startDate: FIRST_DAY, endDate: today, orderby: 'date desc', top, skip },
    ...(await authorized(ctx)),
  };
}

const US_DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d{1,2}):(\d\d):(\d\d) ?([AP]M))?$/i;

/** Rewrites `3/5/2026 12:48:33 PM`, which is the fifth of March, as ISO 8601. Returns any other form as it is. */
function isoDate(date: unknown): unknown {
  const parts = typeof date === 'string' && date.length <= 40 ? US_DATE.exec(date.trim()) : null;
  if (!parts) return date;
  const [, month = '', day = '', year = '', hour, minute = '00', second = '00', half] = parts;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (hour === undefined) return iso;
  const hours = (Number(hour) % 12) + (half?.toUpperCase() === 'PM' ? 12 : 0);
  return `${iso}T${String(hours).padStart(2, '0')}:${minute}:${second}Z`;
}

export const microsoftStore = storesPlatform<number, Body, Row>({
  meta,
  errorOf,

  storeOf: (given) => given.toUpperCase(),

  async aboutStore(app, ctx) {
    const { Value } = await readJson<Body>(meta, await rowsRequest(app, 0, 1, ctx), ctx);
    if (!Array.isArray(Value)) throw layoutChanged(meta);
    return { name: Value[0]?.applicationName ?? `App ${app}` };
  },

  request: ({ partition, cursor }, ctx) => rowsRequest(partition, cursor ?? 0, PAGE_SIZE, ctx),

  rows: ({ Value }) => Value,

  next: ({ body, count, request }) =>
    typeof body['@nextLink'] === 'string' && count > 0 ? (request.cursor ?? 0) + count : null,

  review: (row) => ({
    id: row.id,
    author: row.reviewerName,
    title: row.reviewTitle,
    text: row.reviewText,
    rating: row.rating,
    date: isoDate(row.date),
    reply: { text: row.responseText, date: isoDate(row.responseDate) },
    additional: {
      country: row.market,
      version: row.packageVersion,
      device: row.deviceType,
      helpful_votes: row.helpfulCount || null,
    },
  }),
});
