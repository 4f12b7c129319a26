import { id, integer, orNull, text } from './argument-schemas';
import { READS, type Tool } from './tool';
import { toApiRequest } from './tool-request';

const SEARCH: Tool = {
  name: 'search',
  title: 'Search',
  description: '',
  method: 'GET',
  path: '/public/v1/things/{id}/search',
  scope: 'reviews:read',
  effect: READS,
  arguments: { path: { id: id('thing') }, query: { q: text(''), limit: integer('') } },
};
const ADD: Tool = {
  ...SEARCH,
  name: 'add',
  method: 'POST',
  path: '/public/v1/things/add',
  arguments: {
    body: { name: text(''), additional: { type: 'object' }, note: orNull(text('')) },
    headers: { 'Idempotency-Key': text('') },
  },
};
const PING: Tool = { ...SEARCH, name: 'ping', method: 'POST', path: '/public/v1/ping', arguments: {} };

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
  throw new Error('it was not refused');
}

describe('toApiRequest', () => {
  it('puts each argument where the endpoint wants it', () => {
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

  it('sends an empty object to a POST that takes nothing', () => {
    expect(toApiRequest(PING, {}).body).toBe('{}');
  });

  it('leaves a null out of the query, and in the body, where it means something', () => {
    expect(toApiRequest(SEARCH, { id: 7, q: null }).query).toBe('');
    expect(toApiRequest(ADD, { note: null, idempotency_key: null })).toMatchObject({
      body: '{"note":null}',
      headers: {},
    });
  });

  it('takes an id as digits too', () => {
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
    [[5]],
    [{ toString: 'x' }],
  ])('lets no id but a positive integer into a path: %j', (given) => {
    expect(refusal(SEARCH, { id: given })).toMatchObject({ code: 'invalid_value', field: 'id' });
  });

  it.each([[{}], [{ id: undefined }], [{ id: null }]])('misses an id that is not given: %j', (given) => {
    expect(refusal(SEARCH, given)).toEqual({
      code: 'missing_field',
      message: 'id is required.',
      field: 'id',
    });
  });

  it('names what a tool takes when it is given something else', () => {
    expect(refusal(SEARCH, { id: 7, query: 'x' })).toEqual({
      code: 'invalid_value',
      message: 'query is not an argument; search takes id, q, limit.',
      field: 'query',
    });
    expect(refusal(PING, { id: 7 })).toMatchObject({
      message: 'id is not an argument; ping takes no arguments.',
    });
  });

  it.each(['__proto__', 'constructor', 'toString', 'path'])('knows no argument %s', (name) => {
    const given = JSON.parse(`{"id":7,"${name}":{"q":"x"}}`) as Record<string, unknown>;
    expect(refusal(SEARCH, given)).toMatchObject({ code: 'invalid_value', field: name });
  });

  it.each([[['a']], [{ a: 1 }]])('guesses no text for %j in a query', (given) => {
    expect(refusal(SEARCH, { id: 7, q: given })).toMatchObject({ code: 'invalid_value', field: 'q' });
  });

  it('refuses half a surrogate pair, which a query cannot carry', () => {
    expect(refusal(SEARCH, { id: 7, q: 'a\ud83d' })).toMatchObject({ code: 'invalid_value', field: 'q' });
  });

  it('refuses a query that is too long for a request line', () => {
    expect(refusal(SEARCH, { id: 7, q: 'é'.repeat(2_000) })).toMatchObject({ code: 'invalid_value' });
  });

  it.each(['', 'a\r\nX-Plaudit-Principal: 1', 'ключ', 'x'.repeat(256), 7, {}])(
    'lets nothing into a header that breaks it: %j',
    (given) => {
      expect(refusal(ADD, { idempotency_key: given })).toMatchObject({
        code: 'invalid_value',
        field: 'idempotency_key',
      });
    },
  );

  it('refuses what is nested too deeply to be written', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`) as object;
    expect(refusal(ADD, { additional: deep })).toMatchObject({ code: 'validation_failed' });
  });
});
