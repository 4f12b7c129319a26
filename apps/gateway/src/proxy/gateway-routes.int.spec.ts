import { basic, type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';
import type { UpstreamName } from './route-table';
import { lastRequest } from './received-requests.suite';

let gateway: GatewayWorld;
let headers: { authorization: string };

beforeAll(async () => {
  gateway = await startGatewayWorld();
  headers = basic(gateway.apiKey);
});
afterAll(async () => gateway.close());

describe('a proxied request', () => {
  it.each<[string, string, UpstreamName]>([
    ['GET', '/public/v1/reviews/get/5', 'reviews'],
    ['GET', '/public/v1/tags', 'reviews'],
    ['POST', '/public/v1/sources/add', 'reviews'],
    ['PUT', '/public/v1/channels/update/5', 'channels'],
    ['GET', '/public/v1/groups', 'channels'],
    ['GET', '/public/v1/channels/rating_history/5', 'reports'],
    ['GET', '/public/v1/reports/ratings', 'reports'],
    ['POST', '/public/v1/channels/ai/summary/5', 'ai'],
    ['DELETE', '/public/v1/invite/requests/delete/5', 'invitations'],
    ['PATCH', '/public/v1/widgets/types', 'widgets'],
    ['GET', '/public/v1/webhooks/get', 'webhooks'],
  ])('%s %s reaches %s with its method, path and query', async (method, path, name) => {
    const response = await fetch(`${gateway.url}${path}?b=2&a=%2e%2e%2f&c`, { method, headers });
    expect(await response.json()).toEqual({ service: name });
    expect(response.headers.get('x-api-version')).toBe('1.5.0');
    expect(lastRequest(gateway, name)).toMatchObject({ method, path });
    expect(lastRequest(gateway, name).query.toString()).toBe('b=2&a=..%2F&c=');
  });

  it.each<[string, string, UpstreamName]>([
    ['/public/v1/profiles/add', '/public/v1/channels/add', 'channels'],
    ['/public/v1/profiles/get/5', '/public/v1/channels/get/5', 'channels'],
    ['/public/v1/profiles/rating_history/5', '/public/v1/channels/rating_history/5', 'reports'],
    ['/public/v1/profiles/ai/summary/5', '/public/v1/channels/ai/summary/5', 'ai'],
  ])('to the alias %s reaches the service as %s', async (alias, path, name) => {
    await fetch(`${gateway.url}${alias}?days=7`, { headers });
    expect(lastRequest(gateway, name).path).toBe(path);
    expect(lastRequest(gateway, name).query.get('days')).toBe('7');
  });

  it('keeps two dots inside a segment and drops an empty query', async () => {
    const response = await fetch(`${gateway.url}/public/v1/reviews/get/1..2?`, { headers });
    expect(response.status).toBe(200);
    expect(lastRequest(gateway, 'reviews')).toMatchObject({ path: '/public/v1/reviews/get/1..2' });
    expect([...lastRequest(gateway, 'reviews').query]).toEqual([]);
  });

  it('keeps the bytes of its body and its own headers', async () => {
    const body = Buffer.from([0, 255, 13, 10, 128, ...Buffer.from('{"broken": ')]);
    await fetch(`${gateway.url}/public/v1/reviews/add`, {
      method: 'POST',
      body,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'idempotency-key': 'once',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        'accept-language': 'de',
      },
    });
    expect(lastRequest(gateway, 'reviews').body).toEqual(body);
    expect(lastRequest(gateway, 'reviews').headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(body.length),
      'idempotency-key': 'once',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      'accept-language': 'de',
    });
  });

  it('keeps a chunked body without a content type', async () => {
    const chunks = ['{"text":', '"x"}'].map((chunk) => new TextEncoder().encode(chunk));
    const init = {
      method: 'POST',
      body: ReadableStream.from(chunks),
      duplex: 'half',
      headers,
    } as RequestInit;
    await fetch(`${gateway.url}/public/v1/reviews/add`, init);
    expect(lastRequest(gateway, 'reviews').text).toBe('{"text":"x"}');
  });

  it('keeps a valid X-Request-Id or gets a new one, which the response repeats', async () => {
    const given = await fetch(`${gateway.url}/public/v1/tags`, {
      headers: { ...headers, 'x-request-id': 'my-request-1' },
    });
    expect(given.headers.get('x-request-id')).toBe('my-request-1');
    expect(lastRequest(gateway, 'reviews').headers['x-request-id']).toBe('my-request-1');

    const odd = await fetch(`${gateway.url}/public/v1/tags`, {
      headers: { ...headers, 'x-request-id': 'a b<c>' },
    });
    expect(odd.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    expect(lastRequest(gateway, 'reviews').headers['x-request-id']).toBe(odd.headers.get('x-request-id'));
  });

  it('loses its key and its cookies, and gets the X-Forwarded headers', async () => {
    await fetch(`${gateway.url}/public/v1/tags`, {
      headers: { ...headers, cookie: 'sid=1', 'x-forwarded-for': '1.2.3.4', 'x-forwarded-host': 'evil' },
    });
    const received = lastRequest(gateway, 'reviews').headers;
    expect(received).not.toHaveProperty('authorization');
    expect(received).not.toHaveProperty('cookie');
    expect(received['x-forwarded-for']).toBe('1.2.3.4, 127.0.0.1');
    expect(received['x-forwarded-host']).toBe(new URL(gateway.url).host);
  });
});

describe('a proxied response', () => {
  afterEach(() => gateway.upstreams.reports.handle(() => ({ body: { service: 'reports' } })));

  const request = async (init: RequestInit = {}): Promise<Response> =>
    fetch(`${gateway.url}/public/v1/reports/x`, { headers, redirect: 'manual', ...init });

  it.each([201, 202, 302, 400, 404, 409, 422, 429, 500, 503])(
    'with status %i keeps its status, headers and body',
    async (status) => {
      const body = '{"msg": "exactly  so"}';
      gateway.upstreams.reports.handle(() => ({
        status,
        body,
        headers: {
          'content-type': 'application/json',
          'x-own': 'yes',
          'set-cookie': ['a=1', 'b=2'],
          location: '/there',
        },
      }));
      const response = await request();
      expect(response.status).toBe(status);
      expect(await response.text()).toBe(body);
      expect(response.headers.get('x-own')).toBe('yes');
      expect(response.headers.get('location')).toBe('/there');
      expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    },
  );

  it('has the headers of the gateway unless the service sets the same', async () => {
    const own = { 'x-request-id': 'of-the-service', 'x-api-version': '9' };
    gateway.upstreams.reports.handle(() => ({ headers: own }));
    expect(Object.fromEntries((await request()).headers)).toMatchObject(own);

    gateway.upstreams.reports.handle(() => ({ headers: { ...own, connection: 'close, X-Request-Id' } }));
    const { headers: received } = await request({ headers: { ...headers, 'x-request-id': 'my-request-1' } });
    expect(received.get('x-request-id')).toBe('my-request-1');
    expect(received.get('x-api-version')).toBe('9');
  });

  it('to HEAD has headers and no body', async () => {
    gateway.upstreams.reports.handle(() => ({ headers: { 'content-length': '12', etag: '"1"' } }));
    const response = await request({ method: 'HEAD' });
    expect(lastRequest(gateway, 'reports').method).toBe('HEAD');
    expect(response.headers.get('etag')).toBe('"1"');
    expect(await response.text()).toBe('');
  });

  it('of 64 MB arrives complete', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    gateway.upstreams.reports.handle(() => ({
      drip: { chunks: Array.from({ length: 64 }, () => megabyte), everyMs: 0 },
    }));
    const response = await request();
    let bytes = 0;
    for await (const chunk of response.body as ReadableStream<Uint8Array>) bytes += chunk.length;
    expect(bytes).toBe(64 * 1024 * 1024);
  });

  it('begins to arrive before the service has finished it', async () => {
    // The pause is so long that the second chunk comes after the end of the test.
    gateway.upstreams.reports.handle(() => ({ drip: { chunks: ['first', 'second'], everyMs: 60_000 } }));
    const reader = (await request()).body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe('first');
    await reader?.cancel();
  });

  it('that breaks off ends the connection, so that no client takes it for complete', async () => {
    gateway.upstreams.reports.handle(() => 'cut');
    await expect(request().then(async (response) => response.text())).rejects.toThrow('terminated');
  });
});

it('POST /hello gets 404 in the error format although its body is not valid JSON', async () => {
  const response = await fetch(`${gateway.url}/public/v1/hello`, {
    method: 'POST',
    body: '{"broken',
    headers: { ...headers, 'content-type': 'application/json' },
  });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    success: false,
    code: 'not_found',
    request_id: expect.any(String),
  });
});
