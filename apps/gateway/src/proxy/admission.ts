import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { API_VERSION } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuthenticationService, chain, type MaybePromise } from '../authentication/authentication.service';
import { PrincipalTokensService } from '../authentication/principal-tokens.service';
import { KeyThrottleService } from '../throttle/key-throttle.service';
import { RateLimitedError, setLimitHeaders, setRefusalHeaders } from '../throttle/rate-limit';
import { requestCost } from '../throttle/request-cost';
import { ClientAddress } from './client-address';
import { readRequestPath } from './request-path';
import { type Destination, findDestination, isApiPath } from './route-table';

const CHALLENGES = ['Basic realm="Plaudit API", charset="UTF-8"', 'Bearer realm="Plaudit API"'];

/** A request that was let in: where it goes and with which signed principal (none on `open` routes). */
export interface Visit {
  destination: Destination;
  query: string;
  token: string | null;
}

/** The one gate of every request, proxied or the gateway's own: host, path, key, throttle, token, in this order. */
@Injectable()
export class Admission {
  constructor(
    private readonly authenticator: AuthenticationService,
    private readonly throttle: KeyThrottleService,
    private readonly tokens: PrincipalTokensService,
    private readonly addresses: ClientAddress,
  ) {}

  /** Throws (or rejects with) {@link ApiError}; writes the headers that go with either outcome. */
  admit(request: FastifyRequest, reply: FastifyReply): MaybePromise<Visit> {
    assertOneHost(request.raw);
    const target = readRequestPath(request.raw.url ?? '');
    const destination = target && findDestination(target.path);
    if (!target || !destination) throw unknownPath(request);
    if (isApiPath(target.path)) void reply.header('X-Api-Version', API_VERSION);
    const { query } = target;
    const fail = (error: unknown): never => {
      explain(error, reply);
      throw error;
    };
    try {
      const token = this.tokenFor(destination, query, request, reply);
      const visit = chain(token, (there) => ({ destination, query, token: there }));
      return visit instanceof Promise ? visit.catch(fail) : visit;
    } catch (error) {
      return fail(error);
    }
  }

  private tokenFor(
    { access, path }: Destination,
    query: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): MaybePromise<string | null> {
    if (access === 'open') return null;
    if (access === 'public') return this.tokens.publicToken();
    const { remoteAddress } = request.raw.socket;
    const address = this.addresses.of(remoteAddress, request.headers['x-forwarded-for']);
    const holder = this.authenticator.authenticate(request.raw.rawHeaders, address);
    return chain(holder, ({ keyId, principal }) => {
      const grant = this.throttle.take(keyId, requestCost(path, query));
      if (grant) setLimitHeaders(grant, reply);
      return this.tokens.tokenFor(principal);
    });
  }
}

/** 404 for a path that no route leads to. */
export function unknownPath(request: FastifyRequest): ApiError {
  const path = (request.raw.url ?? '').split('?')[0];
  return new ApiError('not_found', `There is no ${request.method} ${path} in this API.`);
}

/** Node takes the first of several; whoever stands before or behind us may take another. HTTP/1.0 may do without. */
function assertOneHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0'))
    throw new ApiError('validation_failed', 'Send exactly one Host header.');
}

function explain(error: unknown, reply: FastifyReply): void {
  if (error instanceof RateLimitedError) {
    setRefusalHeaders(error, reply);
  } else if (error instanceof ApiError && error.status === 401) {
    void reply.header('WWW-Authenticate', CHALLENGES);
  }
}
