import { ERROR_STATUS } from '@plaudit/contracts';
import { probeService } from '../fixtures/probe-service';
import type { ApiDocument, ApiMethod, ApiResponse, SchemaObject } from './api-document';
import { API_VERSION } from './describe-application';
import { openApiDocument } from './openapi-document';

describe('openApiDocument', () => {
  let document: ApiDocument;
  const operation = (method: ApiMethod, path: string) => document.paths[`/public/v1/probe/${path}`]?.[method];
  const statuses = (method: ApiMethod, path: string) => Object.keys(operation(method, path)?.responses ?? {});

  beforeAll(async () => {
    document = await openApiDocument(probeService);
  });

  it('describes the service in OpenAPI 3.1 without a database, NATS or an environment', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Plaudit reviews', description: probeService.summary, version: API_VERSION },
    });
    expect(Object.keys(document.paths)).toContain('/public/v1/probe/items/{id}');
  });

  it('names the scope of every operation', () => {
    expect(operation('get', 'principal')?.['x-scope']).toBe('reviews:read');
  });

  it('lists the statuses that each operation can return', () => {
    expect(statuses('get', 'principal')).toEqual(['200', '400', '401', '403', '429', '500', '503']);
    expect(statuses('get', 'items/{id}')).toContain('404');
    expect(statuses('post', 'created')).toEqual([
      '201',
      '400',
      '401',
      '403',
      '408',
      '413',
      '415',
      '429',
      '500',
      '503',
    ]);
    expect(statuses('post', 'once')).toContain('409');
    expect(statuses('post', 'named')).not.toContain('201');
  });

  it('adds the errors that an operation declares to those of its form', () => {
    const limited = operation('get', 'limited');
    expect(limited).not.toHaveProperty('x-api-errors');
    const tooMany = limited?.responses['429'] as ApiResponse;
    expect(Object.keys(tooMany.content?.['application/json']?.examples ?? {})).toEqual([
      'rate_limited',
      'refresh_too_soon',
    ]);
    expect(document.components.examples.refresh_too_soon?.value).toMatchObject({
      success: false,
      code: 'refresh_too_soon',
      retry_after_minutes: 212,
    });
  });

  it('defines the error responses once, with all codes', () => {
    expect(operation('get', 'principal')?.responses['401']).toEqual({
      $ref: '#/components/responses/Unauthorized',
    });
    expect(document.components.responses.Unauthorized?.content).toEqual({
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(
          ['missing_key', 'invalid_key', 'key_expired', 'api_disabled'].map((code) => [
            code,
            { $ref: `#/components/examples/${code}` },
          ]),
        ),
      },
    });
    const { properties } = document.components.schemas.Error as SchemaObject;
    expect(properties?.code).toMatchObject({ enum: Object.keys(ERROR_STATUS) });
  });

  it('requires a key under /public/v1, and elsewhere unless the scope is public', () => {
    expect(document.security).toEqual([{ basic: [] }, { bearer: [] }]);
    expect(Object.keys(document.components.securitySchemes)).toEqual(['basic', 'bearer']);
    expect(document.components.securitySchemes.bearer).not.toMatchObject({ bearerFormat: 'JWT' });
    expect(operation('get', 'public')?.security).toBeUndefined();
    expect(statuses('get', 'public')).toEqual(['200', '400', '401', '429', '500', '503']);
    const page = document.paths['/probe-page']?.get;
    expect(page?.security).toEqual([]);
    expect(Object.keys(page?.responses ?? {})).toEqual(['200', '400', '429', '500', '503']);
  });

  it('removes the suffix Response from the names of components', () => {
    expect(Object.keys(document.components.schemas)).toEqual(['NameInput', 'Name', 'OnceInput', 'Error']);
    expect(operation('post', 'named')?.requestBody?.content['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/NameInput',
    });
    expect(operation('post', 'named')?.responses['200']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Name' } } },
    });
  });

  it('describes the id of a path as an integer', () => {
    expect(operation('get', 'items/{id}')?.parameters).toMatchObject([
      { name: 'id', in: 'path', schema: { type: 'integer', minimum: 1 } },
    ]);
  });

  it('contains no health and no internal endpoints', () => {
    expect(Object.keys(document.paths).filter((path) => /health|internal/.test(path))).toEqual([]);
  });

  it('returns the same text every time', async () => {
    expect(JSON.stringify(await openApiDocument(probeService))).toBe(JSON.stringify(document));
  });
});
