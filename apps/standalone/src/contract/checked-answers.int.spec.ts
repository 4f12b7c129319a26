import type { ApiDocument } from '@plaudit/runtime';
import { type FixtureServer, type PlainResponse, startFixtureServer } from '@plaudit/testing';
import { CheckedAnswers } from './checked-answers.suite';

const json = (schema: object): object => ({ description: '', content: { 'application/json': { schema } } });

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'A part', version: '1' },
  paths: {
    '/things/{id}': {
      get: { operationId: 'getThing', responses: { 200: json({ $ref: '#/components/schemas/Thing' }) } },
    },
    '/things/all': {
      get: {
        operationId: 'listThings',
        responses: {
          200: json({ type: 'array' }),
          304: { description: '' },
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'integer' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
          free: { type: 'object', additionalProperties: true },
        },
      },
      Error: {
        type: 'object',
        required: ['code', 'request_id'],
        properties: {
          msg: { type: 'string' },
          code: { type: 'string' },
          request_id: { type: 'string' },
        },
      },
    },
    responses: { NotFound: json({ $ref: '#/components/schemas/Error' }) },
    examples: {},
    securitySchemes: {},
  },
} as unknown as ApiDocument;

const ERROR = { headers: { 'x-request-id': 'r' }, body: { code: 'not_found', request_id: 'r' } };

describe('CheckedAnswers', () => {
  let server: FixtureServer;
  const answers = new CheckedAnswers(DOCUMENT);

  beforeAll(async () => {
    server = await startFixtureServer();
  });
  afterAll(() => server.close());

  function ask(path: string, answer: PlainResponse): Promise<Response> {
    server.handle(() => answer);
    return answers.fetch(new Request(`${server.url}${path}`));
  }

  it.each<[string, string, PlainResponse]>([
    [
      'a body that matches its schema',
      '/public/v1/things/7',
      { body: { id: 7, parts: [{ id: 8 }], free: { a: 1 } } },
    ],
    ['an error that matches its schema', '/public/v1/things/all', { status: 404, ...ERROR }],
    ['a documented response without a body', '/public/v1/things/all', { status: 304 }],
    ['a 404 for an unknown path', '/public/v1/nowhere', { status: 404, ...ERROR }],
    ['a response outside the API', '/embed/v1/x.json', { body: { any: 'thing' } }],
  ])('accepts %s', async (_name, path, answer) => {
    const response = await ask(path, answer);
    expect(response.status).toBe(answer.status ?? 200);
    expect(response.bodyUsed).toBe(false);
  });

  it.each([
    'name must be longer than or equal to 10 characters.',
    'limit must be an integer number.',
    'each value in tags must be a string.',
    'name is missing',
    'name must be a string.\nand more.',
  ])('refuses the message %j', async (msg) => {
    const answer = { status: 404, headers: ERROR.headers, body: { ...ERROR.body, msg } };
    await expect(ask('/public/v1/things/all', answer)).rejects.toThrow('no sentence for a client');
  });

  it.each<[string, string, PlainResponse, string]>([
    ['a status', '/public/v1/things/7', { status: 404, ...ERROR }, 'GET /things/{id} documents only 200'],
    ['a field', '/public/v1/things/7', { body: { id: 7, colour: 'red' } }, 'additional properties'],
    ['a nested field', '/public/v1/things/7', { body: { id: 7, parts: [{ id: 8, x: 1 }] } }, '/parts/0'],
    ['a type', '/public/v1/things/7', { body: { id: '7' } }, '/id must be integer'],
    ['a missing field', '/public/v1/things/7', { body: {} }, "required property 'id'"],
    ['a content type', '/public/v1/things/7', { headers: { 'content-type': 'text/html' } }, 'no text/html'],
    ['a body', '/public/v1/things/7/more', { body: { id: 7 } }, 'no such operation'],
    ['an error', '/public/v1/nowhere', { status: 404, body: { msg: 'No.' } }, "required property 'code'"],
    ['a request id', '/public/v1/things/all', { status: 404, body: ERROR.body }, 'X-Request-Id'],
  ])('refuses %s that is not documented', async (_name, path, answer, fault) => {
    await expect(ask(path, answer)).rejects.toThrow(fault);
  });
});
