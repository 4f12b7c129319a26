import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { fastifyReplyFrom } from '@fastify/reply-from';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiError, PRINCIPAL_HEADER, type TraceContext } from '@plaudit/contracts';
import {
  bodyOf,
  currentContext,
  endRequest,
  onAnswered,
  type OpenSpan,
  type RuntimeContext,
  startRequest,
  Tracing,
  unroutedError,
} from '@plaudit/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Challenges } from '../authentication/challenges';
import { GatewayEnv } from '../gateway.env';
import { requestHeaders, responseHeaders } from './forwarded-headers';
import {
  type AdmittedRequest,
  PROXIED,
  RequestAdmissionService,
  unknownPath,
} from './request-admission.service';
import { type Destination, isApiPath, isAppPath, isEmbedPath } from './route-table';
import { ClientGone, type Upstream } from './upstream';
import { EXCHANGE, type Exchange, UpstreamsClient } from './upstreams.client';

const FOUND = 302;
const UNAUTHORIZED = 401;
const ANY_ORIGIN = 'http://replica';

/** Makes @fastify/reply-from send a body as it is. It would write any other as JSON. */
const RAW_BODY = 'application/octet-stream';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the request has been admitted. */
    admitted: AdmittedRequest | null;
  }
}

/**
 * The entry of every request. {@link RequestAdmissionService} checks each one first. The gateway's own operations then
 * find the principal in the same header as any other service does. All other requests are proxied to the service that
 * owns the path.
 */
@Injectable()
export class GatewayRoutes implements OnApplicationBootstrap {
  private readonly challenges: Challenges;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly admission: RequestAdmissionService,
    private readonly upstreams: UpstreamsClient,
    private readonly env: GatewayEnv,
    private readonly tracing: Tracing,
  ) {
    this.challenges = new Challenges(env.PUBLIC_URL);
  }

  onApplicationBootstrap(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.decorateRequest('admitted', null);
    fastify.decorateRequest('place', null);
    fastify.addHook('onRequest', (request, reply, done) => this.admit(request, reply, done));
    fastify.addHook('onError', (request, reply, _error, done) => {
      if (isEmbedPath(request.url)) letPagesRead(reply);
      if (isAppPath(request.url)) void reply.headers(ANY_PAGE);
      done();
    });
    void fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (request, _payload, done) => done(null, bodyOf(request) ?? undefined));
      // Whether to repeat a request is the client's decision: a repeat multiplies the load on a service in trouble.
      await scope.register(fastifyReplyFrom, {
        undici: this.upstreams as object,
        retryMethods: [],
        disableRequestLogging: true,
      });
      scope.all(PROXIED, (request, reply) => this.forward(request, reply));
    });
  }

  private admit(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    const enter = (admitted: AdmittedRequest): void => {
      // Replaces what the client sent. Deleting the header would make every later access to the headers slower.
      request.headers[PRINCIPAL_HEADER] = admitted.token ?? undefined;
      request.admitted = admitted;
      request.sender = admitted.sender;
      done();
    };
    const fail = (error: Error): void => {
      this.challenge(error, request, reply);
      done(error);
    };
    try {
      const admitted = this.admission.admit(request, reply);
      if (admitted instanceof Promise) admitted.then(enter, fail);
      else enter(admitted);
    } catch (error) {
      fail(error as Error);
    }
  }

  /** A browser would show its own dialog for a challenge, so a request with a session gets none. */
  private challenge(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    if (!(error instanceof ApiError) || error.status !== UNAUTHORIZED || error.code === 'session_ended')
      return;
    const [path = ''] = request.originalUrl.split('?');
    void reply.header('WWW-Authenticate', this.challenges.unauthenticated(path, error.code));
  }

  private forward(request: FastifyRequest, reply: FastifyReply): void {
    const { admitted } = request;
    const page = admitted && pageOf(request, admitted);
    if (page) return void reply.redirect(page, FOUND);
    const upstream = admitted && this.upstreams.find(admitted.destination);
    if (!admitted?.token || !upstream) throw unroutedError(request);
    this.proxy(request, reply, admitted, upstream);
  }

  private proxy(
    request: FastifyRequest,
    reply: FastifyReply,
    admitted: AdmittedRequest,
    upstream: Upstream,
  ): void {
    if (reply.raw.destroyed || request.raw.socket.destroyed) return void reply.hijack();
    const { destination } = admitted;
    const { path } = destination;
    // @fastify/reply-from refuses these paths with an error of its own. No service has such a path.
    if (/\/\.\.|\.\.\//.test(path)) throw unknownPath(request);
    const body = request.body as Buffer | undefined;
    const context = currentContext();
    const span = this.tracing.on ? this.upstreamSpan(request, reply, destination) : null;
    const trace = span?.trace ?? context ?? {};
    const signal = clientSignal(request, reply);
    const exchange: Exchange = { upstream, destination, signal, replica: null };
    reply.from(path, {
      ...(body ? { body, contentType: RAW_BODY } : {}),
      // Only the path of the URL is used. The upstream chooses the replica.
      getUpstream: () => ANY_ORIGIN,
      queryString: () => admitted.query,
      rewriteRequestHeaders: () =>
        Object.assign(serviceHeaders(request, admitted, trace), { [EXCHANGE]: exchange }),
      rewriteHeaders: (headers) => responseHeaders(headers as IncomingHttpHeaders, destination.access),
      onResponse: (_request, _reply, { stream }) => {
        noteReplica(context, exchange);
        endRequest(span, reply.statusCode, exchange.replica);
        limitStalls(stream, request, reply, this.env.UPSTREAM_TIMEOUT_MS);
        void reply.send(stream);
      },
      onError: (_reply, { error }) => {
        noteReplica(context, exchange);
        span?.end(error.cause);
        if (error.cause instanceof ClientGone) reply.hijack();
        else void reply.send(error.cause);
      },
    });
  }

  /** Names the span of the request, too: the route of the proxy itself matches every path. */
  private upstreamSpan(
    { method, raw }: FastifyRequest,
    reply: FastifyReply,
    { service, prefix }: Destination,
  ): OpenSpan | null {
    const { serverSpan } = currentContext() ?? {};
    serverSpan?.set({ 'http.route': `${prefix}/*` });
    serverSpan?.rename(`${method} ${prefix}/*`);
    const span = startRequest(this.tracing, { method, peer: service });
    onAnswered(raw, reply.raw, () => span?.end('client_gone'));
    return span;
  }
}

/** Adds the replica that responded to the line of the request in the access log. */
function noteReplica(context: Partial<RuntimeContext> | undefined, { replica }: Exchange): void {
  if (context?.access && replica) context.access.replica = replica;
}

/** Returns the path of a page without the slash that people type at its end, or null for any other request. */
export function pageOf({ method }: FastifyRequest, { destination, query }: AdmittedRequest): string | null {
  const { service, access, path } = destination;
  const isPage = service === 'gateway' && access === 'public' && !isApiPath(path);
  if (!isPage || !/^(GET|HEAD)$/.test(method) || !/.\/$/.test(path)) return null;
  return path.slice(0, -1) + (query && `?${query}`);
}

/** Lets an app that runs in a browser read an error of the gateway, above all the challenge of a 401. It sends no cookie. */
const ANY_PAGE = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'WWW-Authenticate' };

/** Lets the widget on a customer's page read an error of the gateway. Responses of the service have their own headers. */
function letPagesRead(reply: FastifyReply): void {
  void reply.headers({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'Retry-After',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'no-store',
  });
}

function serviceHeaders(
  request: FastifyRequest,
  { destination, token, sender }: AdmittedRequest,
  trace: TraceContext,
): IncomingHttpHeaders {
  return requestHeaders(request.headers, {
    access: destination.access,
    token: token ?? '',
    requestId: request.id,
    peer: request.raw.socket.remoteAddress ?? '',
    protocol: request.protocol,
    sender,
    trace,
  });
}

/** Returns an emitter of `abort` for the case that the client leaves before it has the response. */
function clientSignal(request: FastifyRequest, reply: FastifyReply): EventEmitter {
  const signal = new EventEmitter();
  onAnswered(request.raw, reply.raw, () => {
    if (!reply.raw.writableEnded) signal.emit('abort');
  });
  return signal;
}

/**
 * Closes the connection of a client that takes nothing of the response for this long. Such a client holds one of the
 * connections to the service (256 for requests with a key, 128 for public ones), so a few hundred of them would make it
 * unreachable for all others.
 */
function limitStalls(
  stream: Readable,
  request: FastifyRequest,
  { raw }: FastifyReply,
  patienceMs: number,
): void {
  let stall: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(stall);
  const disconnect = (): void => {
    // A pipelined response has no socket yet, so its destruction alone would not end the stream.
    stream.destroy();
    raw.destroy();
  };
  const restart = (): void => {
    stop();
    stall = setTimeout(disconnect, patienceMs);
  };
  stream.on('pause', restart);
  stream.on('resume', stop);
  onAnswered(request.raw, raw, () => {
    stop();
    // Node.js may pause the stream after the response has ended.
    stream.off('pause', restart);
  });
}
