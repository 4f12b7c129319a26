import { platformMeta } from '../builders/platform-meta';
import { keyParts, readJson } from '../builders/api-request';
import type { Ctx, ErrorResponse } from '../context';
import { CrawlError } from '../crawl-error';
import { storesPlatform } from '../builders/stores-platform';
import { grantedToken } from '../builders/granted-token';
import { signedJwt } from './signed-jwt';

interface Comment {
  text?: string;
  /** Seconds of Unix time. */
  lastModified?: { seconds?: string | number };
}

interface UserComment extends Comment {
  starRating?: number;
  reviewerLanguage?: string;
  appVersionName?: string;
  thumbsUpCount?: number;
}

interface Row {
  reviewId?: string;
  authorName?: string;
  comments?: { userComment?: UserComment; developerComment?: Comment }[];
}

interface Body {
  /** Absent without reviews. */
  reviews?: Row[];
  tokenPagination?: { nextPageToken?: string };
}

const API = 'https://androidpublisher.googleapis.com/androidpublisher/v3/applications';
const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/androidpublisher';
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** The maximum of Google. */
const TOKEN_SECONDS = 60 * 60;
const PAGE_SIZE = 100;
const MAX_APPS = 20;

const meta = platformMeta({
  typeId: 10,
  slug: 'google_play_console',
  label: 'Google Play Console',
  aliases: ['play_console', 'android_publisher'],
  category: 'apps',
  logo: ['P', '#0f9d58'],
  method: 'credentials',
  hosts: ['androidpublisher.googleapis.com', 'oauth2.googleapis.com'],
  rate: { perSecond: 1, burst: 3, crawls: 4 },
  required: ['access_token', 'stores'],
  instructions:
    'Create a service account in Google Cloud, enable the Google Play Android Developer API there, and invite the account in ' +
    'the Play Console with the permission to view app information. Send its JSON key file as access_token, or ' +
    '<client_email>:<private_key>. List the package names of your apps in stores. Google gives the reviews with a text ' +
    'of the last week, with your replies. Import older ones as CSV.',
  caps: { order: 'none', paging: 'cursor', fullHistory: false, ownerReply: true },
  stores: {
    re: /^(?=.{3,150}$)[a-zA-Z]\w*(?:\.\w+)+$/,
    what: 'the package name of an app',
    example: 'com.acme.notes',
    max: MAX_APPS,
  },
  maxPages: 1_000,
});

/** Returns the e-mail address and private key of a service account. Throws CREDENTIALS_INVALID. */
function accountOf(token: string): { email: string; privateKey: string } {
  if (!token.trimStart().startsWith('{')) {
    const [email = '', privateKey = ''] = keyParts(token, ['client_email', 'private_key']);
    return { email, privateKey };
  }
  const file = keyFileOf(token);
  const { client_email: email, private_key: privateKey } = file ?? {};
  if (typeof email === 'string' && typeof privateKey === 'string') return { email, privateKey };
  throw new CrawlError(
    'CREDENTIALS_INVALID',
    'access_token is not the JSON key file of a service account. Send the whole file, or <client_email>:<private_key>.',
  );
}

function keyFileOf(token: string): { client_email?: unknown; private_key?: unknown } | null {
  try {
    return JSON.parse(token) as { client_email?: unknown; private_key?: unknown };
  } catch {
    return null;
  }
}

async function authorized(ctx: Ctx): Promise<{ headers: Record<string, string> }> {
  const token = await grantedToken(meta, ctx, async () => {
    const { email, privateKey } = accountOf(await ctx.token());
    const assertion = signedJwt({
      algorithm: 'RS256',
      privateKey,
      issuedAt: ctx.now(),
      lifetimeSeconds: TOKEN_SECONDS,
      claims: { iss: email, scope: SCOPE, aud: TOKEN_URL },
    });
    return { url: TOKEN_URL, form: { grant_type: GRANT_TYPE, assertion } };
  });
  return { headers: { authorization: `Bearer ${token}` } };
}

/** Returns true for the error of the API that is no refusal of access, although both have the status 403. */
function isOverQuota(error: unknown): boolean {
  const { errors } = (error ?? {}) as { errors?: unknown };
  const reasons: { reason?: unknown }[] = Array.isArray(errors) ? errors : [];
  return reasons.some((item) =>
    /^(?:rateLimit|userRateLimit|quota|dailyLimit)Exceeded$/.test(String(item?.reason)),
  );
}

function errorOf({ status, body }: ErrorResponse): CrawlError | null {
  const { error } = (body ?? {}) as { error?: unknown };
  // The error of the token endpoint is a code. The error of the API is an object.
  if (status === 400 && typeof error === 'string') {
    const msg =
      'Google does not accept the key of the service account. Create a new key and send its JSON file.';
    return new CrawlError('CREDENTIALS_INVALID', msg);
  }
  if (status === 403 && isOverQuota(error)) {
    const msg =
      'The quota of the Google Cloud project of the service account is used up. We try again later.';
    return new CrawlError('QUOTA_EXCEEDED', msg);
  }
  if (status === 403) {
    const msg =
      'The service account may not read the reviews. Enable the Google Play Android Developer API, and let the account ' +
      'view app information in the Play Console.';
    return new CrawlError('FORBIDDEN_PLAN', msg);
  }
  if (status !== 404) return null;
  return new CrawlError('NOT_FOUND', 'Google Play has no such app. Check the package names in stores.');
}

/** Returns the title and the text of a comment, which has a tab between them. */
function partsOf(text: unknown): { title?: string; text?: string } {
  if (typeof text !== 'string') return {};
  const tab = text.indexOf('\t');
  return tab < 0 ? { text } : { title: text.slice(0, tab), text: text.slice(tab + 1) };
}

export const googlePlayConsole = storesPlatform<string, Body, Row>({
  meta,
  errorOf,

  // The API has no names of apps. Reading one review shows that the account may read them.
  async aboutStore(app, ctx) {
    const request = { url: `${API}/${app}/reviews`, query: { maxResults: 1 }, ...(await authorized(ctx)) };
    await readJson<Body>(meta, request, ctx);
    return { name: app, url: `https://play.google.com/store/apps/details?id=${app}` };
  },

  async request({ partition, cursor }, ctx) {
    return {
      url: `${API}/${partition}/reviews`,
      query: { maxResults: PAGE_SIZE, token: cursor ?? undefined },
      ...(await authorized(ctx)),
    };
  },

  rows: ({ reviews }) => reviews ?? [],

  next({ body }) {
    const token = body.tokenPagination?.nextPageToken;
    return typeof token === 'string' && token !== '' ? token : null;
  },

  review({ reviewId, authorName, comments }) {
    const user = comments?.find((comment) => comment?.userComment)?.userComment;
    const developer = comments?.find((comment) => comment?.developerComment)?.developerComment;
    return {
      id: reviewId,
      author: authorName,
      ...partsOf(user?.text),
      rating: user?.starRating,
      date: user?.lastModified?.seconds,
      language: user?.reviewerLanguage,
      reply: developer ? { text: developer.text, date: developer.lastModified?.seconds } : null,
      additional: { version: user?.appVersionName, helpful_votes: user?.thumbsUpCount || null },
    };
  },
});
