import type { ApiDocument, ApiResponse } from '@plaudit/runtime';
import { basic, type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';

const REVIEWS = {
  openapi: '3.1.0',
  info: { title: 'Plaudit reviews', version: '1.5.0' },
  paths: {
    '/public/v1/reviews/get': {
      get: {
        operationId: 'listReviews',
        'x-scope': 'reviews:read',
        responses: { 200: { description: 'Done.' }, 503: { description: 'Away.' } },
      },
    },
  },
  components: { schemas: {}, responses: {}, examples: {}, securitySchemes: {} },
};
const BURST = 3;
/** Headers of this API. All others belong to HTTP itself or tell browsers what to do. */
const OURS = /^(x-(?!content-type-options$)|ratelimit-|retry-after$|idempotency-|www-authenticate$)/;

describe('the response headers of the OpenAPI document', () => {
  let gateway: GatewayWorld;
  let document: ApiDocument;

  beforeAll(async () => {
    gateway = await startGatewayWorld({ THROTTLE_BURST: String(BURST), THROTTLE_RATE: '0.001' });
    gateway.upstreams.reviews.handle(() => ({ body: REVIEWS }));
    document = (await (await fetch(`${gateway.url}/public/v1/openapi.json`)).json()) as ApiDocument;
  });
  afterAll(() => gateway.close());

  function named(path: string, status: number): string[] {
    const answer = document.paths[path]?.get?.responses[status];
    if (!answer) throw new Error(`${path} does not answer ${status}`);
    const { headers = {} }: ApiResponse =
      '$ref' in answer ? document.components.responses[answer.$ref.split('/').at(-1) as string]! : answer;
    return Object.keys(headers).map((name) => name.toLowerCase());
  }

  /** Uses a new key for every case, so that each has all of its tokens. */
  async function ask(path: string, spent = 0): Promise<Response> {
    const headers = basic(await gateway.addKey({ accountManagement: true }));
    for (let at = 0; at < spent; at += 1) await fetch(`${gateway.url}/public/v1/hello`, { headers });
    return fetch(`${gateway.url}/public/v1${path}`, { headers });
  }

  const cases: [what: string, path: string, status: number, send: () => Promise<Response>][] = [
    ['an answer', '/hello', 200, () => ask('/hello')],
    ['a faulty request', '/account/audit', 400, () => ask('/account/audit?limit=0')],
    ['no key', '/hello', 401, () => fetch(`${gateway.url}/public/v1/hello`)],
    ['too many requests', '/hello', 429, () => ask('/hello', BURST)],
    [
      'a service that is away',
      '/reviews/get',
      503,
      () => {
        gateway.upstreams.reviews.handle(() => 'reset');
        return ask('/reviews/get');
      },
    ],
    ['what needs no key', '/openapi.json', 200, () => fetch(`${gateway.url}/public/v1/openapi.json`)],
  ];

  it.each(cases)('are exactly those that are sent with %s', async (_what, path, status, send) => {
    const answer = await send();
    expect(answer.status).toBe(status);
    const sent = [...answer.headers.keys()].filter((name) => OURS.test(name));
    expect(sent.toSorted()).toEqual(named(path, status).toSorted());
  });
});
