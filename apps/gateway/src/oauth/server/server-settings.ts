import { generateKeyPairSync } from 'node:crypto';
import { KEY_SCOPES } from '@plaudit/contracts';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { OAUTH } from '../../proxy/route-table';
import { AUTH_METHODS, GRANT_TYPES } from '../clients/client-metadata';
import { errors, interactionPolicy } from '../protocol/oidc-library';
import type { OAuthStoreService } from './oauth-store.service';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const CODE_S = 60;
/** How long a person may take to sign in and to decide. */
const REQUEST_S = HOUR_S;
const ACCESS_TOKEN_S = HOUR_S;
/** An app that is not used for so long must be connected again. */
const REFRESH_TOKEN_S = 30 * DAY_S;
/** Tokens then have 44 characters. An API key has 43, so no text is both. */
const TOKEN_BITS = 264;
/** The version of the draft whose implementation was reviewed. Another one is refused at startup. */
const DOCUMENTS_DRAFT = 'draft-02';

/** What the settings of oidc-provider need from the product. */
export interface ServerParts {
  store: OAuthStoreService;
  /** Signs the cookies of requests. */
  cookieKeys: string[];
  /** Answers the request for a metadata document. */
  fetchDocument: (url: string) => Promise<Response>;
}

/** The names of the cookies that tie a request to a browser, and of the one that is never sent. */
export const COOKIES = {
  session: 'oauth_none',
  interaction: 'oauth_request',
  resume: 'oauth_resume',
} as const;

/** Returns the settings of the authorization server: the code flow with PKCE, for the scopes of the API, and nothing else. */
export function serverSettings(
  { store, cookieKeys, fetchDocument }: ServerParts,
  secure: boolean,
): Configuration {
  const prefix = secure ? '__Secure-' : '';
  const names = Object.fromEntries(Object.entries(COOKIES).map(([kind, name]) => [kind, prefix + name]));
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const;
  return {
    adapter: (model) => store.adapterOf(model),
    routes: {
      authorization: OAUTH.authorize,
      token: OAUTH.token,
      registration: OAUTH.register,
      revocation: OAUTH.revoke,
    },
    responseTypes: ['code'],
    scopes: ['offline_access'],
    clientAuthMethods: [...AUTH_METHODS],
    clientDefaults: {
      grant_types: [...GRANT_TYPES],
      response_types: ['code'],
      id_token_signed_response_alg: 'ES256',
    },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    cookies: { names, keys: cookieKeys, long: cookie, short: cookie },
    ...tokenSettings(),
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    // A token is no cookie: a page of another site has one only if a person gave it access.
    clientBasedCORS: () => true,
    renderError: (ctx, out, error) => {
      const detail = (error as { error_detail?: string }).error_detail;
      ctx.body = detail ? { ...out, error_description: `${out.error_description}: ${detail}` } : out;
    },
    interactions: { policy: alwaysAsk(), url: (_ctx, { uid }) => store.urls.pageOf(uid) },
    features: features(store),
    fetch: (url) => fetchDocument(url instanceof Request ? url.url : url.toString()),
    ...unusedKey(),
  };
}

/** Codes work once within a minute. Refresh tokens are replaced with each use, and a second use ends the access. */
function tokenSettings(): Configuration {
  return {
    formats: { bitsOfOpaqueRandomness: TOKEN_BITS },
    ttl: {
      Interaction: REQUEST_S,
      AuthorizationCode: CODE_S,
      AccessToken: (ctx) => lifetime(ctx, ACCESS_TOKEN_S),
      RefreshToken: (ctx) => lifetime(ctx, REFRESH_TOKEN_S),
      Session: CODE_S,
      Grant: REQUEST_S,
    },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    // An app that gives up one token gives up its access.
    revokeGrantPolicy: () => true,
  };
}

function features({ urls, clients }: OAuthStoreService): Configuration['features'] {
  const [api, mcp] = urls.resources;
  const off = { enabled: false };
  return {
    devInteractions: off,
    dPoP: off,
    pushedAuthorizationRequests: off,
    rpInitiatedLogout: off,
    userinfo: off,
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    clientIdMetadataDocument: {
      enabled: true,
      ack: DOCUMENTS_DRAFT,
      // Only a request for access introduces an app. Requests for tokens, which nobody counts, must not make this server read URLs.
      // The page of the consent asks outside of a request of OAuth, and has no context.
      allowFetch: async (ctx: KoaContextWithOIDC | undefined, id) =>
        ctx?.oidc.route === 'authorization' || (await clients.findDocument(id)) !== null,
      // The documents are stored in the database, so the library keeps none in memory.
      cacheDuration: { min: 0, max: 0 },
    },
    resourceIndicators: {
      enabled: true,
      // Access is given for all resources. An app that names none gets a token for the API.
      defaultResource: (_ctx, _client, oneOf) => oneOf?.[0] ?? api,
      getResourceServerInfo: (_ctx, resource) => {
        if (resource !== api && resource !== mcp) throw new errors.InvalidTarget();
        return { scope: KEY_SCOPES.join(' '), audience: resource, accessTokenFormat: 'opaque' };
      },
    },
  };
}

/** A person decides about every request. Nothing that the library remembers replaces that. */
function alwaysAsk(): NonNullable<NonNullable<Configuration['interactions']>['policy']> {
  const { base, Check, Prompt } = interactionPolicy;
  const policy = base();
  policy.clear();
  const check = new Check('consent', 'a person must decide', 'interaction_required', ({ oidc }) => {
    return !oidc.result?.consent;
  });
  policy.add(new Prompt({ name: 'consent', requestable: true }, check));
  // Apps may ask for a sign-in. Every request shows who is signed in, so this asks for nothing more.
  policy.add(new Prompt({ name: 'login', requestable: true }));
  return policy;
}

/** A token ends with the access at the latest. */
function lifetime({ oidc }: KoaContextWithOIDC, seconds: number): number {
  const { Grant: grant } = oidc.entities;
  return grant?.exp ? Math.max(1, Math.min(seconds, grant.remainingTTL)) : seconds;
}

/** The library demands a key for ID tokens, which this server never issues. */
function unusedKey(): Pick<Configuration, 'jwks' | 'enabledJWA'> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { ...privateKey.export({ format: 'jwk' }), kty: 'EC', alg: 'ES256', use: 'sig' } as const;
  return {
    jwks: { keys: [key] } as Configuration['jwks'],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  };
}
