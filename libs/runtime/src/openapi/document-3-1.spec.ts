import type { OpenAPIObject } from '@nestjs/swagger';
import { toDocument31 } from './document-3-1';

/** Returns the schema of the only parameter of an operation in the converted document. Nest puts the example into the schema. */
function schemaOf(name: string, type: string, example?: unknown): unknown {
  const parameter = { name, in: 'path', required: true, schema: { type, example } };
  const given = {
    openapi: '3.0.0',
    info: { title: 'A service', version: '1' },
    paths: { '/a/{id}': { get: { parameters: [parameter], responses: {} } } },
  };
  const document = toDocument31(given as unknown as OpenAPIObject);
  const [converted] = document.paths['/a/{id}']?.get?.parameters ?? [];
  return converted?.schema;
}

describe('toDocument31', () => {
  it.each([
    ['id', 7],
    ['review_id', 4711],
    ['id', undefined],
  ])('describes the parameter %s with the example %p as an integer', (name, example) => {
    expect(schemaOf(name, 'number', example)).toMatchObject({ type: 'integer', minimum: 1 });
  });

  it.each([
    ['delivery_id', 'dlv_0f5cf1c5'],
    ['slug', 'classic'],
  ])('describes the parameter %s with the text %p as an example as a string', (name, example) => {
    expect(schemaOf(name, 'string', example)).toMatchObject({ type: 'string', examples: [example] });
  });
});
