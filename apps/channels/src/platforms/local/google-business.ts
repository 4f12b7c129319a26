import { platformMeta } from '../builders/platform-meta';
import { webUrl } from '@plaudit/runtime/content';
import { collectedLine } from '../../normalise/text';
import { readJson } from '../builders/api-request';
import type { Ctx, ErrorResponse, HttpOptions } from '../context';
import { CrawlError } from '../crawl-error';
import type { About } from '../builders/json-spec';
import { MAX_LOCATIONS, type OAuthLocation } from '../oauth-flow';
import type { ReviewDraft } from '../builders/review-draft';
import { storesPlatform } from '../builders/stores-platform';
import { googleErrorOf } from './google-error';

interface Row {
  reviewId?: string;
  reviewer?: { displayName?: string; profilePhotoUrl?: string; isAnonymous?: boolean };
  /** `ONE` to `FIVE`. */
  starRating?: string;
  comment?: string;
  createTime?: string;
  updateTime?: string;
  reviewReply?: { comment?: string; updateTime?: string; reviewReplyState?: string };
  reviewMediaItems?: { thumbnailUrl?: string; videoUrl?: string }[];
}

/** Google leaves out lists without entries and counts of 0. */
interface Body {
  reviews?: Row[];
  averageRating?: number;
  totalReviewCount?: number;
  nextPageToken?: string;
}

interface Location {
  /** `locations/<id>`. */
  name?: string;
  title?: string;
  storefrontAddress?: {
    addressLines?: string[];
    postalCode?: string;
    locality?: string;
    regionCode?: string;
  };
  metadata?: { mapsUri?: string };
}

const REVIEWS = 'https://mybusiness.googleapis.com/v4';
const ACCOUNTS = 'https://mybusinessaccountmanagement.googleapis.com/v1/accounts';
const LOCATIONS = 'https://mybusinessbusinessinformation.googleapis.com/v1';
const PAGE_SIZE = 50;
const MAX_ACCOUNTS = 100;
/** Pages of a list of accounts or of the locations of an account. */
const MAX_LIST_PAGES = 20;
const LOCATION = /^accounts\/\d{1,30}\/locations\/\d{1,30}$/;
const STARS: Readonly<Record<string, number>> = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 };

const meta = platformMeta({
  typeId: 3,
  slug: 'google_business',
  label: 'Google Business Profile',
  aliases: ['gbp', 'google_business_profile', 'google_my_business', 'gmb'],
  category: 'local',
  logo: ['G', '#4285f4'],
  method: 'oauth',
  hosts: [
    'mybusiness.googleapis.com',
    'mybusinessaccountmanagement.googleapis.com',
    'mybusinessbusinessinformation.googleapis.com',
  ],
  rate: { perSecond: 4, burst: 8, crawls: 4 },
  optional: ['stores'],
  instructions:
    'Sign in with the Google account that manages your Business Profile, and choose the locations to read. All their reviews are ' +
    'read, with your replies. A location must be verified by Google. Nothing is changed in your profile.',
  caps: { order: 'updated', paging: 'cursor', media: true, ownerReply: true },
  stores: {
    re: LOCATION,
    what: 'the name of a location',
    example: 'accounts/123/locations/456',
    max: 100,
  },
  maxPages: 2_000,
});

async function authorized(ctx: Ctx): Promise<HttpOptions> {
  return { headers: { Authorization: `Bearer ${await ctx.token()}` } };
}

function errorOf(response: ErrorResponse): CrawlError | null {
  const { status, message, reasons, isDaily } = googleErrorOf(response);
  if (status === 'RESOURCE_EXHAUSTED') {
    return isDaily
      ? new CrawlError('QUOTA_EXCEEDED', 'The daily quota of the Google Business Profile API is spent.')
      : new CrawlError('RATE_LIMITED', 'Google limits how often we may read Business Profiles.');
  }
  if (reasons.includes('SERVICE_DISABLED')) {
    const msg = 'Google has not given this installation access to the Business Profile API.';
    return new CrawlError('AUTH_MISSING', msg);
  }
  if (status === 'PERMISSION_DENIED' || status === 'FAILED_PRECONDITION') {
    const msg =
      'The Google account may not read the reviews of this location. It must manage it, and Google must have verified it.';
    return new CrawlError('FORBIDDEN_PLAN', msg);
  }
  if (status !== 'INVALID_ARGUMENT') return null;
  return /page_?\s?token/i.test(message)
    ? new CrawlError('CURSOR_EXPIRED', 'Google no longer accepts the page token.')
    : new CrawlError('INVALID_PROFILE', 'Google does not know the location. Choose it again.');
}

/** Reads all pages of a list, at most {@link MAX_LIST_PAGES}. */
async function* pagesOf<Body extends { nextPageToken?: string }>(
  url: string,
  query: NonNullable<HttpOptions['query']>,
  ctx: Ctx,
): AsyncGenerator<Body> {
  let pageToken: string | undefined;
  for (let page = 0; page < MAX_LIST_PAGES; page++) {
    const request = { url, query: { ...query, pageToken }, ...(await authorized(ctx)) };
    const body = await readJson<Body>(meta, request, ctx);
    yield body;
    pageToken = body.nextPageToken;
    if (typeof pageToken !== 'string' || pageToken === '') return;
  }
}

async function accountsOf(ctx: Ctx): Promise<string[]> {
  const accounts: string[] = [];
  type Accounts = { accounts?: { name?: unknown }[]; nextPageToken?: string };
  for await (const body of pagesOf<Accounts>(ACCOUNTS, { pageSize: 20 }, ctx)) {
    const listed = Array.isArray(body.accounts) ? body.accounts : [];
    const names = listed.map((account) => account?.name);
    accounts.push(
      ...names.filter((name) => typeof name === 'string').filter((name) => /^accounts\/\d{1,30}$/.test(name)),
    );
    if (accounts.length >= MAX_ACCOUNTS) break;
  }
  return accounts.slice(0, MAX_ACCOUNTS);
}

function addressOf({ storefrontAddress: address }: Location): string | null {
  const lines = Array.isArray(address?.addressLines) ? address.addressLines.slice(0, 5) : [];
  const parts = [...lines, address?.postalCode, address?.locality, address?.regionCode];
  return (
    parts
      .map((part) => collectedLine(part, 100))
      .filter((part) => part !== '')
      .join(', ') || null
  );
}

/** Returns the location with the name by which its reviews are read, or nothing if it has none. */
function locationOf(account: string, location: Location): OAuthLocation[] {
  const id = `${account}/${location?.name}`;
  if (!LOCATION.test(id)) return [];
  return [{ id, name: collectedLine(location.title, 191) || id, address: addressOf(location) }];
}

/** Lists the locations of all accounts that the signed-in person may manage. */
async function locationsOf(ctx: Ctx): Promise<OAuthLocation[]> {
  const found: OAuthLocation[] = [];
  const query = { readMask: 'name,title,storefrontAddress', pageSize: 100 };
  for (const account of await accountsOf(ctx)) {
    type Locations = { locations?: Location[]; nextPageToken?: string };
    for await (const body of pagesOf<Locations>(`${LOCATIONS}/${account}/locations`, query, ctx)) {
      const listed = Array.isArray(body.locations) ? body.locations : [];
      found.push(...listed.flatMap((location) => locationOf(account, location)));
      if (found.length >= MAX_LOCATIONS) return found.slice(0, MAX_LOCATIONS);
    }
  }
  return found;
}

async function aboutStore(store: string, ctx: Ctx): Promise<About> {
  const options = await authorized(ctx);
  const reviews = `${REVIEWS}/${store}/reviews`;
  const { averageRating, totalReviewCount } = await readJson<Body>(
    meta,
    { url: reviews, query: { pageSize: 1 }, ...options },
    ctx,
  );
  const location = `${LOCATIONS}/locations/${store.split('/').at(-1)}`;
  const query = { readMask: 'title,metadata' };
  const { title, metadata } = await readJson<Location>(meta, { url: location, query, ...options }, ctx);
  return {
    name: title,
    url: webUrl(metadata?.mapsUri),
    score: averageRating,
    reviews: totalReviewCount ?? 0,
  };
}

const TRANSLATION = '(Translated by Google)';
const ORIGINAL = '(Original)';

/** Returns the half of a text that its author wrote. Google puts its translation above or below. */
function originalOf(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  const translation = text.indexOf(TRANSLATION);
  if (translation === -1) return text;
  const original = text.indexOf(ORIGINAL, translation);
  if (original !== -1) return text.slice(original + ORIGINAL.length);
  return translation === 0 ? text.slice(TRANSLATION.length) : text.slice(0, translation);
}

function mediaOf({ reviewMediaItems }: Row): NonNullable<ReviewDraft['media']> {
  return (reviewMediaItems ?? []).map(({ thumbnailUrl, videoUrl }) =>
    videoUrl ? { type: 'video', url: videoUrl } : { url: thumbnailUrl },
  );
}

/** Google reviews a reply before it shows it. */
function replyOf({ reviewReply }: Row): ReviewDraft['reply'] {
  if (!reviewReply || (reviewReply.reviewReplyState ?? 'APPROVED') !== 'APPROVED') return null;
  return { text: originalOf(reviewReply.comment), date: reviewReply.updateTime };
}

export const googleBusiness = storesPlatform<string, Body, Row>({
  meta,
  errorOf,
  aboutStore,

  oauth: {
    authorizeUrl: () => 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: () => 'https://oauth2.googleapis.com/token',
    scopes: ['https://www.googleapis.com/auth/business.manage'],
    // Without these, Google gives no refresh token, or none the second time.
    authorizeParams: { access_type: 'offline', prompt: 'consent' },
    pkce: true,
    clientAuth: 'body',
    refresh: 'refresh_token',
    locations: locationsOf,
  },

  request: async ({ partition, cursor }, ctx) => ({
    url: `${REVIEWS}/${partition}/reviews`,
    query: { pageSize: PAGE_SIZE, orderBy: 'updateTime desc', pageToken: cursor ?? undefined },
    ...(await authorized(ctx)),
  }),

  rows: ({ reviews }) => reviews ?? [],

  next: ({ body: { nextPageToken } }) =>
    typeof nextPageToken === 'string' && nextPageToken ? nextPageToken : null,

  figures: ({ averageRating, totalReviewCount }) => ({
    score: averageRating,
    reviews: totalReviewCount ?? 0,
  }),

  review: (row) => ({
    id: row.reviewId,
    author: row.reviewer?.isAnonymous ? null : row.reviewer?.displayName,
    authorImage: row.reviewer?.isAnonymous ? null : row.reviewer?.profilePhotoUrl,
    text: originalOf(row.comment),
    rating: STARS[row.starRating ?? ''],
    date: row.createTime,
    media: mediaOf(row),
    reply: replyOf(row),
    additional: { updated_on: row.updateTime },
  }),
});
