import type { RequestListener } from 'node:http';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { HttpMetrics } from '../metrics/http-metrics';
import { ApiDescription } from '../openapi/api-description';
import { PrincipalGuard } from '../principal/principal.guard';
import { useJsonBodies } from './body-parser';
import { answerBrokenRequest } from './broken-request';
import { ErrorFilter, sendError } from './error.filter';
import type { HttpListener } from './listener';
import { answerPostsWith200 } from './post-status';
import { useRequestHooks } from './request-hooks';
import { requestIdOf } from './request-id';
import { validationPipe } from './validation';

/** Largest request body. */
const BODY_LIMIT_BYTES = 2 * 1024 * 1024;

interface HttpApplication {
  nest: NestFastifyApplication;
  /** From here on the listener's requests reach the application. */
  attach: () => void;
}

/** A Nest application that speaks HTTP by the rules of this API, on a port that is already open. */
export async function createHttpApplication(
  service: string,
  root: DynamicModule,
  listener: HttpListener,
  metrics: HttpMetrics,
): Promise<HttpApplication> {
  let attach = (): void => undefined;
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT_BYTES,
    logger: false,
    requestIdHeader: false,
    genReqId: requestIdOf,
    // As long as all headers may be together, so that an endless id is refused as an id and not by the router.
    routerOptions: { maxParamLength: 16_384 },
    // Fastify answers these two before any hook or filter.
    frameworkErrors: sendError,
    clientErrorHandler: answerBrokenRequest,
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
  useJsonBodies(fastify);
  useRequestHooks(service, fastify, metrics);
  answerPostsWith200(nest);
  nest.get(ApiDescription, { strict: false }).of(nest);
  nest.useGlobalFilters(new ErrorFilter());
  nest.useGlobalPipes(validationPipe());
  nest.useGlobalGuards(nest.get(PrincipalGuard));
  return { nest, attach: () => attach() };
}
