import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { answerPostsWith200 } from '../http/post-status';
import type { ServiceDefinition } from '../service/define-service';
import { sharedPlaceholders } from '../service/shared-providers';
import { serviceRoot } from '../service/service-root.module';
import type { ApiDocument } from './api-document';
import { describeApplication } from './describe-application';

/** The OpenAPI document of a service. Nothing is instantiated, so it needs neither database nor broker. */
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
    answerPostsWith200(nest);
    return describeApplication(nest, definition);
  } finally {
    await nest.close();
  }
}

/** The document as it is committed beside the service. */
export async function openApiText(definition: ServiceDefinition): Promise<string> {
  return `${JSON.stringify(await openApiDocument(definition), null, 2)}\n`;
}
