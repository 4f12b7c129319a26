import { HttpClient, type HttpOptions } from '@plaudit/testing';
import { basic, type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';
import { MCP_PATH } from './mcp-path';

const ACCEPT = 'application/json, text/event-stream';
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

interface Answer {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

let gateway: GatewayWorld;
beforeAll(async () => (gateway = await startGatewayWorld({ PUBLIC_URL: 'https://reviews.example.com' })));
afterAll(async () => gateway.close());

async function send(init: HttpOptions & { method?: string } = {}): Promise<Answer> {
  const { method = 'POST', ...options } = init;
  const client = new HttpClient(gateway.url, {
    ...basic(gateway.apiKey),
    accept: ACCEPT,
    'content-type': 'application/json',
  });
  const { status, headers, body } = await client.send(method, MCP_PATH, options);
  return { status, headers, body: body === '' ? null : body };
}

function post(message: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return send({ body: typeof message === 'string' ? message : JSON.stringify(message), headers });
}

function call(name: string, args: unknown, more: object = {}): object {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, ...more } };
}

function received(): number {
  return Object.values(gateway.upstreams).reduce((sum, { requests }) => sum + requests.length, 0);
}

describe('the key', () => {
  it('is asked for with the schemes that are understood', async () => {
    const response = await fetch(`${gateway.url}${MCP_PATH}`, { method: 'POST', body: JSON.stringify(LIST) });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/Basic .*Bearer /);
    expect(await response.json()).toMatchObject({ success: false, code: 'missing_key' });
  });

  it.each([
    ['wrong', { authorization: `Bearer rk_${'x'.repeat(40)}` }, 'invalid_key'],
    ['no key at all', { authorization: 'Bearer nothing' }, 'invalid_key'],
    ['of another scheme', { authorization: 'Digest x' }, 'invalid_key'],
  ])('is refused as everywhere when it is %s', async (_what, headers, code) => {
    expect(await post(LIST, headers)).toMatchObject({ status: 401, body: { success: false, code } });
  });

  it('is refused when it has expired', async () => {
    const key = await gateway.addKey({ expiresOn: `now() - interval '1 second'` });
    expect(await post(LIST, basic(key))).toMatchObject({ status: 401, body: { code: 'key_expired' } });
  });
});

describe('the origin of a web page', () => {
  it.each([
    'https://evil.example',
    'http://reviews.example.com',
    'https://reviews.example.com.evil.example',
    'null',
  ])('%s is turned away', async (origin) => {
    const before = received();
    expect(await post(call('list_reviews', {}), { origin })).toMatchObject({
      status: 403,
      body: { success: false, code: 'forbidden' },
    });
    expect(received()).toBe(before);
  });

  it('may be our own', async () => {
    expect(await post(LIST, { origin: 'https://reviews.example.com' })).toMatchObject({ status: 200 });
  });
});

describe('the transport', () => {
  it.each(['GET', 'DELETE', 'PUT', 'PATCH'])('has nothing for %s: no stream, no session', async (method) => {
    const answer = await send({ method });
    expect(answer).toMatchObject({
      status: 405,
      body: { jsonrpc: '2.0', error: { code: -32000 }, id: null },
    });
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it('answers one JSON object, without a session', async () => {
    const answer = await post(LIST);
    expect(answer).toMatchObject({
      status: 200,
      body: { jsonrpc: '2.0', id: 1, result: { tools: expect.any(Array) } },
    });
    expect(answer.headers.get('content-type')).toMatch('application/json');
    expect(answer.headers.get('mcp-session-id')).toBeNull();
    expect(answer.headers.get('x-request-id')).toBeTruthy();
  });

  it('takes a notification without an answer', async () => {
    const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect(await post(note)).toMatchObject({ status: 202, body: null });
  });

  it('speaks the revision that the client asks for, and its own newest with others', async () => {
    const hello = (protocolVersion: string): object => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion, capabilities: {}, clientInfo: { name: 'spec', version: '1' } },
    });
    for (const [asked, spoken] of [
      ['2025-06-18', '2025-06-18'],
      ['2025-11-25', '2025-11-25'],
      ['1999-01-01', '2025-11-25'],
    ]) {
      const answer = await post(hello(asked as string));
      expect(answer).toMatchObject({ status: 200, body: { result: { protocolVersion: spoken } } });
    }
    expect(await post(LIST, { 'mcp-protocol-version': '1999-01-01' })).toMatchObject({ status: 400 });
  });

  it.each([
    [406, { accept: 'application/json' }],
    [406, { accept: 'text/html' }],
    [415, { 'content-type': 'text/plain' }],
    [415, { 'content-type': 'application/jsonx' }],
  ])('answers %i to %j', async (status, headers) => {
    expect(await post(LIST, headers)).toMatchObject({ status, body: { jsonrpc: '2.0', error: {} } });
  });

  it('takes no body above 2 MiB', async () => {
    const big = call('list_reviews', { q: 'x'.repeat(2_200_000) });
    expect(await post(big)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
  });
});

describe('what is no message', () => {
  it.each([
    ['nothing', '', -32700],
    ['half a message', '{"jsonrpc":"2.0"', -32700],
    ['no JSON', 'hello', -32700],
    ['a number', '7', -32600],
    ['null', 'null', -32600],
    ['a batch', [LIST, LIST], -32600],
    ['an empty batch', '[]', -32600],
    ['an endless batch', `[${'[],'.repeat(100_000)}[]]`, -32600],
    ['a deep batch', '['.repeat(200_000) + ']'.repeat(200_000), -32600],
    ['no JSON-RPC', { hello: 1 }, -32700],
    ['JSON-RPC 1.0', { ...LIST, jsonrpc: '1.0' }, -32700],
    ['a call with an object as id', { ...LIST, id: {} }, -32700],
    ['a method that is a number', { ...LIST, method: 7 }, -32700],
    [
      'a deep id',
      `{"jsonrpc":"2.0","method":"tools/list","id":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
      -32700,
    ],
  ])('is refused: %s', async (_what, message, code) => {
    expect(await post(message)).toMatchObject({
      status: 400,
      body: { jsonrpc: '2.0', id: null, error: { code, message: expect.any(String) } },
    });
  });
});

describe('what asks for what is not there', () => {
  it.each(['resources/list', 'prompts/list', 'logging/setLevel', 'tools/delete', 'constructor', ''])(
    'method %j is unknown',
    async (method) => {
      expect(await post({ ...LIST, method })).toMatchObject({
        status: 200,
        body: { id: 1, error: { code: -32601 } },
      });
    },
  );

  it.each(['delete_review', 'list_reviews ', 'LIST_REVIEWS', '__proto__', '', 'x'.repeat(100_000)])(
    'tool %.40j is unknown',
    async (name) => {
      const answer = await post(call(name, {}));
      expect(answer).toMatchObject({ status: 200, body: { id: 1, error: { code: -32602 } } });
      expect(JSON.stringify(answer.body).length).toBeLessThan(500);
    },
  );

  it.each([
    ['no parameters', { ...LIST, method: 'tools/call' }],
    ['no name', { ...LIST, method: 'tools/call', params: {} }],
    ['a list as arguments', call('list_reviews', [1])],
    ['a text as arguments', call('list_reviews', 'x')],
    ['null as arguments', call('list_reviews', null)],
    ['a name that is an object', { ...LIST, method: 'tools/call', params: { name: {} } }],
  ])('a call with %s is refused', async (_what, message) => {
    const before = received();
    expect(await post(message)).toMatchObject({
      status: 200,
      body: { id: 1, error: { code: -32602, message: expect.stringContaining('arguments are an object') } },
    });
    expect(received()).toBe(before);
  });

  it('a call that wants to be a task is refused before it is made', async () => {
    const before = received();
    const message = call(
      'add_review',
      { from_name: 'a', text: 'b', posted_on: '2026-01-31' },
      { task: { ttl: 1 } },
    );
    expect(await post(message)).toMatchObject({ status: 200, body: { error: { code: expect.any(Number) } } });
    expect(received()).toBe(before);
  });
});

it.each([
  ['reserved names', '{"additional":{"__proto__":{"admin":true},"constructor":{}}}'],
  ['control characters', '{"text":"a\\u0000b"}'],
  ['half a surrogate pair', '{"text":"a\\ud83d"}'],
])('leaves %s in a body for the service to judge', async (_what, args) => {
  const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_review","arguments":${args}}}`;
  expect(await post(message)).toMatchObject({
    status: 200,
    body: { result: { structuredContent: { service: 'reviews' } } },
  });
  expect(gateway.upstreams.reviews.requests.at(-1)?.text).toBe(args);
});

it('survives arguments of any depth', async () => {
  const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_review","arguments":{"additional":${deep}}}}`;
  expect(await post(message)).toMatchObject({
    status: 200,
    body: { result: { isError: true, structuredContent: { status: 400, code: 'validation_failed' } } },
  });
});

it('believes no header of a client that says who it is', async () => {
  await post(call('list_reviews', {}), {
    'x-plaudit-principal': 'forged',
    'x-forwarded-host': 'evil.example',
    cookie: 'session=1',
    'idempotency-key': 'x',
  });
  const headers = gateway.upstreams.reviews.requests.at(-1)?.headers ?? {};
  expect(headers['x-plaudit-principal']).toMatch(/^ey/);
  expect(headers['x-forwarded-host']).toBe(new URL(gateway.url).host);
  expect(headers).not.toHaveProperty('cookie');
  expect(headers).not.toHaveProperty('idempotency-key');
});

it.each([`${MCP_PATH}/`, `${MCP_PATH}/x`, '/mcp', '/public/v1/MCP'])('is nowhere else: %s', async (path) => {
  const response = await fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { ...basic(gateway.apiKey), accept: ACCEPT, 'content-type': 'application/json' },
    body: JSON.stringify(LIST),
  });
  expect(response.status).toBe(404);
});
