import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { basic, type GatewayWorld } from '../gateway-world.suite';
import { sendRaw } from '../raw-http.suite';
import { callTool, connectMcp } from './mcp-client.suite';
import { startMcpGateway } from './mcp-gateway.suite';
import { MCP_PATH } from '../proxy/route-table';

/** The refill is so slow that no token comes back during the spec. */
const SETTINGS = { THROTTLE_BURST: '7', THROTTLE_RATE: '0.001' };

let gateway: GatewayWorld;
beforeAll(async () => (gateway = await startMcpGateway(SETTINGS)));
afterAll(async () => gateway.close());

const HEADERS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

async function send(message: object, key: string): Promise<Response> {
  return fetch(`${gateway.url}${MCP_PATH}`, {
    method: 'POST',
    headers: { ...basic(key), ...HEADERS },
    body: JSON.stringify(message),
  });
}

function call(name: string, args: object): object {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
}

/** Returns how many tokens a new key has left after the messages. */
async function leftAfter(messages: readonly object[]): Promise<number> {
  const key = await gateway.addKey();
  for (const message of messages) await (await send(message, key)).text();
  const hello = await fetch(`${gateway.url}/public/v1/hello`, { headers: basic(key) });
  return Number(hello.headers.get('ratelimit-remaining')) + 1;
}

describe('the cost of an MCP message', () => {
  it.each<[string, object, number]>([
    ['a tool call', call('list_reviews', {}), 1],
    ['a tool call that translates', call('list_reviews', { translate: 'fr' }), 5],
    ['a tool call that the API refuses', call('get_account', {}), 1],
    ['a tool call with invalid arguments', call('get_review', {}), 1],
    ['a call of a tool that does not exist', call('delete_review', { id: 1 }), 1],
    ['the list of tools', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, 1],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }, 1],
    ['garbage', { hello: 1 }, 1],
  ])('is that of its API request, and at least one, for %s', async (_what, message, cost) => {
    expect(await leftAfter([message])).toBe(7 - cost);
  });
});

it('MCP and the rest of the API share the tokens of a key', async () => {
  const key = await gateway.addKey();
  for (let i = 0; i < 7; i += 1) {
    expect((await fetch(`${gateway.url}/public/v1/hello`, { headers: basic(key) })).status).toBe(200);
  }
  const response = await send(call('list_reviews', {}), key);
  expect(response.status).toBe(429);
  expect(await response.json()).toMatchObject({ success: false, code: 'rate_limited' });
});

describe('an MCP message of a key without tokens', () => {
  let key: string;
  beforeAll(async () => {
    key = await gateway.addKey();
    for (let i = 0; i < 7; i += 1) await fetch(`${gateway.url}/public/v1/hello`, { headers: basic(key) });
  });

  it('is refused before its body has arrived', async () => {
    const { authorization } = basic(key);
    const lines = [`POST ${MCP_PATH} HTTP/1.1`, 'Host: x', `Authorization: ${authorization}`];
    const refused = await sendRaw(gateway.url, [...lines, 'Content-Length: 2000000'], '{"jsonrpc":"2.0",');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it.each([
    ['a large body', { jsonrpc: '2.0', id: 1, method: 'ping', params: { text: 'x'.repeat(1_000_000) } }],
    ['the list of tools', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
    ['a tool call', call('list_reviews', {})],
    ['a call of a tool that does not exist', call('delete_review', { id: 1 })],
    ['garbage', { hello: 1 }],
  ])('gets 429 for %s, and no service is asked', async (_what, message) => {
    const received = () => Object.values(gateway.upstreams).flatMap(({ requests }) => requests).length;
    const before = received();
    const response = await send(message, key);
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({
      success: false,
      code: 'rate_limited',
      msg: expect.stringMatching(/^This key .* try again in \d+ s\.$/),
    });
    expect(received()).toBe(before);
  });
});

it('a message without an API request returns the rate limit headers', async () => {
  const { headers } = await send({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, await gateway.addKey());
  expect(headers.get('ratelimit-remaining')).toBe('6');
  expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(900);
});

describe('an MCP client above the rate limit', () => {
  let key: string;
  let client: Client;
  beforeAll(async () => {
    key = await gateway.addKey();
    // Connecting costs two tokens: initialize and its notification.
    client = await connectMcp(gateway.url, basic(key));
  });
  afterAll(() => client.close());

  it('reads in the result when to try again if only the API request is refused, and the service receives none', async () => {
    for (let i = 0; i < 3; i += 1)
      expect(await callTool(client, 'list_reviews')).toMatchObject({ isError: false });
    const before = gateway.upstreams.reviews.requests.length;
    // Two tokens are left. The message costs one, and the translated list four more.
    expect(await callTool(client, 'list_reviews', { translate: 'fr' })).toEqual({
      isError: true,
      data: {
        status: 429,
        success: false,
        code: 'rate_limited',
        msg: expect.stringMatching(/try again in \d+ s/),
        retry_after_seconds: expect.any(Number),
        request_id: expect.any(String),
      },
      text: expect.any(String),
    });
    expect(gateway.upstreams.reviews.requests).toHaveLength(before);
  });

  it('gets the rate limit headers with the result', async () => {
    const response = await send(call('list_reviews', { translate: 'fr' }), key);
    expect(response.status).toBe(200);
    expect(response.headers.get('ratelimit-limit')).toBe('7');
    expect(response.headers.get('ratelimit-remaining')).toBe('0');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('gets 429 for every message when no token is left', async () => {
    const response = await send({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, key);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(response.headers.get('ratelimit-remaining')).toBe('0');
    expect(Number(response.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ success: false, code: 'rate_limited' });
  });

  it('adds no rows to the audit', async () => {
    const count = async (): Promise<number> => {
      const [row] = await gateway.world.admin.query<{ count: string }>(
        'select count(*) from gateway.mcp_calls',
      );
      return Number(row?.count);
    };
    const spender = await gateway.addKey();
    for (let i = 0; i < 4; i += 1) await send({ jsonrpc: '2.0', id: 1, method: 'ping' }, spender);
    const before = await count();
    for (let i = 0; i < 5; i += 1) await send(call('list_reviews', { translate: 'fr' }), spender);
    expect(await count()).toBe(before);
  });

  it('does not affect other keys', async () => {
    const other = await connectMcp(gateway.url, basic(await gateway.addKey()));
    expect(await callTool(other, 'list_reviews')).toMatchObject({ isError: false });
    await other.close();
  });
});
