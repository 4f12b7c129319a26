import { createHash } from 'node:crypto';
import {
  type FixtureResponse,
  type FixtureServer,
  type RecordedRequest,
  startFixtureServer,
} from '@plaudit/testing';

export const CLIENT_ID = 'client-1';
export const CLIENT_SECRET = 'secret-1 & more';

const ORIGINS = [
  'https://oauth2.googleapis.com',
  'https://mybusiness.googleapis.com',
  'https://mybusinessaccountmanagement.googleapis.com',
  'https://mybusinessbusinessinformation.googleapis.com',
  'https://acme.zendesk.com',
  'https://graph.facebook.com',
];

interface Code {
  account: string;
  clientId: string;
  redirectUri: string;
  challenge: string;
}

export interface StandInLocation {
  /** `accounts/1/locations/2`. */
  id: string;
  title: string;
  reviews?: number;
}

/** Imitates the sign-in, the token endpoints and the APIs of three platforms, and keeps a list of what breaks their rules. */
export class OAuthStandIn {
  /** The locations or pages of each account. */
  readonly accounts = new Map<string, StandInLocation[]>();
  /** What a client did that no real platform accepts. */
  readonly violations: string[] = [];
  /** Refresh tokens in the order in which they were spent. */
  readonly spent: string[] = [];
  expiresIn: number | undefined = 3_600;
  /** Responds instead of the platform, unless it returns undefined. */
  interfere: (
    request: RecordedRequest,
  ) => FixtureResponse | Promise<FixtureResponse | undefined> | undefined = () => undefined;

  private readonly codes = new Map<string, Code>();
  private readonly access = new Map<string, string>();
  private readonly refresh = new Map<string, string>();
  private issued = 0;

  private constructor(readonly server: FixtureServer) {}

  static async start(): Promise<OAuthStandIn> {
    const server = await startFixtureServer();
    const standIn = new OAuthStandIn(server);
    server.handle(async (request) => (await standIn.interfere(request)) ?? standIn.respond(request));
    return standIn;
  }

  /** The settings that direct a service to this server. */
  get settings(): Record<string, string> {
    const apps = ['GOOGLE_BUSINESS', 'ZENDESK', 'FACEBOOK'].flatMap((name) => [
      [`${name}_CLIENT_ID`, CLIENT_ID],
      [`${name}_CLIENT_SECRET`, CLIENT_SECRET],
    ]);
    const overrides = ORIGINS.map((origin) => `${origin}=${this.server.url}`).join(',');
    return { ...(Object.fromEntries(apps) as Record<string, string>), ORIGIN_OVERRIDES: overrides };
  }

  /** Signs in and consents, as a user does with the authorize URL. Returns what the platform adds to the callback URL. */
  consent(authorizeUrl: string, account: string): { code: string; state: string } {
    const { searchParams } = new URL(authorizeUrl);
    const value = (name: string): string => searchParams.get(name) ?? '';
    if (value('response_type') !== 'code') this.violations.push('response_type is not code');
    if (value('client_id') !== CLIENT_ID) this.violations.push('another client_id');
    const challenge = value('code_challenge');
    if (challenge === '' || value('code_challenge_method') !== 'S256') this.violations.push('no PKCE');
    const code = `code-${(this.issued += 1)}`;
    const redirectUri = value('redirect_uri');
    this.codes.set(code, { account, clientId: value('client_id'), redirectUri, challenge });
    return { code, state: value('state') };
  }

  /** Makes every access token invalid. They can be renewed. */
  expireAccess(): void {
    this.access.clear();
  }

  /** Makes every token of the platform invalid. */
  revoke(): void {
    this.access.clear();
    this.refresh.clear();
  }

  tokenRequests(): RecordedRequest[] {
    return this.server.requests.filter(({ method, path }) => method === 'POST' && TOKEN_PATH.test(path));
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private respond(request: RecordedRequest): FixtureResponse {
    if (TOKEN_PATH.test(request.path)) return this.token(new URLSearchParams(request.text));
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    // Facebook gives each page a token of its own.
    const account = /^page-(.+)$/.exec(token)?.[1] ?? this.access.get(token);
    if (account === undefined) return unauthorised(request);
    return apiResponse(request, account, this.accounts.get(account) ?? []);
  }

  private token(fields: URLSearchParams): FixtureResponse {
    const isOurs = fields.get('client_id') === CLIENT_ID && fields.get('client_secret') === CLIENT_SECRET;
    if (!isOurs) return this.refuse('invalid_client', 'the client did not authenticate');
    const grant = fields.get('grant_type');
    if (grant === 'authorization_code') return this.redeem(fields);
    if (grant === 'fb_exchange_token') return this.exchange(fields.get('fb_exchange_token') ?? '');
    const token = fields.get('refresh_token') ?? '';
    const account = this.refresh.get(token);
    if (this.spent.includes(token)) this.violations.push('a refresh token was spent twice');
    this.spent.push(token);
    if (account === undefined) return invalidGrant();
    this.refresh.delete(token);
    return this.issue(account);
  }

  private redeem(fields: URLSearchParams): FixtureResponse {
    const code = this.codes.get(fields.get('code') ?? '');
    if (!code) return this.refuse('invalid_grant', 'a code was unknown or used twice');
    this.codes.delete(fields.get('code') ?? '');
    if (fields.get('redirect_uri') !== code.redirectUri) {
      return this.refuse('invalid_grant', 'another redirect_uri');
    }
    const verifier = fields.get('code_verifier') ?? '';
    const proof = createHash('sha256').update(verifier).digest('base64url');
    return proof === code.challenge
      ? this.issue(code.account)
      : this.refuse('invalid_grant', 'a wrong verifier');
  }

  private exchange(token: string): FixtureResponse {
    const account = this.access.get(token);
    if (account !== undefined) return this.issue(account);
    return { status: 400, body: { error: { message: 'Session has expired', code: 190 } } };
  }

  private issue(account: string): FixtureResponse {
    const number = (this.issued += 1);
    this.access.set(`at-${number}`, account);
    this.refresh.set(`rt-${number}`, account);
    const expires = this.expiresIn === undefined ? {} : { expires_in: this.expiresIn };
    return {
      body: { access_token: `at-${number}`, refresh_token: `rt-${number}`, token_type: 'Bearer', ...expires },
    };
  }

  private refuse(error: string, violation: string): FixtureResponse {
    this.violations.push(violation);
    return { status: 400, body: { error } };
  }
}

const TOKEN_PATH = /^\/(?:token|oauth\/tokens|v21\.0\/oauth\/access_token)$/;

function invalidGrant(): FixtureResponse {
  return { status: 400, body: { error: 'invalid_grant', error_description: 'Token has been revoked.' } };
}

function unauthorised({ headers }: RecordedRequest): FixtureResponse {
  if (headers['x-forwarded-host'] === 'graph.facebook.com') {
    return { status: 400, body: { error: { message: 'Invalid token', code: 190 } } };
  }
  return { status: 401, body: { error: { status: 'UNAUTHENTICATED', message: 'Invalid token' } } };
}

/** Responds as the API that the request was meant for. */
function apiResponse(
  { path, headers, query }: RecordedRequest,
  account: string,
  locations: StandInLocation[],
): FixtureResponse {
  if (headers['x-forwarded-host'] === 'acme.zendesk.com') return zendesk(path);
  if (headers['x-forwarded-host'] === 'graph.facebook.com') return facebook(path, account, locations);
  if (path === '/v1/accounts') {
    const names = [...new Set(locations.map(({ id }) => id.split('/')[1]))];
    return { body: { accounts: names.map((name) => ({ name: `accounts/${name}` })) } };
  }
  if (/^\/v1\/accounts\/\d+\/locations$/.test(path)) {
    const own = locations.filter(({ id }) => id.split('/')[1] === path.split('/')[3]);
    const from = Number(query.get('pageToken') ?? 0);
    const next = from + 100 < own.length ? { nextPageToken: String(from + 100) } : {};
    const page = own.slice(from, from + 100);
    return {
      body: {
        locations: page.map(({ id, title }) => ({ name: `locations/${id.split('/')[3]}`, title })),
        ...next,
      },
    };
  }
  const known = locations.find(({ id }) => path.includes(id) || id.endsWith(path.replace('/v1/', '')));
  if (!known) return { status: 404, body: { error: { status: 'NOT_FOUND', message: 'Not found' } } };
  if (path.startsWith('/v1/')) return { body: { title: known.title } };
  return { body: googleReviews(known.reviews ?? 1, Number(query.get('pageToken') ?? 0)) };
}

/** Pages of two reviews, the newest first. */
function googleReviews(count: number, from: number): object {
  const numbers = Array.from({ length: Math.min(2, count - from) }, (_, index) => count - from - index);
  const reviews = numbers.map((number) => ({
    reviewId: `review-${number}`,
    reviewer: { displayName: `Author ${number}` },
    starRating: 'FIVE',
    comment: `Text ${number}`,
    createTime: '2026-09-01T08:00:00Z',
    updateTime: '2026-09-01T08:00:00Z',
  }));
  const next = from + 2 < count ? { nextPageToken: String(from + 2) } : {};
  return { reviews, averageRating: 5, totalReviewCount: count, ...next };
}

function zendesk(path: string): FixtureResponse {
  if (path !== '/api/v2/satisfaction_ratings') return { status: 404, body: { error: 'RecordNotFound' } };
  const rating = { id: 1, score: 'good', comment: 'Quick', created_at: '2026-09-01T08:00:00Z' };
  return { body: { satisfaction_ratings: [rating], meta: { has_more: false } } };
}

function facebook(path: string, account: string, pages: StandInLocation[]): FixtureResponse {
  if (path === '/v21.0/me/accounts') {
    return { body: { data: pages.map(({ id, title }) => ({ id, name: title })) } };
  }
  const page = pages.find(({ id }) => path.startsWith(`/v21.0/${id}`));
  if (!page) return { status: 400, body: { error: { code: 100, error_subcode: 33 } } };
  if (path.endsWith('/ratings')) {
    const row = {
      created_time: '2026-09-01T08:00:00+0000',
      recommendation_type: 'positive',
      review_text: 'Good',
    };
    return { body: { data: [row] } };
  }
  return {
    body: { name: page.title, access_token: `page-${account}`, rating_count: 1, overall_star_rating: 5 },
  };
}
