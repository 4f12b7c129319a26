import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { eventually, type FixtureResponse } from '@plaudit/testing';
import { basic, type GatewayWorld, IMPATIENT } from '../gateway-world.suite';
import type { UpstreamName } from '../proxy/route-table';
import { callTool, connectMcp } from './mcp-client.suite';
import { startMcpGateway } from './mcp-gateway.suite';

let gateway: GatewayWorld;
let client: Client;

beforeAll(async () => {
  gateway = await startMcpGateway(IMPATIENT);
  client = await connectMcp(gateway.url, basic(gateway.apiKey));
});
afterAll(async () => {
  await client.close();
  await gateway.close();
});

/** Each fault has its own service, because a breaker remembers failures. */
it.each<[string, FixtureResponse, UpstreamName, string]>([
  ['does not respond in time', 'hang', 'channels', 'list_channels'],
  ['resets the connection', 'reset', 'widgets', 'list_widgets'],
  ['is behind a proxy that responds 502', { status: 502, body: '<html>' }, 'webhooks', 'list_webhooks'],
])(
  'a tool whose service %s returns a 503 as its result, and works again when the service does',
  async (_what, fault, service, tool) => {
    const { requests, handle } = gateway.upstreams[service];
    handle(() => fault);
    // One after another could take longer than the ten seconds of the breaker.
    const results = await Promise.all(Array.from({ length: 8 }, () => callTool(client, tool)));
    // An open breaker permits a trial every two seconds, which may happen at any moment.
    await eventually(
      async () => {
        const before = requests.length;
        results.push(await callTool(client, tool));
        return requests.length - before;
      },
      (received) => received === 0,
      'the service to receive no further request',
    );
    for (const result of results) {
      expect(result).toMatchObject({
        isError: true,
        data: {
          status: 503,
          success: false,
          code: 'upstream_unavailable',
          msg: `The ${service} service is not available; try again shortly.`,
          request_id: expect.any(String),
        },
      });
    }
    expect(await callTool(client, 'list_reviews')).toMatchObject({ isError: false });
    handle(() => ({ body: { fine: true } }));
    await eventually(
      () => callTool(client, tool),
      ({ isError }) => !isError,
      'the breaker to close again',
    );
    expect(gateway.world.logs.errors()).toEqual([]);
  },
);

it.each<[string, FixtureResponse, number]>([
  ['half a response', 'cut', 503],
  ['an HTML page', { body: '<html>', headers: { 'content-type': 'text/html' } }, 503],
  ['204 without a body', { status: 204 }, 503],
  ['more than 1 MiB', { body: { text: 'x'.repeat(1_100_000) } }, 413],
  ['a 500', { status: 500, body: { success: false, code: 'internal_error', msg: 'x' } }, 500],
])('a tool whose service sends %s returns an error as its result', async (_what, response, status) => {
  gateway.upstreams.reviews.handle(() => response);
  expect(await callTool(client, 'list_reviews')).toMatchObject({
    isError: true,
    data: { status, success: false },
  });
  gateway.upstreams.reviews.handle(() => ({ body: { fine: true } }));
  expect(await callTool(client, 'list_reviews')).toMatchObject({
    isError: false,
    data: { fine: true },
  });
  expect(gateway.world.logs.errors()).toEqual([]);
});
