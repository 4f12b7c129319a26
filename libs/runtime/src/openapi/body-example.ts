import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';

/**
 * Documents an example of the body. Use it where the examples of all fields together are no valid request, for example
 * because two fields exclude each other.
 */
export function ApiBodyExample(type: Type, example: object): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(type),
    ApiBody({ schema: { allOf: [{ $ref: getSchemaPath(type) }], example } }),
  );
}
