import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { basic, type GatewayWorld } from '../gateway-world.suite';
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
  expect((await send(call('list_reviews', {}), key)).status).toBe(200);
  const answer = (await (await send(call('list_reviews', {}), key)).json()) as { result: object };
  expect(answer.result).toMatchObject({
    isError: true,
    structuredContent: { status: 429, code: 'rate_limited' },
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

  it('reads in the result when to try again, and the service receives no request', async () => {
    for (let i = 0; i < 5; i += 1)
      expect(await callTool(client, 'list_reviews')).toMatchObject({ isError: false });
    const before = gateway.upstreams.reviews.requests.length;
    expect(await callTool(client, 'list_reviews')).toEqual({
      isError: true,
      structured: {
        status: 429,
        success: false,
        code: 'rate_limited',
        msg: expect.stringMatching(/try again in \d+ s/),
        request_id: expect.any(String),
      },
      text: expect.any(String),
    });
    expect(gateway.upstreams.reviews.requests).toHaveLength(before);
  });

  it('gets the rate limit headers with the result', async () => {
    const response = await send(call('list_reviews', {}), key);
    expect(response.status).toBe(200);
    expect(response.headers.get('ratelimit-limit')).toBe('7');
    expect(response.headers.get('ratelimit-remaining')).toBe('0');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('gets 429 for every message that is not a tool call', async () => {
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
    const before = await count();
    for (let i = 0; i < 10; i += 1) await callTool(client, 'list_reviews');
    expect(await callTool(client, 'list_reviews', { translate: 'fr' })).toMatchObject({ isError: true });
    expect(await count()).toBe(before);
  });

  it('does not affect other keys', async () => {
    const other = await connectMcp(gateway.url, basic(await gateway.addKey()));
    expect(await callTool(other, 'list_reviews')).toMatchObject({ isError: false });
    await other.close();
  });
});
