import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { ServiceDefinition } from '../service/define-service';
import type { ApiDocument, JsonSchema } from './api-document';
import { toDocument31 } from './document-3-1';
import { withErrorResponses } from './error-responses';

/** The version of the API description. */
export const API_VERSION = '1.5.0';

/** The gateway requires a key for these paths. Its few exceptions declare an empty `security`. */
const KEYED = /^\/public\/v1\//;

/** Builds the OpenAPI 3.1 document of an application from the metadata of its controllers. */
export function describeApplication(nest: INestApplication, definition: ServiceDefinition): ApiDocument {
  const settings = new DocumentBuilder()
    .setTitle(`Plaudit ${definition.name}`)
    .setDescription(definition.summary)
    .setVersion(API_VERSION)
    .addBasicAuth({
      type: 'http',
      scheme: 'basic',
      description: 'Empty username, the API key as the password.',
    })
    .addBearerAuth({
      type: 'http',
      scheme: 'bearer',
      // Nest's default is JWT.
      bearerFormat: 'opaque: rk_…, or an OAuth access token',
      description:
        'The API key, or the access token of an app that a user connected. Use this scheme in forms that require a username for HTTP Basic, such as the reference page.',
    })
    .addSecurityRequirements('basic')
    .addSecurityRequirements('bearer')
    .build();
  const document = complete(SwaggerModule.createDocument(nest, settings));
  return definition.describe?.(document) ?? document;
}

function complete(given: OpenAPIObject): ApiDocument {
  const document = toDocument31(given);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of Object.values(item)) {
      if (operation['x-scope'] === 'public' && !KEYED.test(path)) operation.security ??= [];
    }
  }
  const { schemas, responses, examples } = withErrorResponses(document);
  return {
    ...document,
    components: {
      schemas: { ...(document.components.schemas as Record<string, JsonSchema>), ...schemas },
      responses,
      examples,
      securitySchemes: document.components.securitySchemes,
    },
  };
}
