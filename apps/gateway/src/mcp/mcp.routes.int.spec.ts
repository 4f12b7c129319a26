import { HttpClient, type HttpOptions } from '@plaudit/testing';
import { basic, type GatewayWorld } from '../gateway-world.suite';
import { startMcpGateway } from './mcp-gateway.suite';
import { MCP_PATH } from '../proxy/route-table';

const ACCEPT = 'application/json, text/event-stream';
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

interface McpResponse {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

let gateway: GatewayWorld;
beforeAll(async () => (gateway = await startMcpGateway({ PUBLIC_URL: 'https://reviews.example.com' })));
afterAll(async () => gateway.close());

async function send(init: HttpOptions & { method?: string } = {}): Promise<McpResponse> {
  const { method = 'POST', ...options } = init;
  const client = new HttpClient(gateway.url, {
    ...basic(gateway.apiKey),
    accept: ACCEPT,
    'content-type': 'application/json',
  });
  const { status, headers, body } = await client.send(method, MCP_PATH, options);
  return { status, headers, body: body === '' ? null : body };
}

function post(message: unknown, headers: Record<string, string> = {}): Promise<McpResponse> {
  return send({ body: typeof message === 'string' ? message : JSON.stringify(message), headers });
}

function call(name: string, args: unknown, more: object = {}): object {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, ...more } };
}

function received(): number {
  return Object.values(gateway.upstreams).reduce((sum, { requests }) => sum + requests.length, 0);
}

describe('the API key of the MCP endpoint', () => {
  it('is requested with the two authentication schemes when it is missing', async () => {
    const response = await fetch(`${gateway.url}${MCP_PATH}`, { method: 'POST', body: JSON.stringify(LIST) });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/Basic .*Bearer /);
    expect(await response.json()).toMatchObject({ success: false, code: 'missing_key' });
  });

  it.each([
    ['wrong', { authorization: `Bearer rk_${'x'.repeat(40)}` }, 'invalid_key'],
    ['not in the format of a key', { authorization: 'Bearer nothing' }, 'invalid_key'],
    ['of another scheme', { authorization: 'Digest x' }, 'invalid_key'],
  ])('is refused when it is %s', async (_what, headers, code) => {
    expect(await post(LIST, headers)).toMatchObject({ status: 401, body: { success: false, code } });
  });

  it('is refused when it has expired', async () => {
    const key = await gateway.addKey({ expiresOn: `now() - interval '1 second'` });
    expect(await post(LIST, basic(key))).toMatchObject({ status: 401, body: { code: 'key_expired' } });
  });
});

describe('a request of a web page to the MCP endpoint', () => {
  it.each([
    'https://evil.example',
    'http://reviews.example.com',
    'https://reviews.example.com.evil.example',
    'null',
  ])('is refused from the origin %s', async (origin) => {
    const before = received();
    expect(await post(call('list_reviews', {}), { origin })).toMatchObject({
      status: 403,
      body: { success: false, code: 'forbidden' },
    });
    expect(received()).toBe(before);
  });

  it('is accepted from the own origin', async () => {
    expect(await post(LIST, { origin: 'https://reviews.example.com' })).toMatchObject({ status: 200 });
  });
});

describe('the MCP transport', () => {
  it.each(['GET', 'DELETE', 'PUT', 'PATCH'])(
    'responds 405 to %s, because it has neither streams nor sessions',
    async (method) => {
      const response = await send({ method });
      expect(response).toMatchObject({
        status: 405,
        body: { jsonrpc: '2.0', error: { code: -32000 }, id: null },
      });
      expect(response.headers.get('allow')).toBe('POST');
    },
  );

  it('responds with one JSON object and without a session id', async () => {
    const response = await post(LIST);
    expect(response).toMatchObject({
      status: 200,
      body: { jsonrpc: '2.0', id: 1, result: { tools: expect.any(Array) } },
    });
    expect(response.headers.get('content-type')).toMatch('application/json');
    expect(response.headers.get('mcp-session-id')).toBeNull();
    expect(response.headers.get('x-request-id')).toBeTruthy();
  });

  it('responds 202 without a body to a notification', async () => {
    const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect(await post(note)).toMatchObject({ status: 202, body: null });
  });

  it('uses the protocol revision of the client, or its newest for an unknown one', async () => {
    const hello = (protocolVersion: string): object => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion, capabilities: {}, clientInfo: { name: 'spec', version: '1' } },
    });
    for (const [requested, used] of [
      ['2025-06-18', '2025-06-18'],
      ['2025-11-25', '2025-11-25'],
      ['1999-01-01', '2025-11-25'],
    ]) {
      const response = await post(hello(requested as string));
      expect(response).toMatchObject({ status: 200, body: { result: { protocolVersion: used } } });
    }
    expect(await post(LIST, { 'mcp-protocol-version': '1999-01-01' })).toMatchObject({ status: 400 });
  });

  it.each([
    [406, { accept: 'application/json' }],
    [406, { accept: 'text/html' }],
    [415, { 'content-type': 'text/plain' }],
    [415, { 'content-type': 'application/jsonx' }],
  ])('responds %i to %j', async (status, headers) => {
    expect(await post(LIST, headers)).toMatchObject({ status, body: { jsonrpc: '2.0', error: {} } });
  });

  it('responds 413 to a body above 2 MiB', async () => {
    const big = call('list_reviews', { q: 'x'.repeat(2_200_000) });
    expect(await post(big)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
  });
});

describe('an invalid JSON-RPC message', () => {
  it.each([
    ['an empty body', '', -32700],
    ['half a message', '{"jsonrpc":"2.0"', -32700],
    ['a body that is not JSON', 'hello', -32700],
    ['a number', '7', -32600],
    ['null', 'null', -32600],
    ['a batch', [LIST, LIST], -32600],
    ['an empty batch', '[]', -32600],
    ['an endless batch', `[${'[],'.repeat(100_000)}[]]`, -32600],
    ['a deep batch', '['.repeat(200_000) + ']'.repeat(200_000), -32600],
    ['an object without jsonrpc', { hello: 1 }, -32700],
    ['JSON-RPC 1.0', { ...LIST, jsonrpc: '1.0' }, -32700],
    ['a call with an object as id', { ...LIST, id: {} }, -32700],
    ['a method that is a number', { ...LIST, method: 7 }, -32700],
    [
      'a deep id',
      `{"jsonrpc":"2.0","method":"tools/list","id":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
      -32700,
    ],
  ])('gets an error, for instance %s', async (_what, message, code) => {
    expect(await post(message)).toMatchObject({
      status: 400,
      body: { jsonrpc: '2.0', id: null, error: { code, message: expect.any(String) } },
    });
  });
});

describe('a JSON-RPC request', () => {
  it.each(['resources/list', 'prompts/list', 'logging/setLevel', 'tools/delete', 'constructor', ''])(
    'with the unknown method %j gets the error -32601',
    async (method) => {
      expect(await post({ ...LIST, method })).toMatchObject({
        status: 200,
        body: { id: 1, error: { code: -32601 } },
      });
    },
  );

  it.each(['delete_review', 'list_reviews ', 'LIST_REVIEWS', '__proto__', '', 'x'.repeat(100_000)])(
    'for the unknown tool %.40j gets the error -32602',
    async (name) => {
      const response = await post(call(name, {}));
      expect(response).toMatchObject({ status: 200, body: { id: 1, error: { code: -32602 } } });
      expect(JSON.stringify(response.body).length).toBeLessThan(500);
    },
  );

  it.each([
    ['no parameters', { ...LIST, method: 'tools/call' }],
    ['no name', { ...LIST, method: 'tools/call', params: {} }],
    ['a list as arguments', call('list_reviews', [1])],
    ['a text as arguments', call('list_reviews', 'x')],
    ['null as arguments', call('list_reviews', null)],
    ['a name that is an object', { ...LIST, method: 'tools/call', params: { name: {} } }],
  ])('for a tool call with %s gets the error -32602', async (_what, message) => {
    const before = received();
    expect(await post(message)).toMatchObject({
      status: 200,
      body: { id: 1, error: { code: -32602, message: expect.stringContaining('arguments are an object') } },
    });
    expect(received()).toBe(before);
  });

  it('for a tool call as a task is refused before the API receives a request', async () => {
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
])('a tool call with %s reaches the service unchanged, and an old client gets text', async (_what, args) => {
  const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_review","arguments":${args}}}`;
  expect(await post(message)).toMatchObject({
    status: 200,
    body: { result: { content: [{ type: 'text', text: '{"service":"reviews"}' }] } },
  });
  expect(gateway.upstreams.reviews.requests.at(-1)?.text).toBe(args);
});

it.each([
  ['2025-03-26', 'structuredContent', false],
  ['2025-06-18', 'structuredContent', true],
  ['2025-11-25', 'structuredContent', true],
])('a client of the protocol version %s gets %s: %s', async (version, field, expected) => {
  const { body } = await post(call('list_reviews', {}), { 'mcp-protocol-version': version });
  expect(field in (body as { result: object }).result).toBe(expected);
});

it('a tool call with arguments 100,000 levels deep gets validation_failed', async () => {
  const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_review","arguments":{"additional":${deep}}}}`;
  expect(await post(message)).toMatchObject({
    status: 200,
    body: { result: { isError: true, content: [{ text: expect.stringContaining('"validation_failed"') }] } },
  });
});

it('a tool call ignores principal, host, cookies and Idempotency-Key of the MCP request', async () => {
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

it.each([`${MCP_PATH}/`, `${MCP_PATH}/x`, '/mcp', '/public/v1/MCP'])(
  'the path %s is not the MCP endpoint',
  async (path) => {
    const response = await fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: { ...basic(gateway.apiKey), accept: ACCEPT, 'content-type': 'application/json' },
      body: JSON.stringify(LIST),
    });
    expect(response.status).toBe(404);
  },
);
