import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { setPostStatusTo200 } from '../http/post-status';
import type { ServiceDefinition } from '../service/define-service';
import { sharedPlaceholders } from '../service/shared-providers';
import { serviceRoot } from '../service/service-root.module';
import type { ApiDocument } from './api-document';
import { describeApplication } from './describe-application';

/** Builds the OpenAPI document of a service. Instantiates no provider, so it needs neither a database nor NATS. */
export async function openApiDocument(definition: ServiceDefinition): Promise<ApiDocument> {
  const nest = await NestFactory.create(
    serviceRoot(definition, sharedPlaceholders(definition)),
    new FastifyAdapter(),
    {
      preview: true,
      logger: false,
      abortOnError: false,
    },
  );
  try {
    setPostStatusTo200(nest);
    return describeApplication(nest, definition);
  } finally {
    await nest.close();
  }
}
