import { createHash } from 'node:crypto';
import { KEY_SCOPES, type Principal } from '@plaudit/contracts';
import { startServices } from '@plaudit/runtime';
import { eventually } from '@plaudit/testing';
import * as client from 'openid-client';
import { auth as authorizeMcp, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { basic } from '../gateway-world.suite';
import { gatewayService } from '../service';
import type { Person } from '../sign-in/people.suite';
import { ORIGIN } from '../sign-in/sign-in-world.suite';
import {
  API,
  type App,
  APP_ORIGIN,
  approve,
  appsOf,
  ask,
  authorizeUrl,
  CALLBACK,
  codeFor,
  fetchFor,
  MCP,
  type OAuthWorld,
  sendForm,
  sendJson,
  startOAuthWorld,
  type Tokens,
} from './oauth-world.suite';
import { type Answer, Browser, send } from './oauth-browser.suite';

let world: OAuthWorld;
const { register, redeem, refresh, connect, call } = appsOf(() => world);

beforeAll(async () => {
  world = await startOAuthWorld();
});
afterAll(() => world.close());

const sql = <T extends object>(text: string, parameters: unknown[] = []): Promise<T[]> =>
  world.gateway.world.admin.query<T>(text, parameters);
const browserOf = (person: { cookie: string; id?: number } | null): Browser =>
  new Browser(world.gateway, person);
const callApi = (method: string, path: string, body?: object): Promise<Answer> =>
  sendJson(world.gateway, `/public/v1${path}`, body, { ...basic(world.gateway.apiKey), method });
const sendApi = (token: string, method: string, path: string, body?: object): Promise<Answer> =>
  sendJson(world.gateway, `/public/v1${path}`, body, { authorization: `Bearer ${token}`, method });
const auditOf = async (action: string): Promise<Record<string, unknown>[]> => {
  const { items } = (await callApi('GET', `/account/audit?action=${action}&limit=10`)).json();
  return items as Record<string, unknown>[];
};
/** Sends a message to the MCP endpoint with a token. */
const mcp = (token: string, method: string, params: object = {}, headers: Record<string, string> = {}) =>
  sendJson(
    world.gateway,
    '/public/v1/mcp',
    { jsonrpc: '2.0', id: 1, method, params },
    { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream', ...headers },
  );

describe('the metadata', () => {
  it('of the authorization server names what it supports', async () => {
    const { status, headers, json } = await send(world.gateway, '/.well-known/oauth-authorization-server');
    expect([status, headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect(json()).toEqual({
      issuer: ORIGIN,
      authorization_endpoint: `${ORIGIN}/oauth/authorize`,
      token_endpoint: `${ORIGIN}/oauth/token`,
      registration_endpoint: `${ORIGIN}/oauth/register`,
      revocation_endpoint: `${ORIGIN}/oauth/revoke`,
      scopes_supported: KEY_SCOPES,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      service_documentation: `${ORIGIN}/docs`,
    });
  });

  it.each([
    ['', API],
    ['/public/v1', API],
    ['/public/v1/mcp', MCP],
  ])('of the resource %j names the authorization server', async (path, resource) => {
    const { json } = await send(world.gateway, `/.well-known/oauth-protected-resource${path}`);
    expect(json()).toMatchObject({
      resource,
      authorization_servers: [ORIGIN],
      scopes_supported: KEY_SCOPES,
      bearer_methods_supported: ['header'],
    });
  });

  it.each(['/public/v1/reviews', '/constructor', 'x', '/public/v1/'])(
    'does not exist for the resource %s',
    async (path) => {
      const { status } = await send(world.gateway, `/.well-known/oauth-protected-resource${path}`);
      expect(status).toBe(404);
    },
  );

  it.each([
    ['/public/v1/mcp', '/public/v1/mcp'],
    ['/public/v1/reviews/get', '/public/v1'],
  ])('is named by the 401 of %s', async (path, resource) => {
    const { status, headers } = await send(world.gateway, path, { method: 'POST' });
    expect([status, headers['www-authenticate']]).toEqual([
      401,
      `Bearer realm="Plaudit API", resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource${resource}", ` +
        'Basic realm="Plaudit API", charset="UTF-8"',
    ]);
  });
});

describe('an OAuth client library', () => {
  it.each([
    ['a public app', 'none'],
    ['an app with a secret in the head', 'client_secret_basic'],
    ['an app with a secret in the body', 'client_secret_post'],
  ])(
    'connects %s, refreshes its token and gives the access up',
    async (_what, token_endpoint_auth_method) => {
      const person = await world.add();
      const metadata = { client_name: 'Assistant', redirect_uris: [CALLBACK], token_endpoint_auth_method };
      const config = await client.dynamicClientRegistration(new URL(ORIGIN), metadata, undefined, {
        [client.customFetch]: fetchFor(world.gateway),
        execute: [client.allowInsecureRequests],
        algorithm: 'oauth2',
      });
      const verifier = client.randomPKCECodeVerifier();
      const state = client.randomState();
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: CALLBACK,
        scope: 'reviews:read reviews:write offline_access',
        resource: MCP,
        state,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      const browser = browserOf(person);
      const page = new URL((await browser.open(url.href)).location as string).pathname;
      const approved = await approve(browser, page, { scopes: ['reviews:read'] });
      const { location } = await browser.open(String(approved.json().redirect_to));
      const checks = { pkceCodeVerifier: verifier, expectedState: state };
      const tokens = await client.authorizationCodeGrant(config, new URL(location as string), checks, {
        resource: MCP,
      });
      expect(tokens).toMatchObject({ scope: 'reviews:read', expires_in: 3_600, token_type: 'bearer' });
      expect((await call(tokens.access_token)).status).toBe(200);
      expect((await mcp(tokens.access_token, 'tools/list')).status).toBe(200);

      const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token as string, {
        resource: API,
      });
      expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
      expect((await call(refreshed.access_token)).status).toBe(200);

      await client.tokenRevocation(config, refreshed.refresh_token as string);
      for (const token of [tokens.access_token, refreshed.access_token])
        expect((await call(token)).status).toBe(401);
      expect((await auditOf('app.revoked'))[0]).toMatchObject({
        actor: { type: 'key', name: 'Assistant (app)' },
        after: { reason: 'given_up_by_app' },
      });
    },
  );
});

describe('the OAuth client of the MCP SDK', () => {
  it('leads from a 401 to a list of tools', async () => {
    const person = await world.add();
    const kept: { url?: URL; verifier?: string; info?: object; tokens?: object } = {};
    const provider: OAuthClientProvider = {
      redirectUrl: 'http://localhost:7777/callback',
      clientMetadata: {
        client_name: 'Editor',
        redirect_uris: ['http://localhost/callback'],
        token_endpoint_auth_method: 'none',
      },
      clientInformation: () => kept.info as never,
      saveClientInformation: (info) => void (kept.info = info),
      tokens: () => kept.tokens as never,
      saveTokens: (tokens) => void (kept.tokens = tokens),
      redirectToAuthorization: (url) => void (kept.url = url),
      saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
      codeVerifier: () => kept.verifier as string,
    };
    const fetchFn = fetchFor(world.gateway) as never;
    expect(await authorizeMcp(provider, { serverUrl: MCP, fetchFn })).toBe('REDIRECT');
    const browser = browserOf(person);
    const page = new URL((await browser.open((kept.url as URL).href)).location as string).pathname;
    const offer = (await browser.page(`${page}/request`)).json();
    expect(offer).toMatchObject({
      app: { name: 'Editor', redirect_host: 'localhost', registered: 'dynamic' },
    });
    const approved = await approve(browser, page);
    const back = new URL((await browser.open(String(approved.json().redirect_to))).location as string);
    // The port of a loopback address may differ from the registered one.
    expect(back.origin).toBe('http://localhost:7777');
    const authorizationCode = back.searchParams.get('code') as string;
    expect(await authorizeMcp(provider, { serverUrl: MCP, authorizationCode, fetchFn })).toBe('AUTHORIZED');
    const { access_token } = kept.tokens as Tokens;
    expect((await mcp(access_token, 'tools/list')).json()).toMatchObject({
      result: { tools: expect.any(Array) },
    });
  });
});

describe('the page of a consent', () => {
  it('gets what it shows', async () => {
    const person = await world.add({ role_id: 2, name: 'Noa Bergman' });
    const app = await register({ client_uri: 'https://app.example.net', logo_uri: `${APP_ORIGIN}/logo.png` });
    const browser = browserOf(person);
    const page = await ask(browser, app, {
      scope: 'reviews:read reviews:write widgets:write account:manage',
    });
    expect((await browser.page(`${page}/request`)).json()).toEqual({
      success: true,
      app: {
        client_id: app.client_id,
        name: 'Assistant',
        host: 'app.example.net',
        uri: 'https://app.example.net/',
        logo: `${APP_ORIGIN}/logo.png`,
        is_verified: false,
        registered: 'dynamic',
        redirect_host: 'app.example.net',
      },
      requested_scopes: ['reviews:read', 'reviews:write', 'widgets:write', 'account:manage'],
      preselected_scopes: ['reviews:read'],
      grantable_scopes: ['reviews:read', 'reviews:write'],
      companies: [
        {
          account_id: 1,
          company_name: 'My company',
          sub_accounts: expect.arrayContaining([{ id: 1, name: 'My company', main: true }]),
        },
      ],
      user: { id: person.id, name: 'Noa Bergman', email: person.email },
      durations: [1, 30, 90, 365, null],
      needs_proof: false,
      policy: { allowed: true, reason: null },
      expires_on: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
  });

  it('may not be framed by another site', async () => {
    const browser = browserOf(await world.add());
    const { headers } = await browser.open(await ask(browser, await register()));
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('asks a person without a session to sign in first, and then finds the same request', async () => {
    const person = await world.add();
    const session = { cookie: '' };
    const browser = browserOf(session);
    const page = await ask(browser, await register());
    expect((await browser.page(`${page}/request`)).json()).toMatchObject({ code: 'session_ended' });
    session.cookie = person.cookie;
    expect((await browser.page(`${page}/request`)).status).toBe(200);
  });

  it('sends the app an error if the person says no, also without a session', async () => {
    const browser = browserOf(null);
    const page = await ask(browser, await register());
    const denied = await browser.page(`${page}/deny`, {});
    const { location } = await browser.open(String(denied.json().redirect_to));
    const back = new URL(location as string);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'state of the app',
      iss: ORIGIN,
    });
    expect(back.origin + back.pathname).toBe(CALLBACK);
  });

  it('is all that an app gets that asks for a sign-in, a consent and offline access', async () => {
    const browser = browserOf(await world.add());
    const scope = 'reviews:read offline_access';
    const page = await ask(browser, await register(), { prompt: 'login consent', scope });
    expect((await browser.page(`${page}/request`)).json()).toMatchObject({
      requested_scopes: ['reviews:read'],
    });
    const approved = await approve(browser, page);
    const { location } = await browser.open(String(approved.json().redirect_to));
    expect(new URL(location as string).searchParams.get('code')).toHaveLength(44);
  });

  it('decides once', async () => {
    const browser = browserOf(await world.add());
    const page = await ask(browser, await register());
    await approve(browser, page);
    for (const again of [await approve(browser, page), await browser.page(`${page}/request`)])
      expect(again.status).toBe(404);
  });
});

describe('decisions on one request at the same time', () => {
  it('connect the app once', async () => {
    const browser = browserOf(await world.add());
    const app = await register();
    const page = await ask(browser, app);
    const answers = await Promise.all(Array.from({ length: 8 }, () => approve(browser, page)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 404),
    ]);
    expect(await sql('select 1 from gateway.keys where oauth_client_id = $1', [app.client_id])).toHaveLength(
      1,
    );
  });

  it('that differ connect the app or refuse it, and never both', async () => {
    const browser = browserOf(await world.add());
    const app = await register();
    const page = await ask(browser, app);
    const answers = await Promise.all([approve(browser, page), browser.page(`${page}/deny`, {})]);
    const [decided] = answers.filter(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404]);
    const { location } = await browser.open(String(decided?.json().redirect_to));
    const keys = await sql('select 1 from gateway.keys where oauth_client_id = $1', [app.client_id]);
    expect(keys).toHaveLength(new URL(location as string).searchParams.has('code') ? 1 : 0);
  });

  it('that is refused leaves the request to a better one', async () => {
    const browser = browserOf(await world.add());
    const page = await ask(browser, await register(), { scope: 'reviews:read' });
    expect((await approve(browser, page, { sub_account_id: 999 })).status).toBe(404);
    await sql("update gateway.accounts set oauth_policy = 'off' where id = 1");
    const refused = await approve(browser, page);
    await sql("update gateway.accounts set oauth_policy = 'all' where id = 1");
    expect([refused.status, (await approve(browser, page)).status]).toEqual([403, 200]);
  });
});

describe('a request for access is refused', () => {
  const pageOf = async (parameters: Record<string, string | null>, app?: App) => {
    const browser = browserOf(await world.add());
    return browser.open(authorizeUrl(app ?? (await register()), parameters));
  };

  it.each([
    ['another redirect URI', { redirect_uri: 'https://evil.example/callback' }],
    ['a redirect URI with another path', { redirect_uri: `${CALLBACK}/more` }],
    ['a redirect URI with another query', { redirect_uri: `${CALLBACK}?a=1` }],
    ['a redirect URI with another case', { redirect_uri: CALLBACK.replace('callback', 'Callback') }],
    ['another port of a web address', { redirect_uri: CALLBACK.replace('/callback', ':8443/callback') }],
    ['no redirect URI', { redirect_uri: null }],
    ['an unknown app', { client_id: 'unknown' }],
    ['no PKCE', { code_challenge: null, code_challenge_method: null }],
    ['plain PKCE', { code_challenge_method: 'plain' }],
    ['PKCE without a method', { code_challenge_method: null }],
    ['the implicit flow', { response_type: 'token' }],
    ['an ID token', { response_type: 'code id_token' }],
    ['another resource', { resource: 'https://evil.example/' }],
    ['a resource of the same host', { resource: `${API}/reviews` }],
    ['a request object', { request: 'e30.e30.' }],
    ['a request URI', { request_uri: 'https://evil.example/request' }],
    ['a response in the fragment', { response_mode: 'fragment' }],
    ['a response as a form', { response_mode: 'form_post' }],
    ['silence', { prompt: 'none' }],
    ['a state of more than 2 KB', { state: 'x'.repeat(2_049) }],
    ['much text in other parameters', { nonce: 'x'.repeat(2_000), login_hint: 'x'.repeat(5_000) }],
    ['a control character in the id of the app', { client_id: 'app\0' }],
    ['a control character in the state', { state: 'state\0' }],
    ['a control character in a parameter that is unknown', { 'un\0known': '1' }],
  ])('with %s, and leads the browser nowhere', async (_what, parameters) => {
    const { status, location, headers } = await pageOf(parameters);
    expect([status, location]).toEqual([400, null]);
    expect(headers['content-type']).toContain('text/html');
  });

  it('for developers with the reason as JSON', async () => {
    const path = authorizeUrl(await register(), { resource: 'https://evil.example/' });
    const { status, json } = await send(world.gateway, path, { headers: { accept: 'application/json' } });
    expect([status, json().msg]).toEqual([
      400,
      'The app cannot be connected: resource indicator is missing, or unknown',
    ]);
  });

  it('if the loopback host or path differs, while the port may', async () => {
    const app = await register({ redirect_uris: ['http://127.0.0.1/callback'] });
    const withUri = (redirect_uri: string) => pageOf({ redirect_uri }, app);
    for (const uri of [
      'http://127.0.0.1:1/other',
      'http://localhost:1/callback',
      'https://127.0.0.1:1/callback',
    ])
      expect((await withUri(uri)).status).toBe(400);
    expect((await withUri('http://127.0.0.1:54321/callback')).status).toBe(303);
  });
});

describe('the authorization server', () => {
  it('sends a browser from another host to its own, where the person signs in', async () => {
    const path = authorizeUrl(await register());
    for (const host of ['reviews.example.com', 'evil.example']) {
      const { status, headers } = await send(world.gateway, path, { headers: { host } });
      expect([status, headers.location, headers['set-cookie']]).toEqual([302, ORIGIN + path, undefined]);
    }
  });

  it('keeps no state, so that each step may reach another replica', async () => {
    const { settings } = world.gateway;
    const other = await startServices([{ definition: gatewayService, settings }]);
    const replica = { url: other.url('gateway') };
    const app = await register();
    const [here, there] = [world.gateway, replica];
    const browser = new Browser(here, await world.add());
    const page = await ask(browser, app);
    browser.gateway = there;
    const approved = await approve(browser, page);
    browser.gateway = here;
    const { location } = await browser.open(String(approved.json().redirect_to));
    const tokens = await sendForm(there, '/oauth/token', {
      grant_type: 'authorization_code',
      client_id: app.client_id,
      redirect_uri: app.redirect_uri,
      code: new URL(location as string).searchParams.get('code') as string,
      code_verifier: app.verifier,
    });
    const called = await call(String(tokens.json().access_token));
    await other.close();
    expect(called.status).toBe(200);
  });

  it('says nothing about its cookies and redirects to caches', async () => {
    const browser = browserOf(await world.add());
    const { headers } = await browser.open(authorizeUrl(await register()));
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    for (const cookie of [headers['set-cookie']].flat()) {
      expect(cookie).toMatch(/^__Secure-oauth_(request|resume)/);
      expect(cookie).toMatch(/; samesite=lax; httponly; secure$/);
    }
  });
});

describe('a stolen request for access', () => {
  it('is not found by another browser, with its id and with a cookie made from it', async () => {
    const victim = browserOf(await world.add());
    const page = await ask(victim, await register());
    const uid = page.split('/').at(-1) as string;
    const thief = browserOf(await world.add());
    expect((await thief.page(`${page}/request`)).status).toBe(404);
    expect((await approve(thief, page)).status).toBe(404);
    // The thief's own request does not open the victim's page.
    const own = thief.cookieFor(await ask(thief, await register()));
    expect((await thief.page(`${page}/request`, undefined, { cookie: own })).status).toBe(404);
    for (const name of ['oauth_request', '__Secure-oauth_request']) {
      const cookie = `${(await world.add()).cookie}; ${name}=${uid}`;
      const forged = await thief.page(`${page}/request`, undefined, { cookie });
      expect([name, forged.status]).toEqual([name, 404]);
    }
    expect((await thief.open(`/oauth/authorize/${uid}`)).status).toBe(400);
    expect((await approve(victim, page)).status).toBe(200);
  });

  it('cannot be approved by a page of another site', async () => {
    const browser = browserOf(await world.add());
    const page = await ask(browser, await register());
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      const body = { user_id: browser.userId, sub_account_id: 1, scopes: ['reviews:read'], days: 1 };
      expect((await browser.page(`${page}/approve`, body, headers)).status).toBe(403);
      expect((await browser.page(`${page}/deny`, {}, headers)).status).toBe(403);
    }
  });

  it('gives nobody a session of the library, so each request asks again', async () => {
    const browser = browserOf(await world.add());
    const app = await register();
    await codeFor(browser, app);
    const { location, headers } = await browser.open(authorizeUrl(app));
    expect(location).toContain('/app/authorize/');
    expect(String(headers['set-cookie'])).not.toContain('oauth_none');
  });
});

describe('a consent', () => {
  it('of another person than the page shows is refused, and the page can show the one who is signed in', async () => {
    const [shown, other] = [await world.add({ role_id: 2 }), await world.add()];
    const session = { id: shown.id, cookie: shown.cookie };
    const browser = browserOf(session);
    const app = await register();
    const page = await ask(browser, app);
    await browser.page(`${page}/request`);
    session.cookie = other.cookie;
    const refused = await approve(browser, page);
    expect([refused.status, refused.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'invalid_value', field: 'user_id' }),
    ]);
    expect(await sql('select 1 from gateway.keys where oauth_client_id = $1', [app.client_id])).toEqual([]);
    expect((await browser.page(`${page}/request`)).json()).toMatchObject({ user: { id: other.id } });
    expect((await approve(browser, page, { user_id: undefined })).status).toBe(400);
    expect((await approve(browser, page, { user_id: other.id })).status).toBe(200);
  });

  it('needs a fresh proof of the password', async () => {
    const person = await world.add();
    const browser = browserOf(person);
    const page = await ask(browser, await register());
    await sql("update gateway.sessions set proved_on = now() - interval '1 hour' where user_id = $1", [
      person.id,
    ]);
    expect((await browser.page(`${page}/request`)).json()).toMatchObject({ needs_proof: true });
    expect((await approve(browser, page)).json()).toMatchObject({ code: 'proof_required' });
    await browser.page('/app/session/proof', { password: person.password });
    expect((await approve(browser, page)).status).toBe(200);
  });

  it.each([
    ['a scope that the app did not ask for', { scopes: ['reviews:write'] }, 400],
    ['no scope', { scopes: [] }, 400],
    ['an unknown scope', { scopes: ['public'] }, 400],
    ['an unknown duration', { days: 7 }, 400],
    ['another account’s sub account', { sub_account_id: 999 }, 404],
  ])('is refused with %s', async (_what, consent, status) => {
    const browser = browserOf(await world.add());
    const page = await ask(browser, await register(), { scope: 'reviews:read' });
    expect((await approve(browser, page, consent)).status).toBe(status);
  });

  it('gives at most the rights of the user', async () => {
    const browser = browserOf(await world.add({ role_id: 2 }));
    const page = await ask(browser, await register());
    for (const scope of ['widgets:write', 'account:manage'])
      expect([400, 403]).toContain((await approve(browser, page, { scopes: [scope] })).status);
  });

  it('of a user of single sub accounts is for one of these, and never for the main one', async () => {
    const [own, other] = await Promise.all(['Bakery', 'Butcher'].map(addSubAccount));
    const person = await world.add({ sub_accounts: [1, own] });
    const browser = browserOf(person);
    const page = await ask(browser, await register());
    const { companies } = (await browser.page(`${page}/request`)).json();
    expect(companies).toMatchObject([{ sub_accounts: [{ id: own, name: 'Bakery' }] }]);
    for (const sub_account_id of [1, other])
      expect((await approve(browser, page, { sub_account_id })).status).toBe(404);
    expect((await approve(browser, page, { sub_account_id: own })).status).toBe(200);
  });

  it('of a removed user is refused, before and after the decision', async () => {
    const person = await world.add();
    const [early, late] = [browserOf(person), browserOf(person)];
    const [waiting, decided] = [await ask(early, await register()), await ask(late, await register())];
    const approved = await approve(late, decided);
    await callApi('DELETE', `/users/${person.id}`);
    expect((await approve(early, waiting)).status).toBe(401);
    const { location } = await late.open(String(approved.json().redirect_to));
    expect(new URL(location as string).searchParams.get('error')).toBe('access_denied');
  });

  it('of a demoted user is refused', async () => {
    const person = await world.add();
    const browser = browserOf(person);
    const page = await ask(browser, await register());
    await sql("update gateway.users set role = 'user' where id = $1", [person.id]);
    expect((await approve(browser, page, { scopes: ['widgets:write'] })).status).toBe(400);
  });

  it('of a session that a link started ends with the key of the link, and works where that key does', async () => {
    const person = await world.add();
    const added = await callApi('POST', '/keys', {
      name: 'reseller',
      role: 'admin',
      account_management: true,
      expires_on: new Date(Date.now() + 20 * 86_400_000).toISOString(),
      allowed_ips: ['203.0.113.0/24'],
    });
    const [key] = await sql<{ id: number }>("select id from gateway.keys where name = 'reseller'");
    expect(added.status).toBe(201);
    await sql('update gateway.sessions set key_id = $1 where user_id = $2', [key?.id, person.id]);
    const browser = browserOf(person);
    const app = await register();
    const page = await ask(browser, app);
    expect((await browser.page(`${page}/request`)).json()).toMatchObject({ durations: [1] });
    await approve(browser, page, { days: null });
    const [row] = await sql<object>(
      `select expires_on < now() + interval '21 days' as bounded, allowed_ips from gateway.keys where oauth_client_id = $1`,
      [app.client_id],
    );
    expect(row).toEqual({ bounded: true, allowed_ips: ['203.0.113.0/24'] });
  });

  it('of an admin who must set up two-factor sign-in is refused', async () => {
    const browser = browserOf(await world.add());
    const page = await ask(browser, await register());
    await sql('update gateway.accounts set require_two_factor = true where id = 1');
    const refused = await approve(browser, page);
    await sql('update gateway.accounts set require_two_factor = false where id = 1');
    expect(refused.json()).toMatchObject({ code: 'forbidden', required: 'two_factor' });
  });

  it('is refused to a user who has connected 100 apps', async () => {
    const person = await world.add();
    const { client_id } = await connect(person);
    await sql(
      `insert into gateway.keys (account_id, sub_account_id, name, prefix, hash, role, scopes, created_by_type,
           created_by_user_id, oauth_grant_id, oauth_client_id, oauth_registered, oauth_host)
         select account_id, sub_account_id, name, prefix, sha256(n::text::bytea), role, scopes, created_by_type,
           created_by_user_id, 'many ' || n, oauth_client_id, oauth_registered, oauth_host
           from gateway.keys, generate_series(1, 99) as n where oauth_client_id = $1`,
      [client_id],
    );
    const browser = browserOf(person);
    const refused = await approve(browser, await ask(browser, await register()));
    expect(refused.json()).toMatchObject({ code: 'key_limit_reached', limit: 100, used: 100 });
  });
});

describe('a code', () => {
  it('that is used twice ends the access of the first use', async () => {
    const app = await register();
    const code = await codeFor(browserOf(await world.add()), app);
    const { access_token } = (await redeem(app, code)).json();
    expect((await redeem(app, code)).json()).toMatchObject({ error: 'invalid_grant' });
    expect((await call(String(access_token))).status).toBe(401);
    expect((await auditOf('app.revoked'))[0]).toMatchObject({ after: { reason: 'token_reused' } });
  });

  it('that is used by two requests at the same time works for neither', async () => {
    const app = await register();
    const code = await codeFor(browserOf(await world.add()), app);
    const answers = await Promise.all([redeem(app, code), redeem(app, code)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2);
    for (const { json } of answers) expect((await call(`${String(json().access_token)}`)).status).toBe(401);
  });

  it('is of no use to a thief without the verifier, to another app, and for another redirect URI', async () => {
    const app = await register({ redirect_uris: [CALLBACK, `${CALLBACK}/2`] });
    const other = await register();
    const code = await codeFor(browserOf(await world.add()), app);
    const stolen: Record<string, string>[] = [
      { code_verifier: 'x'.repeat(43) },
      { code_verifier: '' },
      { client_id: other.client_id },
      { redirect_uri: `${CALLBACK}/2` },
      { redirect_uri: 'https://evil.example/' },
    ];
    for (const fields of stolen)
      expect([fields, (await redeem(app, code, fields)).json().error]).toEqual([fields, 'invalid_grant']);
    expect((await redeem(app, code)).status).toBe(200);
  });

  it('is of no use after a minute', async () => {
    const app = await register();
    const code = await codeFor(browserOf(await world.add()), app);
    await sql(
      `update gateway.oauth_records set payload = payload || '{"exp": 1}' where id = $1 and model = 'AuthorizationCode'`,
      [createHash('sha256').update(code).digest()],
    );
    expect((await redeem(app, code)).json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('of a confidential app needs the secret', async () => {
    const app = await register({ token_endpoint_auth_method: 'client_secret_post' });
    const code = await codeFor(browserOf(await world.add()), app);
    for (const fields of [{}, { client_secret: 'wrong' }])
      expect((await redeem(app, code, fields as Record<string, string>)).json().error).toBe('invalid_client');
    expect((await redeem(app, code, { client_secret: app.client_secret as string })).status).toBe(200);
  });

  it.each([`${MCP}/`, 'https://evil.example/'])(
    'and a refresh token are not used up by a request for the resource "%s"',
    async (resource) => {
      const app = await register();
      const code = await codeFor(browserOf(await world.add()), app);
      const refused = await redeem(app, code, { resource });
      expect([refused.status, refused.json().error]).toEqual([400, 'invalid_target']);
      const redeemed = await redeem(app, code, { resource: MCP });
      const { refresh_token } = redeemed.json() as unknown as Tokens;
      expect((await refresh(app, refresh_token, { resource })).json().error).toBe('invalid_target');
      const refreshed = await refresh(app, refresh_token, { resource: MCP });
      expect([redeemed.status, refreshed.status]).toEqual([200, 200]);
    },
  );

  it('does not replace a password or a client', async () => {
    const app = await register();
    for (const grant_type of [
      'password',
      'client_credentials',
      'implicit',
      'urn:ietf:params:oauth:grant-type:device_code',
    ])
      expect((await redeem(app, 'x', { grant_type })).json()).toMatchObject({
        error: 'unsupported_grant_type',
      });
  });
});

describe('a control character', () => {
  it.each(['/oauth/token', '/oauth/revoke'])(
    'in a parameter of %s is a fault of the request',
    async (path) => {
      const { client_id } = await register();
      const fields = { grant_type: 'refresh_token', client_id, token: 'x', refresh_token: 'x' };
      for (const name of [
        'client_id',
        'grant_type',
        'token',
        'refresh_token',
        'code',
        'scope',
        'un\0known',
      ]) {
        const { status, json } = await sendForm(world.gateway, path, { ...fields, [name]: 'x\0' });
        expect([name, status, json().error]).toEqual([name, 400, 'invalid_request']);
      }
    },
  );

  it('in a secret of the head, or in the id of a request, is a fault of the request', async () => {
    const head = { authorization: `Basic ${Buffer.from('app%00:secret').toString('base64')}` };
    const { status } = await sendForm(world.gateway, '/oauth/token', { grant_type: 'refresh_token' }, head);
    expect([400, 401]).toContain(status);
    const browser = browserOf(await world.add());
    expect((await browser.open('/oauth/authorize/%00')).status).toBe(404);
    expect((await browser.page('/app/authorize/%00/request')).status).toBe(404);
  });
});

describe('a refresh token', () => {
  it('that is used again ends the whole family', async () => {
    const first = await connect(await world.add());
    const second = (await refresh(first, first.refresh_token)).json() as unknown as Tokens;
    expect((await call(second.access_token)).status).toBe(200);
    expect((await refresh(first, first.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
    for (const token of [first.access_token, second.access_token])
      expect((await call(token)).status).toBe(401);
    expect((await refresh(first, second.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('that two requests use at the same time ends the family too', async () => {
    const app = await connect(await world.add());
    const answers = await Promise.all([refresh(app, app.refresh_token), refresh(app, app.refresh_token)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2);
    expect((await call(app.access_token)).status).toBe(401);
  });

  it('is of no use to another app', async () => {
    const app = await connect(await world.add());
    const thief = await register();
    expect((await refresh(thief, app.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(app, app.refresh_token)).status).toBe(200);
  });

  it('gives a token that acts for the whole account only if it may manage the account', async () => {
    const app = await connect(await world.add(), { scopes: ['account:manage', 'reports:read'] });
    const principals: Principal[] = [];
    world.gateway.upstreams.reports.handle(({ headers }) => {
      const [, claims = ''] = String(headers['x-plaudit-principal']).split('.');
      principals.push(
        (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { principal: Principal }).principal,
      );
      return { body: {} };
    });
    await call(app.access_token, '/public/v1/reports/ratings');
    const narrow = (
      await refresh(app, app.refresh_token, { scope: 'reports:read' })
    ).json() as unknown as Tokens;
    await call(narrow.access_token, '/public/v1/reports/ratings');
    expect(principals.map(({ main, scopes }) => [main, [...scopes].sort()])).toEqual([
      [true, ['account:manage', 'reports:read']],
      [false, ['reports:read']],
    ]);
  });

  it('gives a token with fewer scopes, and never one with more', async () => {
    const scopes = ['reviews:read', 'reviews:write'];
    const app = await connect(await world.add(), { scopes });
    expect((await refresh(app, app.refresh_token, { scope: 'widgets:read' })).json().error).toBe(
      'invalid_scope',
    );
    const narrow = (
      await refresh(app, app.refresh_token, { scope: 'reviews:read' })
    ).json() as unknown as Tokens;
    expect(narrow.scope).toBe('reviews:read');
    const received: unknown[] = [];
    world.gateway.upstreams.reviews.handle(({ headers }) => {
      received.push(
        JSON.parse(
          Buffer.from(String(headers['x-plaudit-principal']).split('.')[1] ?? '', 'base64url').toString(),
        ),
      );
      return { body: {} };
    });
    await call(narrow.access_token, '/public/v1/reviews/get');
    expect(JSON.stringify(received)).toContain('reviews:read');
    expect(JSON.stringify(received)).not.toContain('reviews:write');
  });

  it('ends with the access', async () => {
    const app = await connect(await world.add(), { days: 1 });
    await sql('update gateway.keys set expires_on = now() where oauth_client_id = $1', [app.client_id]);
    expect((await refresh(app, app.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('an access token', () => {
  it('is stored and logged nowhere, and neither is a refresh token, a code or the secret of an app', async () => {
    const app = await register({ token_endpoint_auth_method: 'client_secret_post' });
    const browser = browserOf(await world.add());
    const page = await ask(browser, app);
    const uid = page.split('/').at(-1) as string;
    const waiting = await sql<{ text: string }>(
      "select payload::text as text from gateway.oauth_records where model = 'Interaction'",
    );
    const code = await codeFor(browser, app);
    const tokens = (await redeem(app, code, { client_secret: app.client_secret as string })).json();
    const rows = await sql<{ text: string }>(
      `select payload::text as text from gateway.oauth_records
       union all select row_to_json(k)::text from gateway.keys k
       union all select metadata::text from gateway.oauth_clients
       union all select coalesce(after::text, '') || coalesce(before::text, '') from gateway.audit`,
    );
    const logged = (await world.gateway.world.logs.written()).join('');
    const all = JSON.stringify([...waiting, ...rows]) + logged;
    for (const secret of [uid, code, tokens.access_token, tokens.refresh_token, app.client_secret])
      expect(all).not.toContain(secret);
  });

  it('that has expired asks the app to refresh it', async () => {
    const { access_token } = await connect(await world.add());
    await sql('update gateway.oauth_records set expires_on = now() where id = $1', [
      createHash('sha256').update(access_token).digest(),
    ]);
    const { status, headers, json } = await call(access_token);
    expect([status, json().code]).toEqual([401, 'key_expired']);
    expect(headers['www-authenticate']).toContain('Bearer realm="Plaudit API", error="invalid_token"');
  });

  it.each(['x'.repeat(44), 'rk_'.padEnd(43, 'x'), 'x'])(
    'that nobody issued is refused: %s',
    async (token) => {
      const { status, headers } = await call(token);
      expect([status, String(headers['www-authenticate'])]).toEqual([
        401,
        expect.stringContaining('error="invalid_token"'),
      ]);
    },
  );

  it('is no refresh token, and a refresh token and a code are no access tokens', async () => {
    const app = await register();
    const code = await codeFor(browserOf(await world.add()), app);
    expect((await call(code)).status).toBe(401);
    const tokens = (await redeem(app, code)).json() as unknown as Tokens;
    expect((await call(tokens.refresh_token)).status).toBe(401);
    expect((await refresh(app, tokens.access_token)).json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('names the scope that it lacks, on the API and for a tool of MCP', async () => {
    const { access_token } = await connect(await world.add(), { scopes: ['reviews:read'] });
    const own = await call(access_token, '/public/v1/users/get');
    expect([own.status, own.headers['www-authenticate']]).toEqual([
      403,
      `Bearer realm="Plaudit API", error="insufficient_scope", scope="account:manage", resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/public/v1"`,
    ]);
    world.gateway.upstreams.reviews.handle(() => ({
      status: 403,
      body: { success: false, code: 'forbidden', required: 'reviews:write' },
    }));
    const proxied = await call(access_token, '/public/v1/reviews/get');
    expect(proxied.headers['www-authenticate']).toContain('scope="reviews:write"');
    const tool = await mcp(access_token, 'tools/call', { name: 'get_account', arguments: {} });
    expect([tool.status, tool.headers['www-authenticate']]).toEqual([403, own.headers['www-authenticate']]);
    const key = await send(world.gateway, '/public/v1/reviews/get', { headers: basic(world.gateway.apiKey) });
    expect([key.status, key.headers['www-authenticate']]).toEqual([403, undefined]);
  });

  it('lets a page of another site use MCP, which an API key does not', async () => {
    const { access_token } = await connect(await world.add());
    const origin = APP_ORIGIN;
    const preflight = await send(world.gateway, '/public/v1/mcp', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, '*']);
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined();
    const listed = await mcp(access_token, 'tools/list', {}, { origin });
    expect([listed.status, listed.headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect((await mcp(world.gateway.apiKey, 'tools/list', {}, { origin })).status).toBe(403);
    const missing = await send(world.gateway, '/public/v1/mcp', { method: 'POST', headers: { origin } });
    expect([missing.status, missing.headers['access-control-expose-headers']]).toEqual([
      401,
      'WWW-Authenticate',
    ]);
  });
});

describe('connected apps', () => {
  it('are listed and revoked by an admin, and are no API keys', async () => {
    const person = await world.add({ name: 'Noa Bergman' });
    const app = await connect(person, { days: null });
    await call(app.access_token);
    const row = async () => {
      const { items } = (await callApi('GET', '/apps')).json() as { items: Record<string, unknown>[] };
      return items.find(({ client_id }) => client_id === app.client_id);
    };
    const listed = await eventually(
      row,
      (found) => Boolean(found?.last_used_on),
      'the use of the app to be written',
    );
    expect(listed).toEqual({
      id: expect.any(Number),
      client_id: app.client_id,
      name: 'Assistant',
      host: 'app.example.net',
      registered: 'dynamic',
      user_id: person.id,
      user_name: 'Noa Bergman',
      sub_account_id: 1,
      sub_account_name: 'My company',
      scopes: ['reviews:read'],
      created_on: expect.any(String),
      last_used_on: expect.any(String),
      expires_on: null,
    });
    const id = Number(listed?.id);
    const { keys } = (await callApi('GET', '/keys')).json() as { keys: { id: number }[] };
    expect(keys.map((key) => key.id)).not.toContain(id);
    expect((await callApi('PUT', `/keys/${id}`, { name: 'x' })).status).toBe(404);
    expect((await callApi('DELETE', `/keys/${id}`)).status).toBe(404);
    expect((await callApi('DELETE', `/apps/${id}`)).json()).toEqual({ success: true });
    expect((await call(app.access_token)).status).toBe(401);
    expect((await refresh(app, app.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
    expect((await auditOf('app.connected')).map(({ target }) => target)).toContainEqual({ type: 'app', id });
    expect((await auditOf('app.revoked'))[0]).toMatchObject({
      actor: { type: 'key' },
      target: { type: 'app', id },
      before: { client_id: app.client_id, user_id: person.id },
    });
    expect((await callApi('DELETE', `/apps/${id}`)).status).toBe(404);
  });

  it('are listed and revoked by their own user, who sees no others', async () => {
    const [person, other] = [await world.add({ role_id: 2 }), await world.add({ role_id: 2 })];
    const [own, foreign] = [await connect(person), await connect(other)];
    const browser = browserOf(person);
    const { items, count } = (await browser.page('/app/session/apps')).json() as {
      items: { id: number; client_id: string }[];
      count: number;
    };
    expect([count, items.map(({ client_id }) => client_id)]).toEqual([1, [own.client_id]]);
    const [theirs] = await sql<{ id: number }>('select id from gateway.keys where oauth_client_id = $1', [
      foreign.client_id,
    ]);
    const revoke = (id: unknown) => world.send(person, 'DELETE', `/app/session/apps/${String(id)}`);
    expect((await revoke(theirs?.id)).status).toBe(404);
    expect((await revoke(items[0]?.id)).json()).toEqual({ success: true });
    expect((await call(own.access_token)).status).toBe(401);
    expect((await call(foreign.access_token)).status).toBe(200);
  });

  it('are out of reach for another sub account, and are seen there without the name of the user', async () => {
    const subAccountId = await addSubAccount('Florist');
    const key = await world.gateway.addKey({ accountManagement: true, subAccountId });
    const person = await world.add();
    const [inside, outside] = [
      await connect(person, { sub_account_id: subAccountId }),
      await connect(person),
    ];
    const asked = await send(world.gateway, '/public/v1/apps', { headers: basic(key) });
    expect(asked.json()).toMatchObject({
      count: 1,
      items: [{ client_id: inside.client_id, user_name: null, sub_account_name: 'Florist' }],
    });
    const [row] = await sql<{ id: number }>('select id from gateway.keys where oauth_client_id = $1', [
      outside.client_id,
    ]);
    const revoked = await send(world.gateway, `/public/v1/apps/${row?.id}`, {
      method: 'DELETE',
      headers: basic(key),
    });
    expect(revoked.status).toBe(404);
    expect((await send(world.gateway, '/public/v1/apps/policy', { headers: basic(key) })).status).toBe(403);
  });

  it('end with their user, and with the rights of the user', async () => {
    const [removed, demoted] = [await world.add(), await world.add()];
    const [first, second] = [await connect(removed), await connect(demoted, { scopes: ['widgets:write'] })];
    await callApi('DELETE', `/users/${removed.id}`);
    await callApi('PUT', `/users/${demoted.id}`, { role_id: 2 });
    for (const { access_token } of [first, second]) expect((await call(access_token)).status).toBe(401);
    for (const { target } of (await auditOf('app.revoked')).slice(0, 2))
      expect(target).toMatchObject({ type: 'app' });
  });

  it('are not ended by the revocation of another app', async () => {
    const app = await connect(await world.add());
    const other = await register();
    for (const token of [app.access_token, app.refresh_token]) {
      const { status } = await sendForm(world.gateway, '/oauth/revoke', {
        client_id: other.client_id,
        token,
      });
      expect(status).toBe(200);
    }
    expect((await call(app.access_token)).status).toBe(200);
    expect((await refresh(app, app.refresh_token)).status).toBe(200);
  });

  it('do not count as API keys of the plan', async () => {
    const before = (await callApi('GET', '/account')).text;
    await connect(await world.add());
    const users = /"users":\d+/g;
    expect((await callApi('GET', '/account')).text.replace(users, '')).toBe(before.replace(users, ''));
  });

  it('make nothing that outlasts them, with all rights and without an end', async () => {
    const person = await world.add();
    const { access_token } = await connect(person, { scopes: [...KEY_SCOPES], days: null });
    const users = await sql('select id from gateway.users order by id');
    const { id: key } = (
      await callApi('POST', '/keys', { name: 'other', allowed_ips: ['192.0.2.1'] })
    ).json();
    const keys = await sql('select id from gateway.keys order by id');
    const attempts: [method: string, path: string, body?: object][] = [
      ['POST', '/keys', { name: 'left behind' }],
      ['POST', '/users', { email: 'left-behind@example.com', password: 'left behind 1', role_id: 1 }],
      ['PUT', `/users/${person.id}`, { password: 'left behind 1' }],
      ['DELETE', `/users/${person.id}/two_factor`],
      ['PUT', '/apps/policy', { policy: 'all' }],
      ['PUT', '/account', { require_two_factor: true }],
      ['PUT', '/account', { api_enabled: false }],
      ['PUT', '/account', { vanity_url: 'reviews.left-behind.example.com' }],
      ['PUT', `/keys/${String(key)}`, { allowed_ips: [] }],
    ];
    for (const [method, path, body] of attempts) {
      const { status, text } = await sendApi(access_token, method, path, body);
      expect([method, path, status, text]).toEqual([
        method,
        path,
        403,
        expect.stringContaining('connected app'),
      ]);
    }
    expect(await sql('select id from gateway.users order by id')).toEqual(users);
    expect(await sql('select id from gateway.keys order by id')).toEqual(keys);
  });

  it('appear in the audit log with the name of the app', async () => {
    const scopes = ['account:manage', 'reviews:read'];
    const { access_token } = await connect(await world.add(), { scopes, days: null });
    const changed = await sendApi(access_token, 'PUT', '/account', {
      website: 'https://by-an-app.example.com',
    });
    expect(changed.status).toBe(200);
    expect((await auditOf('account.updated'))[0]).toMatchObject({
      actor: { type: 'key', name: 'Assistant (app)' },
    });
  });
});

describe('the policy of an account', () => {
  const setPolicy = (body: object) => callApi('PUT', '/apps/policy', body);
  afterEach(() => setPolicy({ policy: 'all', allowed_apps: [] }));

  it('can be sent back as it was read', async () => {
    const read = (await setPolicy({ policy: 'listed', allowed_apps: ['assistant.example.com'] })).json();
    expect(read).toEqual({
      policy: 'listed',
      allowed_apps: [{ client_id: 'assistant.example.com', name: null }],
    });
    expect((await setPolicy(read as object)).json()).toEqual(read);
    expect((await setPolicy({ policy: 'listed', allowed_apps: [{ name: 'x' }] })).json()).toMatchObject({
      code: 'validation_failed',
      msg: 'allowed_apps must be a list of ids and hosts, or of apps with their client_id.',
    });
  });

  it('off stops tokens at once and new connections, and on lets them work again', async () => {
    const person = await world.add();
    const app = await connect(person);
    expect((await call(app.access_token)).status).toBe(200);
    expect((await setPolicy({ policy: 'off' })).json()).toEqual({ policy: 'off', allowed_apps: [] });
    expect((await call(app.access_token)).json()).toMatchObject({ code: 'api_disabled' });
    expect((await refresh(app, app.refresh_token)).json()).toMatchObject({ error: 'access_denied' });
    const browser = browserOf(person);
    const page = await ask(browser, await register());
    expect((await browser.page(`${page}/request`)).json()).toMatchObject({
      policy: { allowed: false, reason: 'off' },
    });
    expect((await approve(browser, page)).status).toBe(403);
    await setPolicy({ policy: 'all' });
    expect((await call(app.access_token)).status).toBe(200);
    expect((await refresh(app, app.refresh_token)).status).toBe(200);
    expect((await auditOf('app.policy_changed'))[0]).toMatchObject({
      before: { oauth_policy: 'off' },
      after: { oauth_policy: 'all' },
    });
  });

  it('off does not save a spent refresh token from ending the family', async () => {
    const app = await connect(await world.add());
    const next = (await refresh(app, app.refresh_token)).json() as unknown as Tokens;
    await setPolicy({ policy: 'off' });
    expect((await refresh(app, app.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
    await setPolicy({ policy: 'all' });
    expect((await call(next.access_token)).status).toBe(401);
    expect((await refresh(app, next.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('off keeps a code, too', async () => {
    const app = await register();
    const code = await codeFor(browserOf(await world.add()), app);
    await setPolicy({ policy: 'off' });
    expect((await redeem(app, code)).json()).toMatchObject({ error: 'access_denied' });
    await setPolicy({ policy: 'all' });
    expect((await redeem(app, code)).status).toBe(200);
  });

  it('listed allows the apps that it names', async () => {
    const person = await world.add();
    const [listed, other] = [await connect(person), await connect(person)];
    const allowed_apps = [listed.client_id, 'host.example'];
    expect((await setPolicy({ policy: 'listed', allowed_apps })).json()).toEqual({
      policy: 'listed',
      allowed_apps: [
        { client_id: listed.client_id, name: 'Assistant' },
        { client_id: 'host.example', name: null },
      ],
    });
    expect((await call(listed.access_token)).status).toBe(200);
    expect((await call(other.access_token)).status).toBe(401);
    const browser = browserOf(person);
    const page = await ask(browser, other);
    expect((await browser.page(`${page}/request`)).json()).toMatchObject({
      policy: { allowed: false, reason: 'not_listed' },
    });
    expect((await approve(browser, page)).status).toBe(403);
  });

  it('is changed by an admin of the main sub account with a fresh proof', async () => {
    const [admin, user] = [await world.add(), await world.add({ role_id: 2 })];
    const change = (person: Person) =>
      sendJson(
        world.gateway,
        '/app/api/apps/policy',
        { policy: 'off' },
        {
          method: 'PUT',
          cookie: person.cookie,
          'x-sub-account': '1',
          'sec-fetch-site': 'same-origin',
        },
      );
    expect((await change(user)).status).toBe(403);
    await sql('update gateway.sessions set proved_on = null where user_id = $1', [admin.id]);
    expect((await change(admin)).json()).toMatchObject({ code: 'proof_required' });
  });

  it('does not matter while the API is switched off', async () => {
    const app = await connect(await world.add());
    await sql('update gateway.accounts set api_enabled = false where id = 1');
    const answers = [await call(app.access_token), await refresh(app, app.refresh_token)];
    await sql('update gateway.accounts set api_enabled = true where id = 1');
    expect(answers.map(({ json }) => json().code ?? json().error)).toEqual(['api_disabled', 'access_denied']);
  });
});

async function addSubAccount(name: string): Promise<number> {
  const [row] = await sql<{ id: number }>(
    'insert into gateway.sub_accounts (account_id, name) values (1, $1) returning id',
    [name],
  );
  return row?.id as number;
}
