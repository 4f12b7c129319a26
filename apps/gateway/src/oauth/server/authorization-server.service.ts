import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Secrets } from '@plaudit/runtime';
import inject from 'light-my-request';
import { GatewayEnv } from '../../gateway.env';
import { allowsSecureCookies } from '../../sessions/session-cookie';
import { ClientDocumentsClient } from '../clients/client-documents.client';
import { type OidcProvider, Provider } from '../protocol/oidc-library';
import type { ServerUrls } from '../protocol/server-urls';
import { OAuthStoreService } from './oauth-store.service';
import { COOKIES, serverSettings } from './server-settings';

const OK = 200;
const SERVER_ERROR = 500;
const JSON_TYPE = { 'content-type': 'application/json' };

/** A request to the authorization server, with nothing of the client's request that it does not need. */
export interface ServerRequest {
  method: 'GET' | 'POST';
  /** Path and query. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: Buffer | undefined;
}

export interface ServerAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  cookies: string[];
  body: string;
}

/** A request for access that waits for a person. */
export type Interaction = Awaited<ReturnType<OidcProvider['interactionDetails']>>;

/** Response headers that the client gets. The routes add those for pages of other sites. */
const PASSED_ON = ['cache-control', 'content-type', 'location', 'www-authenticate'] as const;

const SESSION_COOKIE = new RegExp(`^(?:__Secure-)?${COOKIES.session}[.=]`);

/**
 * Runs oidc-provider, which implements OAuth. It keeps no state: requests, codes, tokens and clients are in Postgres, so any
 * replica may handle the next step.
 */
@Injectable()
export class AuthorizationServerService {
  readonly urls: ServerUrls;
  private readonly provider: OidcProvider;
  private readonly secure: boolean;
  private readonly dispatch: (request: IncomingMessage, response: ServerResponse) => void;
  /** The unexpected error of the running request, which the library answers with a status only. */
  private readonly failures = new AsyncLocalStorage<{ error: unknown }>();

  constructor(env: GatewayEnv, secrets: Secrets, store: OAuthStoreService, documents: ClientDocumentsClient) {
    this.urls = store.urls;
    this.secure = allowsSecureCookies(env.PUBLIC_URL);
    const parts = {
      store,
      cookieKeys: [secrets.derive('oauth-requests').toString('base64url')],
      fetchDocument: async (url: string) => documentResponse(await documents.read(url)),
    };
    this.provider = new Provider(this.urls.issuer, serverSettings(parts, this.secure));
    // The headers that tell host and protocol are set below, and never those of the client.
    this.provider.proxy = true;
    this.provider.silent = true;
    const note = (error: unknown): void => void Object.assign(this.failures.getStore() ?? {}, { error });
    this.provider.on('server_error', (_ctx, error) => note(error));
    (this.provider as EventEmitter).on('error', note);
    const handle = this.provider.callback();
    this.dispatch = (request, response) => void handle(request, response);
  }

  /** Handles one request of OAuth. Throws for a fault of the server; a fault of the client is a response. */
  async handle({ method, url, headers, body }: ServerRequest): Promise<ServerAnswer> {
    const { host, protocol } = new URL(this.urls.issuer);
    const failure: { error: unknown } = { error: null };
    const response = await this.failures.run(failure, () =>
      inject(this.dispatch, {
        method,
        url,
        headers: { ...headers, host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) },
        ...(body ? { payload: body } : {}),
      }),
    );
    if (response.statusCode >= SERVER_ERROR)
      throw failure.error ?? new Error(`the authorization server responded ${response.statusCode}`);
    const passedOn = PASSED_ON.filter((name) => response.headers[name] !== undefined);
    return {
      status: response.statusCode,
      headers: Object.fromEntries(passedOn.map((name) => [name, String(response.headers[name])])),
      cookies: this.cookiesOf([response.headers['set-cookie'] ?? []].flat()),
      body: response.payload,
    };
  }

  /** Returns the request for access of this browser, or null if its cookie names none that waits. */
  async findInteraction(request: IncomingMessage, response: ServerResponse): Promise<Interaction | null> {
    try {
      return await this.provider.interactionDetails(request, response);
    } catch (error) {
      if ((error as { error?: unknown }).error === 'invalid_request') return null;
      throw error;
    }
  }

  /** Returns the client with this id, or null if it is unknown or its document cannot be read any more. */
  async findClient(id: string): Promise<InstanceType<OidcProvider['Client']> | null> {
    try {
      return (await this.provider.Client.find(id)) ?? null;
    } catch (error) {
      if ((error as { expose?: unknown }).expose === true) return null;
      throw error;
    }
  }

  /** The session of the library is never sent, so it cannot stand for a person. */
  private cookiesOf(cookies: readonly string[]): string[] {
    const kept = cookies.filter((cookie) => !SESSION_COOKIE.test(cookie));
    return this.secure ? kept.map((cookie) => `${cookie}; secure`) : kept;
  }
}

function documentResponse(document: object): Response {
  return new Response(JSON.stringify(document), { status: OK, headers: JSON_TYPE });
}
