import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { ApiError, PRINCIPAL_HEADER } from '@plaudit/contracts';
import { type AccessNotes, API_VERSION, noteAccess, worksFor } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuthenticationService, chain, type MaybePromise } from '../authentication/authentication.service';
import { PrincipalTokensService } from '../authentication/principal-tokens.service';
import { RateLimitedError, setLimitHeaders } from '../throttle/rate-limit';
import { type LimitedRequest, RequestLimitsService } from '../throttle/request-limits.service';
import { ClientAddressService } from './client-address.service';
import { clientNetwork } from './network-of';
import { readRequestPath } from './request-path';
import { type Destination, findDestination, isApiPath, loggedRoute } from './route-table';

const CHALLENGES = ['Basic realm="Plaudit API", charset="UTF-8"', 'Bearer realm="Plaudit API"'];

/** The pattern of the gateway's last route, which proxies what none of its own operations handles. */
export const PROXIED = '/*';

/** Where an admitted request goes, and on whose behalf. */
export interface AdmittedRequest {
  destination: Destination;
  query: string;
  /** The signed principal. Null on `open` routes. */
  token: string | null;
  /** The account, or the client network of a request without a key. */
  sender: string;
}

/**
 * Decides whether a request may enter, for proxied requests and the gateway's own operations alike. Checks host, path,
 * the limits of the client address, key and the limits of the key in this order, then issues the token. Nothing of the
 * body has been read by then.
 */
@Injectable()
export class RequestAdmissionService {
  constructor(
    private readonly authenticator: AuthenticationService,
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
    const target = readRequestPath(request.raw.url ?? '');
    const destination = target && findDestination(target.path);
    if (!target || !destination) {
      noteAccess({ route: 'unmatched' });
      throw unknownPath(request);
    }
    if (request.routeOptions.url === PROXIED) noteAccess(proxiedTo(destination));
    // A response of the API may hold personal data or a secret. What an operation says itself wins.
    if (isApiPath(target.path))
      void reply.headers({ 'X-Api-Version': API_VERSION, 'Cache-Control': 'no-store' });
    const limited = { destination, query: target.query, request, reply };
    const fail = (error: unknown): never => {
      describeError(error, reply);
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
    if (destination.access === 'open') return { destination, query, token: null, sender: network };
    if (destination.access === 'service') {
      return { destination, query, token: serviceToken(request), sender: network };
    }
    if (destination.access === 'public') {
      return chain(this.tokens.publicToken(destination.service), (token) => ({
        destination,
        query,
        token,
        sender: network,
      }));
    }
    return chain(this.authenticator.authenticate(request.raw.rawHeaders, address), (key) => {
      noteAccess({ caller: key.principal });
      this.limits.enterAs(key, place, limited);
      worksFor(key.principal.account_id);
      const sender = `account ${key.principal.account_id}`;
      return chain(this.tokens.tokenFor(key.principal, destination.service), (token) => ({
        destination,
        query,
        token,
        sender,
      }));
    });
  }
}

/** Returns what the access log says about a request for which the gateway has no pattern. */
function proxiedTo(destination: Destination): AccessNotes {
  const route = loggedRoute(destination);
  return destination.service === 'gateway' ? { route } : { route, upstream: destination.service };
}

/** Returns 404 for a path without a route. */
export function unknownPath(request: FastifyRequest): ApiError {
  const path = (request.raw.url ?? '').split('?')[0];
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

function describeError(error: unknown, reply: FastifyReply): void {
  if (error instanceof RateLimitedError) {
    setLimitHeaders(error.decision, reply);
  } else if (error instanceof ApiError && error.status === 401) {
    void reply.header('WWW-Authenticate', CHALLENGES);
  }
}
