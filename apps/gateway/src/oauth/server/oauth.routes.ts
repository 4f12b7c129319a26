import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiError } from '@plaudit/contracts';
import { bodyOf } from '@plaudit/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientSite } from '../../proxy/network-of';
import { unknownPath } from '../../proxy/request-admission.service';
import { OAUTH } from '../../proxy/route-table';
import { BrowserRequestsService } from '../../sign-in/browser-requests.service';
import { SignInHostsService } from '../../sign-in/sign-in-hosts.service';
import { ClientMetadataFault, readClientMetadata } from '../clients/client-metadata';
import { resourceMetadata, serverMetadata } from '../protocol/server-metadata';
import { AuthorizationServerService, type ServerAnswer } from './authorization-server.service';
import { OAuthThrottleService } from './oauth-throttle.service';
import { COOKIES } from './server-settings';
import { faultOf } from './token-request';

const FOUND = 302;
const BAD_REQUEST = 400;
const NO_CONTENT = 204;
const TOO_LARGE = 413;
/** The largest metadata and token requests are a few kilobytes. */
const MAX_BYTES = 32 * 1024;
/** A request for access is stored with its parameters for an hour. The longest ids and URIs and a long state fit in. */
const MAX_QUERY = 6 * 1024;
const MAX_STATE = 2 * 1024;
const NO_STORE = { 'Cache-Control': 'no-store' };

/** Pages of other sites may use these paths. They send no cookie, and what they need they have in the request. */
const ANY_SITE = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'WWW-Authenticate' };
const PREFLIGHT = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, MCP-Protocol-Version',
  'Access-Control-Max-Age': '3600',
};

/** The paths of OAuth. The authorization server behind them sees only what these routes pass on. */
@Injectable()
export class OAuthRoutes implements OnApplicationBootstrap {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly server: AuthorizationServerService,
    private readonly throttle: OAuthThrottleService,
    private readonly hosts: SignInHostsService,
    private readonly requests: BrowserRequestsService,
  ) {}

  onApplicationBootstrap(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    void fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (request, _payload, done) => done(null, bodyOf(request)));
      const once = { exposeHeadRoute: false };
      scope.get(OAUTH.authorize, once, (request, reply) => this.authorize(request, reply));
      scope.get(`${OAUTH.authorize}/:uid`, once, (request, reply) => this.resume(request, reply));
      const { resources } = this.server.urls;
      scope.post(OAUTH.token, (request, reply) => this.post(request, reply, resources));
      scope.post(OAUTH.revoke, (request, reply) => this.post(request, reply, null));
      scope.post(OAUTH.register, (request, reply) => this.register(request, reply));
      for (const path of [OAUTH.token, OAUTH.revoke, OAUTH.register, OAUTH.server, `${OAUTH.resource}*`])
        scope.options(path, (_request, reply) => reply.code(NO_CONTENT).headers(PREFLIGHT).send());
      scope.get(OAUTH.server, (_request, reply) => sendMetadata(reply, serverMetadata(this.server.urls)));
      scope.get(`${OAUTH.resource}*`, (request, reply) => this.resource(request, reply));
    });
  }

  /**
   * Sends the browser to the page of the dashboard. A request with an error shows an error page, also one that OAuth would send
   * back to the app: only a person's decision leads to an address that a stranger may have registered.
   */
  private async authorize(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!this.isOwnHost(request)) return reply.redirect(this.server.urls.issuer + request.url, FOUND);
    const { search, searchParams } = new URL(request.url, this.server.urls.issuer);
    if (search.length > MAX_QUERY) throw refused(`the parameters must have at most ${MAX_QUERY} characters.`);
    if ((searchParams.get('state')?.length ?? 0) > MAX_STATE)
      throw refused(`state must have at most ${MAX_STATE} characters.`);
    const mode = searchParams.get('response_mode');
    if (mode !== null && mode !== 'query') throw refused('response_mode must be query, or be left out.');
    this.throttle.countAuthorization(this.siteOf(request));
    const answer = await this.handleBrowser(request);
    const { location } = answer.headers;
    if (location?.startsWith(`${this.server.urls.issuer}/app/`)) return send(answer, reply);
    throw refused(location ? descriptionIn(new URL(location).searchParams) : descriptionIn(answer.body));
  }

  /** Leads back to the app after a person's decision. */
  private async resume(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!this.isOwnHost(request)) throw unknownPath(request);
    const answer = await this.handleBrowser(request);
    if (answer.headers['location'] === undefined) throw refused(descriptionIn(answer.body));
    return send(answer, reply);
  }

  private async post(
    request: FastifyRequest,
    reply: FastifyReply,
    resources: readonly string[] | null,
  ): Promise<FastifyReply> {
    const body = bodyWithin(request);
    if (body === null) return sendError(reply, TOO_LARGE, 'invalid_request', 'the body is too large');
    const fault = faultOf(new URLSearchParams(body?.toString('utf8')), resources);
    if (fault) return sendError(reply, BAD_REQUEST, fault.error, fault.error_description);
    const answer = await this.server.handle({
      method: 'POST',
      url: request.url,
      headers: headersOf(request),
      body,
    });
    return send(answer, reply.headers({ ...ANY_SITE, ...NO_STORE }));
  }

  private async register(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    void reply.headers({ ...ANY_SITE, ...NO_STORE });
    const body = bodyWithin(request);
    if (body === null) return sendError(reply, TOO_LARGE, 'invalid_client_metadata', 'the body is too large');
    this.throttle.countRegistration(this.siteOf(request));
    try {
      const metadata = readClientMetadata(parse(body), 'client_secret_basic');
      const answer = await this.server.handle({
        method: 'POST',
        url: request.url,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(metadata)),
      });
      return await send(answer, reply);
    } catch (error) {
      if (!(error instanceof ClientMetadataFault)) throw error;
      const code = error.field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
      return sendError(reply, BAD_REQUEST, code, error.message);
    }
  }

  private resource(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const path = (request.url.split('?')[0] ?? '').slice(OAUTH.resource.length);
    const metadata = resourceMetadata(this.server.urls, path);
    if (!metadata) throw unknownPath(request);
    return sendMetadata(reply, metadata);
  }

  /** Passes on the cookies of the authorization server only. */
  private handleBrowser({ url, headers }: FastifyRequest): Promise<ServerAnswer> {
    const own = (headers.cookie ?? '').split('; ').filter((cookie) => OWN_COOKIE.test(cookie));
    return this.server.handle({
      method: 'GET',
      url,
      headers: { cookie: own.join('; '), accept: 'text/html' },
    });
  }

  /** The cookies of a request belong to the host of PUBLIC_URL, which is the issuer. */
  private isOwnHost({ headers }: FastifyRequest): boolean {
    return headers.host?.toLowerCase() === this.hosts.own.host;
  }

  private siteOf(request: FastifyRequest): string {
    return clientSite(this.requests.addressOf(request));
  }
}

const OWN_COOKIE = new RegExp(`^(?:__Secure-)?(?:${COOKIES.interaction}|${COOKIES.resume})(?:\\.sig)?=`);

/** What a request for tokens may say in its head. */
function headersOf({ headers }: FastifyRequest): Record<string, string> {
  const { authorization, 'content-type': type } = headers;
  return { ...(authorization ? { authorization } : {}), ...(type ? { 'content-type': type } : {}) };
}

function bodyWithin({ body }: FastifyRequest): Buffer | undefined | null {
  if (!Buffer.isBuffer(body)) return undefined;
  return body.length > MAX_BYTES ? null : body;
}

function parse(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(body?.toString('utf8') ?? '') as unknown;
  } catch {
    throw new ClientMetadataFault('The metadata', 'must be a JSON object');
  }
}

function send({ status, headers, cookies, body }: ServerAnswer, reply: FastifyReply): FastifyReply {
  if (cookies.length > 0) void reply.header('Set-Cookie', cookies);
  // The code in the address is for the app only.
  if (headers['location'])
    return reply
      .headers({ ...NO_STORE, 'Referrer-Policy': 'no-referrer' })
      .redirect(headers['location'], status);
  return reply.code(status).headers(headers).send(body);
}

function sendMetadata(reply: FastifyReply, metadata: object): FastifyReply {
  return reply.headers({ ...ANY_SITE, 'Cache-Control': 'public, max-age=300' }).send(metadata);
}

/** An error in the form of OAuth. */
function sendError(
  reply: FastifyReply,
  status: number,
  error: string,
  error_description: string,
): FastifyReply {
  return reply
    .code(status)
    .headers({ ...ANY_SITE, ...NO_STORE })
    .send({ error, error_description });
}

function refused(description: string): ApiError {
  return new ApiError('validation_failed', `The app cannot be connected: ${description}`);
}

function descriptionIn(answer: string | URLSearchParams): string {
  const said =
    answer instanceof URLSearchParams
      ? Object.fromEntries(answer)
      : (JSON.parse(answer) as Partial<Record<string, string>>);
  return said['error_description'] ?? said['error'] ?? 'the request is not valid.';
}
