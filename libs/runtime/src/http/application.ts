import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceEnv } from '../env/service-env';
import type { HttpMetrics } from './http-metrics';
import { ApiDescription } from '../openapi/api-description';
import { PrincipalGuard } from '../principal/principal.guard';
import type { ServiceDefinition } from '../service/define-service';
import { Tracing } from '../tracing/tracing';
import { BodyMemory } from './body/body-memory';
import { useJsonBodies } from './body/body-parser';
import { ErrorFilter, sendError } from './error.filter';
import { QueryParametersGuard } from './input/query-parameters.guard';
import { validationPipe } from './input/validation';
import type { HttpListener } from './listener';
import { setPostStatusTo200 } from './post-status';
import { sendUnparsable } from './raw-errors';
import { readWholeBodies } from './body/request-bodies';
import { useRequestHooks } from './request-hooks';
import { requestIdOf } from './trace-headers';
import { rememberMethods } from './unrouted';

const MEBIBYTE = 1024 * 1024;

interface HttpApplication {
  nest: NestFastifyApplication;
  /** Passes the listener's requests to the application. */
  attach: () => void;
}

/** Creates a Nest application that follows the HTTP rules of this API, on a port that is already open. */
export async function createHttpApplication(
  definition: ServiceDefinition,
  root: DynamicModule,
  listener: HttpListener,
  metrics: HttpMetrics,
  env: ServiceEnv,
): Promise<HttpApplication> {
  const { name: service, routedTarget } = definition;
  const { accessLog } = listener;
  let attach = (): void => undefined;
  const adapter = new FastifyAdapter({
    logger: false,
    requestIdHeader: false,
    genReqId: requestIdOf,
    // 16 KiB, the limit of all headers together. With a lower limit, the router would refuse an overlong id before IdParam.
    // A service that reads targets itself also decides about the slash at their end.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: !routedTarget },
    ...(routedTarget ? { rewriteUrl: ({ url = '' }: IncomingMessage) => routedTarget(url) } : {}),
    // Fastify handles these two cases before any hook or filter.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      const context = { service, correlationId: request.id };
      accessLog?.begin(request.raw, reply.raw, context, undefined);
      sendError(error, request, reply);
    },
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) =>
      sendUnparsable(error, socket, accessLog),
    serverFactory: (handler: RequestListener) => {
      const made = listener.serverFactory(handler);
      attach = made.ready;
      return made.server;
    },
  });
  const nest = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    bodyParser: false,
    abortOnError: false,
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  rememberMethods(fastify);
  const tracing = nest.get(Tracing, { strict: false });
  useRequestHooks(service, fastify, { metrics, accessLog, tracing });
  readWholeBodies(fastify, {
    timeoutMs: env.BODY_TIMEOUT_MS,
    memory: new BodyMemory(env.MAX_BODY_MEMORY_MIB * MEBIBYTE),
  });
  useJsonBodies(fastify);
  setPostStatusTo200(nest);
  nest.get(ApiDescription, { strict: false }).setApplication(nest);
  nest.useGlobalFilters(new ErrorFilter());
  nest.useGlobalPipes(validationPipe());
  nest.useGlobalGuards(nest.get(PrincipalGuard), new QueryParametersGuard());
  return { nest, attach: () => attach() };
}
