import { request } from 'node:http';
import { basic, type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';

export const HOST = 'plaudit.localhost';
export const ORIGIN = `http://${HOST}`;
export const OWNER = { email: 'owner@example.com', password: 'a password of mine' };

export interface PageAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json: () => Record<string, unknown>;
}

export interface PageRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Starts a gateway on the host plaudit.localhost, with OWNER as the first user. */
export async function startSignInWorld(overrides: Record<string, string> = {}): Promise<GatewayWorld> {
  return startGatewayWorld({
    PUBLIC_URL: ORIGIN,
    BOOTSTRAP_EMAIL: OWNER.email,
    BOOTSTRAP_PASSWORD: OWNER.password,
    ...overrides,
  });
}

/**
 * Sends a request as a browser on `http://plaudit.localhost` would. `headers` override that. It does not use fetch, which
 * cannot set the Host header.
 */
export function ask(gateway: { url: string }, path: string, options: PageRequest = {}): Promise<PageAnswer> {
  const { method = 'GET', headers = {}, body } = options;
  const { hostname, port } = new URL(gateway.url);
  const sent = {
    host: HOST,
    'sec-fetch-site': 'same-origin',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
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
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Returns the `Cookie` header that a browser sends after this response. */
export function cookieOf(answer: PageAnswer): string {
  const [cookie] = [answer.headers['set-cookie']].flat();
  return cookie?.split(';')[0] ?? '';
}

export interface Credentials {
  email: string;
  password: string;
}

/** The requests of users and API clients that sign in at the gateway of the running spec. */
export interface SignIns {
  sql: <T extends object>(text: string, parameters?: unknown[]) => Promise<T[]>;
  callApi: (path: string, body: unknown, apiKey?: string) => Promise<PageAnswer>;
  signInByPassword: (body?: unknown, headers?: Record<string, string>) => Promise<PageAnswer>;
  signInByLink: (token: string, headers?: Record<string, string>) => Promise<PageAnswer>;
  /** Creates a one-time link for the owner and returns its token. */
  linkToken: () => Promise<string>;
  tokenIn: (url: unknown) => string;
  /** Returns true if the cookie is that of a session on this host. */
  hasSession: (cookie: string, headers?: Record<string, string>) => Promise<boolean>;
  /** Gives the first account a white-label domain that is verified. */
  verifiedDomain: (host: string) => Promise<void>;
  /** Adds another account with one user and returns the user's credentials. */
  anotherAccount: (email: string) => Promise<Credentials>;
}

export function signIns(at: () => GatewayWorld): SignIns {
  const sql: SignIns['sql'] = (text, parameters) => at().world.admin.query(text, parameters);
  const callApi: SignIns['callApi'] = (path, body, apiKey = at().apiKey) =>
    ask(at(), `/public/v1${path}`, { method: 'POST', headers: basic(apiKey), body });
  const tokenIn = (url: unknown): string => String(url).split('#t=')[1] ?? '';
  return {
    sql,
    callApi,
    signInByPassword: (body = OWNER, headers = {}) =>
      ask(at(), '/app/session', { method: 'POST', body, headers }),
    signInByLink: (token, headers = {}) =>
      ask(at(), '/app/session/once', { method: 'POST', body: { token }, headers }),
    tokenIn,
    hasSession: async (cookie, headers = {}) => {
      const answer = await ask(at(), '/app/session', { headers: { cookie, ...headers } });
      return answer.status === 200 && answer.json().session !== null;
    },
    linkToken: async () => tokenIn((await callApi('/login/get_url', OWNER)).json().url),
    verifiedDomain: async (host) => {
      await sql(
        'update gateway.accounts set vanity_url = $1 where id = (select min(id) from gateway.accounts)',
        [host],
      );
      await sql(
        `insert into gateway.vanity_domains (account_id, host, token, verified_by, verified_on)
         select min(id), $1, 'token', 'operator', now() from gateway.accounts`,
        [host],
      );
    },
    anotherAccount: async (email) => {
      await sql(OTHER_ACCOUNT, [email, OWNER.email]);
      return { email, password: OWNER.password };
    },
  };
}

/** The user has the owner's password. */
const OTHER_ACCOUNT = `
  with account as (
    insert into gateway.accounts (plan, company_name) values ('trial', 'Other') returning id
  ), main as (
    insert into gateway.sub_accounts (account_id, name, main) select id, 'Other', true from account
  )
  insert into gateway.users (account_id, email, password_hash, role)
  select account.id, $1, u.password_hash, 'admin' from account, gateway.users u where u.email = $2`;
