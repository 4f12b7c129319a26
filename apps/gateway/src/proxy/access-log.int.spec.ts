import { type AccessLine, eventually } from '@plaudit/testing';
import { basic, type GatewayWorld, NOBODY_URL, startGatewayWorld } from '../gateway-world.suite';
import { loggedRoute, findDestination } from './route-table';

describe('the access log of the gateway', () => {
  let gateway: GatewayWorld;
  let next = 0;

  beforeAll(async () => {
    gateway = await startGatewayWorld({
      WEBHOOKS_URL: NOBODY_URL,
      THROTTLE_BURST: '5',
      THROTTLE_RATE: '0.001',
    });
  });
  afterAll(() => gateway.close());

  /** Sends a request and returns its status and its line. */
  async function send(path: string, headers: Record<string, string> = {}): Promise<[number, AccessLine]> {
    const id = `gateway-log-${(next += 1)}`;
    const { status } = await fetch(gateway.url + path, { headers: { ...headers, 'x-request-id': id } });
    const [line] = await eventually(
      () => gateway.world.logs.requests().filter(({ request_id }) => request_id === id),
      (lines) => lines.length > 0,
      `the line of ${path}`,
    );
    return [status, line as AccessLine];
  }

  it('names route, service, replica and key of a request that it passes on', async () => {
    const key = {
      account_id: expect.any(Number),
      sub_account_id: expect.any(Number),
      key_id: expect.any(Number),
    };
    const [status, line] = await send('/public/v1/reviews/get/4711?q=private', basic(gateway.apiKey));
    expect(status).toBe(200);
    expect(line).toEqual({
      message: 'Answered a request',
      method: 'GET',
      route: '/public/v1/reviews/get/*',
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      ...key,
      request_id: expect.any(String),
      upstream: 'reviews',
      replica: new URL(gateway.upstreams.reviews.url).host,
      service: 'gateway',
    });
  });

  it('names the pattern of its own operations', async () => {
    const [status, line] = await send('/public/v1/hello', basic(gateway.apiKey));
    expect(status).toBe(200);
    expect(line).toMatchObject({ route: '/public/v1/hello', key_id: expect.any(Number) });
    expect([line.upstream, line.replica]).toEqual([undefined, undefined]);
  });

  it('has a line for what it refuses or cannot pass on, with what is known', async () => {
    const key = basic(await gateway.addKey());
    const refused = async (path: string, headers = {}) => {
      const [status, { route, upstream, replica, key_id }] = await send(path, headers);
      expect(replica).toBe(undefined);
      return [status, route, upstream, typeof key_id];
    };
    expect(await refused('/public/v1/reviews/get')).toEqual([
      401,
      '/public/v1/reviews/get',
      'reviews',
      'undefined',
    ]);
    expect(await refused('/nothing/secret')).toEqual([404, 'unmatched', undefined, 'undefined']);
    expect(await refused('/public/v1/secret/path', key)).toEqual([404, '/public/v1/*', undefined, 'number']);
    expect(await refused('/public/v1/webhooks', key)).toEqual([
      503,
      '/public/v1/webhooks',
      'webhooks',
      'number',
    ]);
    for (let more = 0; more < 5; more += 1) await send('/public/v1/tags', key);
    expect(await refused('/public/v1/tags', key)).toEqual([429, '/public/v1/tags', 'reviews', 'number']);
  });

  it.each([
    ['/i/aToken', '/i/*'],
    ['/u/lowercase', '/u/*'],
    ['/login/once/x', '/login/once/*'],
    ['/oauth/callback/google', '/oauth/callback/*'],
    ['/embed/v1/widgets/abc.json', '/embed/*'],
    ['/public/v1/profiles/add', '/public/v1/channels/add'],
    ['/public/v1/widgets/5/reviews', '/public/v1/widgets/*'],
    ['/public/v1/reviews/ann@example.com', '/public/v1/reviews/*'],
    ['/public/v1/reviews/', '/public/v1/reviews'],
    ['/', '/'],
  ])('says of the path %s only %s', (path, expected) => {
    const destination = findDestination(path);
    expect(destination && loggedRoute(destination)).toBe(expected);
  });
});
