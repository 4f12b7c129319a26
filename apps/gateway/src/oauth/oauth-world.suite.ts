import { createHash, randomBytes } from 'node:crypto';
import { type FixtureServer, startFixtureServer } from '@plaudit/testing';
import type { GatewayWorld } from '../gateway-world.suite';
import { people, type People, type Person } from '../sign-in/people.suite';
import { ORIGIN, signIns, type SignIns, startSignInWorld } from '../sign-in/sign-in-world.suite';
import { type Answer, Browser, send } from './oauth-browser.suite';

export const API = `${ORIGIN}/public/v1`;
export const MCP = `${API}/mcp`;
/** The origin of an app with a metadata document. Requests to it go to the stand-in of the spec. */
export const APP_ORIGIN = 'https://app.example.net';
export const CALLBACK = `${APP_ORIGIN}/callback`;

/** A gateway on the host plaudit.localhost, and a stand-in for the servers of apps. */
export interface OAuthWorld extends People, SignIns {
  gateway: GatewayWorld;
  apps: FixtureServer;
  close: () => Promise<void>;
}

export async function startOAuthWorld(settings: Record<string, string> = {}): Promise<OAuthWorld> {
  const apps = await startFixtureServer(() => ({ status: 404, body: {} }));
  const gateway = await startSignInWorld({
    TRUSTED_PROXIES: '127.0.0.1',
    ORIGIN_OVERRIDES: `${APP_ORIGIN}=${apps.url}`,
    ...settings,
  });
  return {
    gateway,
    apps,
    ...people(() => gateway),
    ...signIns(() => gateway),
    close: async () => {
      await gateway.close();
      await apps.close();
    },
  };
}

export function sendForm(
  gateway: { url: string },
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return send(gateway, path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

export function sendJson(
  gateway: { url: string },
  path: string,
  body: unknown,
  { method = 'POST', ...headers }: Record<string, string> = {},
): Promise<Answer> {
  return send(gateway, path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** Returns a `fetch` for the OAuth client of a spec, which reaches the gateway under the host of PUBLIC_URL. */
export function fetchFor(gateway: { url: string }) {
  return async (
    url: string,
    options: { method?: string; headers?: object; body?: unknown },
  ): Promise<Response> => {
    const { pathname, search } = new URL(url);
    const body =
      options.body === undefined || options.body === null ? undefined : String(options.body as string);
    const answer = await send(gateway, pathname + search, {
      method: options.method ?? 'GET',
      headers: Object.fromEntries(new Headers(options.headers as Record<string, string>)),
      ...(body === undefined ? {} : { body }),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers))
      for (const one of [value ?? []].flat()) headers.append(name, one);
    return new Response(answer.status === 204 ? null : answer.text, { status: answer.status, headers });
  };
}

/** An app that registered itself, with the verifier of its request. */
export interface App {
  client_id: string;
  client_secret?: string;
  redirect_uri: string;
  verifier: string;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The requests of the apps of a spec, without a client library. */
function requestsOf(at: () => OAuthWorld) {
  const gateway = () => at().gateway;
  const token = (app: App, fields: Record<string, string>): Promise<Answer> =>
    sendForm(gateway(), '/oauth/token', { client_id: app.client_id, ...fields });
  return {
    register: async (metadata: object = {}): Promise<App> => {
      const redirect_uris = [CALLBACK];
      const body = {
        client_name: 'Assistant',
        redirect_uris,
        token_endpoint_auth_method: 'none',
        ...metadata,
      };
      const { client_id, client_secret } = (await sendJson(gateway(), '/oauth/register', body)).json();
      return {
        client_id: textOf(client_id),
        ...(client_secret ? { client_secret: textOf(client_secret) } : {}),
        redirect_uri: body.redirect_uris[0] as string,
        verifier: randomBytes(32).toString('base64url'),
      };
    },
    redeem: (app: App, code: string, fields: Record<string, string> = {}): Promise<Answer> =>
      token(app, {
        grant_type: 'authorization_code',
        redirect_uri: app.redirect_uri,
        code,
        code_verifier: app.verifier,
        ...fields,
      }),
    refresh: (app: App, refresh_token: string, fields: Record<string, string> = {}): Promise<Answer> =>
      token(app, { grant_type: 'refresh_token', refresh_token, ...fields }),
    call: (
      access_token: string,
      path = '/public/v1/hello',
      headers: Record<string, string> = {},
    ): Promise<Answer> =>
      send(gateway(), path, { headers: { authorization: `Bearer ${access_token}`, ...headers } }),
  };
}

/** Returns the address at which an app asks for access. A parameter that is null is left out. */
export function authorizeUrl(app: App, parameters: Record<string, string | null> = {}): string {
  const all = {
    response_type: 'code',
    client_id: app.client_id,
    redirect_uri: app.redirect_uri,
    state: 'state of the app',
    code_challenge: createHash('sha256').update(app.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...parameters,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
  return `/oauth/authorize?${new URLSearchParams(given).toString()}`;
}

/** Asks for access, and returns the path of the page on which the person decides. */
export async function ask(
  browser: Browser,
  app: App,
  parameters: Record<string, string | null> = {},
): Promise<string> {
  const { location } = await browser.open(authorizeUrl(app, parameters));
  return new URL(location ?? 'http://nowhere/').pathname;
}

export function approve(browser: Browser, page: string, consent: object = {}): Promise<Answer> {
  return browser.page(`${page}/approve`, {
    user_id: browser.userId,
    sub_account_id: 1,
    scopes: ['reviews:read'],
    days: 30,
    ...consent,
  });
}

/** Lets a person connect the app. Returns the code that the app gets. */
export async function codeFor(browser: Browser, app: App, consent: object = {}): Promise<string> {
  const approved = await approve(browser, await ask(browser, app), consent);
  const { location } = await browser.open(String(approved.json().redirect_to));
  return new URL(location as string).searchParams.get('code') as string;
}

/** What apps and people of a spec do. */
export function appsOf(at: () => OAuthWorld) {
  const requests = requestsOf(at);
  /** Connects an app for a person. */
  const connect = async (
    person: Person,
    consent: object = {},
    metadata: object = {},
  ): Promise<App & Tokens> => {
    const app = await requests.register(metadata);
    const code = await codeFor(new Browser(at().gateway, person), app, consent);
    return { ...app, ...((await requests.redeem(app, code)).json() as unknown as Tokens) };
  };
  return { ...requests, connect };
}
