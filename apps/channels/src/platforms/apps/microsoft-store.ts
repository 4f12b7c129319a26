import type { ApiRequest } from '../builders/api-request';
import { valueAt, votesAt } from '../builders/json-paths';
import { platformMeta } from '../builders/platform-meta';
import { storesPlatform } from '../builders/stores-platform';
import type { Ctx } from '../context';
import { errorOfApplication, headersOfApplication } from './entra-application';
import { isoOfUsDate, usDateOf } from './us-date';

const RESOURCE = 'https://manage.devcenter.microsoft.com';
/** The API allows 10,000, which is too much for one answer. */
const PAGE_SIZE = 1_000;
/** The store for apps of Windows has opened in this month. */
const FIRST_DAY = '10/1/2012';

const meta = platformMeta({
  typeId: 12,
  slug: 'microsoft_store',
  label: 'Microsoft Store',
  aliases: ['windows_store', 'partner_center'],
  category: 'apps',
  logo: ['M', '#00a4ef'],
  method: 'credentials',
  proof: { kind: 'specification' },
  hosts: ['manage.devcenter.microsoft.com', 'login.microsoftonline.com'],
  rate: { perSecond: 1, burst: 2, crawls: 4 },
  required: ['access_token', 'stores'],
  instructions:
    'Add a Microsoft Entra application to your Partner Center account under Account settings > User management, and create a key ' +
    'for it. Paste the access key in the form <tenant id>:<client id>:<key>. List the Store IDs of your apps under "Locations or ' +
    'stores". All reviews are read, from every market, with your responses. Microsoft gives no official score here.',
  caps: { order: 'newest', paging: 'number', fullHistory: true, ownerReply: true },
  stores: { re: /^[a-z\d]{12}$/i, what: 'the Store ID of an app', example: '9ABCDEFGH123', max: 20 },
  maxPages: 1_000,
});

/** A request of the newest rows of an app. `endDate` is the day of the crawl, because the API covers one day by default. */
function rowsRequest(app: string, skip: number, top: number, ctx: Ctx): ApiRequest {
  const days = { startDate: FIRST_DAY, endDate: usDateOf(ctx.now()) };
  return {
    url: `${RESOURCE}/v1.0/my/analytics/reviews`,
    query: { applicationId: app, ...days, orderby: 'date desc', top, skip },
  };
}

export const microsoftStore = storesPlatform<number>({
  meta,

  errors: {
    403: {
      FORBIDDEN_PLAN:
        'The application may not read this app. Add it to the Partner Center account of the app as a manager.',
    },
  },

  errorOf: errorOfApplication,
  headers: (ctx) => headersOfApplication(meta, RESOURCE, ctx),
  storeOf: (given) => given.toUpperCase(),

  aboutStore: {
    request: (app, ctx) => rowsRequest(app, 0, 1, ctx),
    needs: 'Value',
    name: (body, app) => valueAt(body, 'Value.0.applicationName') ?? `App ${app}`,
  },

  request: ({ partition, cursor }, ctx) => rowsRequest(partition, cursor ?? 0, PAGE_SIZE, ctx),

  rows: 'Value',
  next: ({ body, count, request }) =>
    valueAt(body, '@nextLink') && count > 0 ? (request.cursor ?? 0) + count : null,

  review: {
    id: 'id',
    author: 'reviewerName',
    title: 'reviewTitle',
    text: 'reviewText',
    rating: 'rating',
    date: ({ date }) => isoOfUsDate(date),
    reply: ({ responseText, responseDate }) => ({ text: responseText, date: isoOfUsDate(responseDate) }),
    additional: {
      country: 'market',
      version: 'packageVersion',
      device: 'deviceType',
      helpful_votes: votesAt('helpfulCount'),
    },
  },
});
