import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { ApiError, PRINCIPAL_HEADER } from '@plaudit/contracts';
import { type AccessNotes, API_VERSION, noteAccess, worksFor } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuthenticationService, chain, type MaybePromise } from '../authentication/authentication.service';
import type { Caller } from '../authentication/caller';
import { PrincipalTokensService } from '../authentication/principal-tokens.service';
import { SessionAuthenticationService } from '../session-api/session-authentication.service';
import { RateLimitedError, setLimitHeaders } from '../throttle/rate-limit';
import { type LimitedRequest, RequestLimitsService } from '../throttle/request-limits.service';
import { ClientAddressService } from './client-address.service';
import { clientNetwork } from './network-of';
import { readRequestPath } from './request-path';
import {
  type Destination,
  findDestination,
  isApiPath,
  loggedRoute,
  MCP_PATH,
  showsSession,
} from './route-table';

/** The pattern of the gateway's last route, which proxies what none of its own operations handles. */
export const PROXIED = '/*';

/** Where an admitted request goes, and on whose behalf. */
export interface AdmittedRequest {
  destination: Destination;
  query: string;
  /** The signed principal. Null on `open` routes. */
  token: string | null;
  /** The account, or the client network of a request without a key or session. */
  sender: string;
  /** Who sends the request. Null if it has neither a key nor a session. */
  caller: Caller | null;
}

/**
 * Decides whether a request may enter, for proxied requests and the gateway's own operations alike. Checks host, path,
 * the limits of the client address, key or session and the limits of the caller in this order, then issues the token. Nothing of the
 * body has been read by then.
 */
@Injectable()
export class RequestAdmissionService {
  constructor(
    private readonly keys: AuthenticationService,
    private readonly sessions: SessionAuthenticationService,
    private readonly limits: RequestLimitsService,
    private readonly tokens: PrincipalTokensService,
    private readonly addresses: ClientAddressService,
  ) {}

  /**
   * Admits a request. Sets the reply headers that belong to the outcome, such as RateLimit-Remaining. Throws or rejects
   * with {@link ApiError}.
   */
  admit(request: FastifyRequest, reply: FastifyReply): MaybePromise<AdmittedRequest> {
    void reply.header('X-Content-Type-Options', 'nosniff');
    assertOneHost(request.raw);
    const target = readRequestPath(request.originalUrl);
    const destination = target && destinationOf(request.method, target.path);
    if (!target || !destination) {
      noteAccess({ route: 'unmatched' });
      throw unknownPath(request);
    }
    if (request.routeOptions.url === PROXIED) noteAccess(proxiedTo(destination));
    // A response of the API may hold personal data or a secret. What an operation says itself wins.
    if (isApiPath(destination.path))
      void reply.headers({ 'X-Api-Version': API_VERSION, 'Cache-Control': 'no-store' });
    const limited = { destination, query: target.query, request, reply };
    const fail = (error: unknown): never => {
      if (error instanceof RateLimitedError) setLimitHeaders(error.decision, reply);
      throw error;
    };
    try {
      const admitted = this.enter(limited);
      return admitted instanceof Promise ? admitted.catch(fail) : admitted;
    } catch (error) {
      return fail(error);
    }
  }

  private enter(limited: LimitedRequest): MaybePromise<AdmittedRequest> {
    const { destination, query, request } = limited;
    const { remoteAddress } = request.raw.socket;
    const address = this.addresses.of(remoteAddress, request.headers['x-forwarded-for']);
    const network = clientNetwork(address);
    const place = this.limits.enter(network, limited);
    const common = { destination, query, sender: network, caller: null };
    if (destination.access === 'open') return { ...common, token: null };
    if (destination.access === 'service') {
      return { ...common, token: serviceToken(request) };
    }
    if (destination.access === 'public') {
      return chain(this.publicToken(request, destination), (token) => ({ ...common, token }));
    }
    return chain(this.callerOf(request, destination, address), (caller) => {
      const { principal } = caller;
      noteAccess({ caller: principal });
      this.limits.enterAs(caller, place, limited);
      worksFor(principal.account_id);
      const sender = `account ${principal.account_id}`;
      return chain(this.tokens.tokenFor(principal, destination.service), (token) => ({
        destination,
        query,
        token,
        sender,
        caller,
      }));
    });
  }

  private publicToken(request: FastifyRequest, destination: Destination): MaybePromise<string> {
    const { service } = destination;
    if (!showsSession(destination)) return this.tokens.publicToken(service);
    return chain(this.sessions.sessionOf(request), (session) => this.tokens.publicToken(service, session));
  }

  private callerOf(request: FastifyRequest, { access }: Destination, address: string): MaybePromise<Caller> {
    if (access === 'session') return this.sessions.authenticate(request);
    return chain(this.keys.authenticate(request.raw.rawHeaders, address), ({ keyId, principal, token }) => ({
      type: 'key',
      id: keyId,
      isApp: token !== null,
      principal,
      session: null,
    }));
  }
}

/** The question of a browser before a page of another site uses MCP has no token. Only the request itself has one. */
function destinationOf(method: string, path: string): Destination | null {
  const destination = findDestination(path);
  const isPreflight = method === 'OPTIONS' && destination?.path === MCP_PATH;
  return isPreflight ? { ...destination, access: 'public' } : destination;
}

/** Returns what the access log says about a request for which the gateway has no pattern. */
function proxiedTo(destination: Destination): AccessNotes {
  const route = loggedRoute(destination);
  return destination.service === 'gateway' ? { route } : { route, upstream: destination.service };
}

/** Returns 404 for a path without a route. */
export function unknownPath(request: FastifyRequest): ApiError {
  const path = request.originalUrl.split('?')[0];
  return new ApiError('not_found', `There is no ${request.method} ${path} in this API.`);
}

/**
 * Returns the token of a request from another service. The guard of the operation verifies it. Throws 404 for a request
 * without one: it comes from outside, where the path does not exist.
 */
function serviceToken(request: FastifyRequest): string {
  const token = request.headers[PRINCIPAL_HEADER];
  if (typeof token === 'string') return token;
  throw unknownPath(request);
}

/**
 * Throws 400 unless there is exactly one Host header. Node takes the first of several, but a proxy before or behind the
 * gateway may take another. HTTP/1.0 permits none.
 */
function assertOneHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0'))
    throw new ApiError('validation_failed', 'Send exactly one Host header.');
}
