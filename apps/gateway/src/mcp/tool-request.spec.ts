import type { Tool, ToolArgument } from './tool';
import { toApiRequest } from './tool-request';

function argument(name: string, place: ToolArgument['place'], field = name): ToolArgument {
  return { name, field, place, required: place === 'path', schema: {} };
}

const SEARCH: Tool = {
  name: 'search',
  title: 'Search',
  description: '',
  method: 'GET',
  path: '/public/v1/things/{id}/search',
  scope: 'reviews:read',
  effect: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  omits: [],
  example: {},
  output: { type: 'object' },
  arguments: [argument('id', 'path'), argument('q', 'query'), argument('limit', 'query')],
};
const ADD: Tool = {
  ...SEARCH,
  name: 'add',
  method: 'POST',
  path: '/public/v1/things/add',
  arguments: [
    argument('name', 'body'),
    argument('additional', 'body'),
    argument('note', 'body'),
    argument('idempotency_key', 'header', 'Idempotency-Key'),
  ],
};
const PING: Tool = { ...SEARCH, name: 'ping', method: 'POST', path: '/public/v1/ping', arguments: [] };

function refusal(tool: Tool, given: Record<string, unknown>): object {
  try {
    toApiRequest(tool, given);
  } catch (error) {
    const { code, message, details } = error as {
      code: string;
      message: string;
      details: { field?: string };
    };
    return { code, message, field: details.field };
  }
  throw new Error('the call was not refused');
}

describe('toApiRequest', () => {
  it('puts each argument into path, query, header or body', () => {
    expect(toApiRequest(SEARCH, { id: 7, q: 'fresh bread & 100 %', limit: 5 })).toEqual({
      method: 'GET',
      path: '/public/v1/things/7/search',
      query: 'q=fresh+bread+%26+100+%25&limit=5',
      headers: {},
      body: null,
    });
    expect(toApiRequest(ADD, { name: 'n', additional: { a: [1] }, idempotency_key: 'order 17' })).toEqual({
      method: 'POST',
      path: '/public/v1/things/add',
      query: '',
      headers: { 'Idempotency-Key': 'order 17' },
      body: '{"name":"n","additional":{"a":[1]}}',
    });
  });

  it('writes an empty object for a POST without arguments', () => {
    expect(toApiRequest(PING, {}).body).toBe('{}');
  });

  it('drops null from query and headers and keeps it in the body', () => {
    expect(toApiRequest(SEARCH, { id: 7, q: null }).query).toBe('');
    expect(toApiRequest(ADD, { note: null, idempotency_key: null })).toMatchObject({
      body: '{"note":null}',
      headers: {},
    });
  });

  it('accepts an id as a string of digits', () => {
    expect(toApiRequest(SEARCH, { id: '42' }).path).toBe('/public/v1/things/42/search');
  });

  it.each([
    [0],
    [-1],
    [1.5],
    [1e21],
    ['abc'],
    ['..'],
    ['../../internal/rev'],
    ['1/../2'],
    ['1?x=1'],
    ['1#'],
    ['%2e%2e'],
    [' 1'],
    ['1\r\nX: 1'],
    [''],
    [true],
  ])('refuses %j as an id that nothing can have', (given) => {
    expect(refusal(SEARCH, { id: given })).toMatchObject({ code: 'not_found' });
  });

  it.each([[[5]], [{ toString: 'x' }]])('refuses %j as an id, naming the argument', (given) => {
    expect(refusal(SEARCH, { id: given })).toMatchObject({ code: 'invalid_value', field: 'id' });
  });

  it.each([[{}], [{ id: undefined }], [{ id: null }]])('reports the missing id in %j', (given) => {
    expect(refusal(SEARCH, given)).toEqual({
      code: 'missing_field',
      message: 'id is required.',
      field: 'id',
    });
  });

  it('lists the arguments of the tool when it refuses an unknown one', () => {
    expect(refusal(SEARCH, { id: 7, query: 'x' })).toEqual({
      code: 'invalid_value',
      message: "Unknown argument 'query'. search takes id, q, limit.",
      field: 'query',
    });
    expect(refusal(PING, { id: 7 })).toMatchObject({
      message: "Unknown argument 'id'. ping takes no arguments.",
    });
    expect(refusal(SEARCH, { id: 7, Limits: 5 })).toMatchObject({
      message: "Unknown argument 'Limits'. Did you mean 'limit'?",
    });
  });

  it.each(['__proto__', 'constructor', 'toString', 'path'])('refuses %s as an argument', (name) => {
    const given = JSON.parse(`{"id":7,"${name}":{"q":"x"}}`) as Record<string, unknown>;
    expect(refusal(SEARCH, given)).toMatchObject({ code: 'invalid_value', field: name });
  });

  it.each([[['a']], [{ a: 1 }]])('refuses %j in the query', (given) => {
    expect(refusal(SEARCH, { id: 7, q: given })).toMatchObject({ code: 'invalid_value', field: 'q' });
  });

  it('refuses half a surrogate pair in the query', () => {
    expect(refusal(SEARCH, { id: 7, q: 'a\ud83d' })).toMatchObject({ code: 'invalid_value', field: 'q' });
  });

  it('refuses a query that is too long for a request line', () => {
    expect(refusal(SEARCH, { id: 7, q: 'é'.repeat(2_000) })).toMatchObject({ code: 'invalid_value' });
  });

  it.each(['', 'a\r\nX-Plaudit-Principal: 1', 'ключ', 'x'.repeat(256), 7, {}])(
    'refuses %j as a header value',
    (given) => {
      expect(refusal(ADD, { idempotency_key: given })).toMatchObject({
        code: 'invalid_value',
        field: 'idempotency_key',
      });
    },
  );

  it('refuses a body that is nested too deeply', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`) as object;
    expect(refusal(ADD, { additional: deep })).toMatchObject({ code: 'validation_failed' });
  });
});
