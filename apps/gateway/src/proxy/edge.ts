import type { Readable } from 'node:stream';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { PRINCIPAL_HEADER } from '@plaudit/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Admission, unknownPath, type Visit } from './admission';
import { AnswerPassage, ClientGone } from './answer-passage';
import { requestHeaders } from './forwarded-headers';
import { drain, readRequestBody } from './request-body';
import { isApiPath } from './route-table';
import type { UpstreamRequest } from './upstream';
import { Upstreams } from './upstreams';

const FOUND = 302;

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until it was let in. */
    visit: Visit | null;
  }
}

/**
 * Where requests enter. Every one passes {@link Admission} first; the gateway's own operations then find the principal
 * in the same header as any service does, and everything else is streamed to the service that owns the path.
 */
@Injectable()
export class Edge implements OnApplicationBootstrap {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly admission: Admission,
    private readonly upstreams: Upstreams,
  ) {}

  onApplicationBootstrap(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.decorateRequest('visit', null);
    fastify.addHook('onRequest', (request, reply, done) => this.enter(request, reply, done));
    void fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
      scope.all('/*', (request, reply) => this.forward(request, reply));
    });
  }

  private enter(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    const letIn = (visit: Visit): void => {
      // In place of whatever the client said. Not deleted: that would make every later look at the headers slower.
      request.headers[PRINCIPAL_HEADER] = visit.token ?? undefined;
      request.visit = visit;
      done();
    };
    const visit = this.admission.admit(request, reply);
    if (visit instanceof Promise) visit.then(letIn, done);
    else letIn(visit);
  }

  private forward(request: FastifyRequest, reply: FastifyReply): void {
    const { visit, raw } = request;
    const page = visit && pageOf(request, visit);
    if (page) return void reply.redirect(page, FOUND);
    const upstream = visit && this.upstreams.find(visit.destination.service);
    if (!visit?.token || !upstream) throw unknownPath(request);
    try {
      const body = readRequestBody(raw);
      upstream.send(
        passedOn(request, visit, body),
        new AnswerPassage(reply.raw, reply.getHeaders()),
        (error) => {
          if (error && !(error instanceof ClientGone)) return refuse(error, request, reply);
          reply.hijack();
          // The answer may come first; what is left of the body stands before the connection's next request.
          if (body) reply.raw.once('finish', () => drain(raw));
        },
      );
    } catch (error) {
      refuse(error, request, reply);
    }
  }
}

/** Where a page is that was asked for with a slash behind it, as people type it; null for anything else. */
function pageOf({ method }: FastifyRequest, { destination, query }: Visit): string | null {
  const { service, access, path } = destination;
  const isPage = service === 'gateway' && access === 'public' && !isApiPath(path);
  if (!isPage || !/^(GET|HEAD)$/.test(method) || !/.\/$/.test(path)) return null;
  return path.slice(0, -1) + (query && `?${query}`);
}

function passedOn(request: FastifyRequest, visit: Visit, body: Readable | null): UpstreamRequest {
  const { path, access } = visit.destination;
  return {
    method: request.method,
    path: visit.query ? `${path}?${visit.query}` : path,
    headers: requestHeaders(request.headers, {
      access,
      token: visit.token ?? '',
      requestId: request.id,
      peer: request.raw.socket.remoteAddress ?? '',
      protocol: request.protocol,
      hasBody: body !== null,
    }),
    body,
  };
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  drain(request.raw);
  void reply.send(error);
}
