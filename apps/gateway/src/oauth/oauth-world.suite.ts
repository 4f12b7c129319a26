import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { type FixtureServer, startFixtureServer } from '@plaudit/testing';
import type { GatewayWorld } from '../gateway-world.suite';
import { people, type People, type Person } from '../sign-in/people.suite';
import { HOST, ORIGIN, signIns, type SignIns, startSignInWorld } from '../sign-in/sign-in-world.suite';

export const API = `${ORIGIN}/public/v1`;
export const MCP = `${API}/mcp`;
/** The origin of an app with a metadata document. Requests to it go to the stand-in of the spec. */
export const APP_ORIGIN = 'https://app.example.net';
export const CALLBACK = `${APP_ORIGIN}/callback`;

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json: () => Record<string, unknown>;
}

export interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

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

let clients = 0;
/** Returns an address that no other client has, so that no throttle counts two specs together. */
export function newAddress(): string {
  clients += 1;
  return `198.51.${Math.floor(clients / 250)}.${(clients % 250) + 1}`;
}

/** Sends a request to the host of PUBLIC_URL as any client does. It does not use fetch, which cannot set the Host header. */
export function send(
  { url }: { url: string },
  path: string,
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const sent = { host: HOST, 'x-forwarded-for': newAddress(), ...headers };
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers: sent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const json = () => JSON.parse(text) as Record<string, unknown>;
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, json });
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
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

/** A browser, with the session of a person and the cookies of requests for access. */
export class Browser {
  private readonly cookies = new Map<string, { value: string; path: string }>();
  readonly address = newAddress();

  constructor(
    /** The replica that gets the requests. */
    public gateway: { url: string },
    private readonly person: { cookie: string } | null,
  ) {}

  /** Opens an address of the gateway and follows its redirects. Returns the first answer that is none, or that leads away. */
  async open(url: string): Promise<Answer & { location: string | null }> {
    const { pathname, search } = new URL(url, ORIGIN);
    const answer = await this.ask(pathname + search, {
      headers: { accept: 'text/html', 'sec-fetch-site': 'none' },
    });
    const { location } = answer.headers;
    return { ...answer, location: typeof location === 'string' ? location : null };
  }

  /** Sends a request of one of our own pages. */
  page(path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.ask(path, {
      method: body ? 'POST' : 'GET',
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }

  /** The cookies that the browser sends to this path. */
  cookieFor(path: string): string {
    const own = [...this.cookies]
      .filter(([, { path: prefix }]) => path === prefix || path.startsWith(`${prefix}/`))
      .map(([name, { value }]) => `${name}=${value}`);
    return [...(this.person?.cookie ? [this.person.cookie] : []), ...own].join('; ');
  }

  private async ask(path: string, options: Sent): Promise<Answer> {
    const cookie = this.cookieFor(path.split('?')[0] as string);
    const answer = await send(this.gateway, path, {
      ...options,
      headers: { 'x-forwarded-for': this.address, ...(cookie ? { cookie } : {}), ...options.headers },
    });
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) this.keep(set);
    return answer;
  }

  private keep(set: string): void {
    const [pair = ''] = set.split(';');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    const path = /;\s*path=([^;]+)/i.exec(set)?.[1] ?? '/';
    if (value) this.cookies.set(name, { value, path });
    else this.cookies.delete(name);
  }
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

/** What the apps of a spec do, without a client library. */
export function appsOf(at: () => OAuthWorld) {
  const gateway = () => at().gateway;
  const register = async (metadata: object = {}): Promise<App> => {
    const redirect_uris = [CALLBACK];
    const body = { client_name: 'Assistant', redirect_uris, token_endpoint_auth_method: 'none', ...metadata };
    const registered = (await sendJson(gateway(), '/oauth/register', body)).json();
    return {
      client_id: String(registered.client_id),
      ...(registered.client_secret ? { client_secret: String(registered.client_secret) } : {}),
      redirect_uri: body.redirect_uris[0] as string,
      verifier: randomBytes(32).toString('base64url'),
    };
  };
  const authorizeUrl = (app: App, parameters: Record<string, string | null> = {}): string => {
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
  };
  /** Asks for access, and returns the path of the page on which the person decides. */
  const ask = async (
    browser: Browser,
    app: App,
    parameters: Record<string, string | null> = {},
  ): Promise<string> => {
    const { location } = await browser.open(authorizeUrl(app, parameters));
    return new URL(location ?? 'http://nowhere/').pathname;
  };
  const approve = (browser: Browser, page: string, consent: object = {}): Promise<Answer> =>
    browser.page(`${page}/approve`, { sub_account_id: 1, scopes: ['reviews:read'], days: 30, ...consent });
  /** Lets a person connect the app. Returns the code that the app gets. */
  const codeFor = async (browser: Browser, app: App, consent: object = {}): Promise<string> => {
    const approved = await approve(browser, await ask(browser, app), consent);
    const { location } = await browser.open(String(approved.json().redirect_to));
    return new URL(location as string).searchParams.get('code') as string;
  };
  const redeem = (app: App, code: string, fields: Record<string, string> = {}): Promise<Answer> =>
    sendForm(gateway(), '/oauth/token', {
      grant_type: 'authorization_code',
      client_id: app.client_id,
      redirect_uri: app.redirect_uri,
      code,
      code_verifier: app.verifier,
      ...fields,
    });
  const refresh = (app: App, token: string, fields: Record<string, string> = {}): Promise<Answer> =>
    sendForm(gateway(), '/oauth/token', {
      grant_type: 'refresh_token',
      client_id: app.client_id,
      refresh_token: token,
      ...fields,
    });
  /** Connects an app for a person. */
  const connect = async (
    person: Person,
    consent: object = {},
    metadata: object = {},
  ): Promise<App & Tokens> => {
    const app = await register(metadata);
    const code = await codeFor(new Browser(gateway(), person), app, consent);
    return { ...app, ...((await redeem(app, code)).json() as unknown as Tokens) };
  };
  const call = (
    token: string,
    path = '/public/v1/hello',
    headers: Record<string, string> = {},
  ): Promise<Answer> => send(gateway(), path, { headers: { authorization: `Bearer ${token}`, ...headers } });
  return { register, authorizeUrl, ask, approve, codeFor, redeem, refresh, connect, call };
}
