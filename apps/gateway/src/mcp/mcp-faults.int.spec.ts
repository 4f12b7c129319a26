import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { eventually, type FixtureAnswer } from '@plaudit/testing';
import { basic, type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';
import type { UpstreamName } from '../proxy/upstreams';
import { callTool, connectMcp } from './mcp-client.suite';

let gateway: GatewayWorld;
let client: Client;

beforeAll(async () => {
  gateway = await startGatewayWorld({ UPSTREAM_TIMEOUT_MS: '300' });
  client = await connectMcp(gateway.url, basic(gateway.apiKey));
});
afterAll(async () => {
  await client.close();
  await gateway.close();
});

/** Each on a service of its own, because a breaker remembers. */
it.each<[string, FixtureAnswer, UpstreamName, string]>([
  ['does not answer in time', 'hang', 'reports', 'get_ratings_report'],
  ['resets the connection', 'reset', 'invitations', 'list_invite_requests'],
  ['sits behind a hop that answers 502', { status: 502, body: '<html>' }, 'webhooks', 'list_webhooks'],
])(
  'says in the result that a service %s, leaves it alone for a while, and uses it again',
  async (_what, fault, service, tool) => {
    gateway.upstreams[service].handle(() => fault);
    for (let i = 0; i < 8; i += 1) {
      expect(await callTool(client, tool)).toMatchObject({
        isError: true,
        structured: {
          status: 503,
          success: false,
          code: 'upstream_unavailable',
          msg: `The ${service} service is not available; try again shortly.`,
          request_id: expect.any(String),
        },
      });
      expect(await callTool(client, 'list_reviews')).toMatchObject({ isError: false });
    }
    expect(gateway.upstreams[service].requests.length).toBeLessThan(8);
    gateway.upstreams[service].handle(() => ({ body: { fine: true } }));
    await eventually(
      () => callTool(client, tool),
      ({ isError }) => !isError,
      'the breaker to close again',
    );
    expect(gateway.world.logs.errors()).toEqual([]);
  },
);

it.each<[string, FixtureAnswer, number]>([
  ['half an answer', 'cut', 503],
  ['a page', { body: '<html>', headers: { 'content-type': 'text/html' } }, 503],
  ['nothing', { status: 204 }, 503],
  ['more than a model reads', { body: { text: 'x'.repeat(1_100_000) } }, 413],
  ['an error of its own', { status: 500, body: { success: false, code: 'internal_error', msg: 'x' } }, 500],
])('makes a result of a service that answers %s', async (_what, answer, status) => {
  gateway.upstreams.reviews.handle(() => answer);
  expect(await callTool(client, 'list_reviews')).toMatchObject({
    isError: true,
    structured: { status, success: false },
  });
  gateway.upstreams.reviews.handle(() => ({ body: { fine: true } }));
  expect(await callTool(client, 'list_reviews')).toMatchObject({
    isError: false,
    structured: { fine: true },
  });
  expect(gateway.world.logs.errors()).toEqual([]);
});
