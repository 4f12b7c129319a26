import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { eventually, type FixtureAnswer } from '@plaudit/testing';
import { basic, type GatewayWorld, IMPATIENT, startGatewayWorld } from '../gateway-world.suite';
import type { UpstreamName } from '../proxy/upstreams.client';
import { callTool, connectMcp } from './mcp-client.suite';

let gateway: GatewayWorld;
let client: Client;

beforeAll(async () => {
  gateway = await startGatewayWorld(IMPATIENT);
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
    const { requests, handle } = gateway.upstreams[service];
    handle(() => fault);
    // Together: one after the other could take longer than the breaker remembers.
    const answers = await Promise.all(Array.from({ length: 8 }, () => callTool(client, tool)));
    // An open breaker sends a trial every two seconds, which may be just now.
    await eventually(
      async () => {
        const before = requests.length;
        answers.push(await callTool(client, tool));
        return requests.length - before;
      },
      (asked) => asked === 0,
      'the service to be left alone',
    );
    for (const answer of answers) {
      expect(answer).toMatchObject({
        isError: true,
        structured: {
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
