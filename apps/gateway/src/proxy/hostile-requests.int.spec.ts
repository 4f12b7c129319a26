import { basic, type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';
import { sendRaw } from '../raw-http.suite';

let gateway: GatewayWorld;
beforeAll(async () => (gateway = await startGatewayWorld()));
afterAll(async () => gateway.close());

function received(): number {
  return Object.values(gateway.upstreams).reduce((sum, { requests }) => sum + requests.length, 0);
}

function withKey(requestLine: string, ...headers: string[]): string[] {
  return [requestLine, 'Host: gateway', `Authorization: ${basic(gateway.apiKey).authorization}`, ...headers];
}

describe('the gateway', () => {
  it.each([
    'http://gateway/public/v1/hello',
    'http://gateway/public/v1/reviews/get',
    'https://elsewhere/public/v1/reviews/get',
    '//public/v1/reviews/get',
    '/public//v1/reviews/get',
    '/public/v1//reviews/get',
    '/public/v1/../',
    '/public/v1/..',
    '/public/v1/%2e%2e/',
    '/public/v1/../internal/reviews',
    '/w/../internal/rev',
    '/app/..%2finternal/rev',
    '/app/%2e%2e/public/v1/reviews/get',
    '/login/once/../../public/v1/reviews/get',
    '/public/v1/reviews/get/%2f',
    '/PUBLIC/V1/reviews/get',
    'http://gateway@elsewhere/public/v1/reviews/get',
    '/public/v1/reviews/../../../internal/rev',
    '/public/v1/reviews/..',
    '/public/v1/./reviews/get',
    '/public/v1/%2e%2e/internal/rev',
    '/public/v1/reviews/%2e%2e/webhooks/get',
    '/public/v1/reviews/.%2E/webhooks/get',
    '/public/v1/reviews%2fget',
    '/public/v1/reviews/..%2f..%2f..%2finternal',
    '/public/v1/reviews/..%5c..%5cinternal',
    '/public/v1/reviews\\..\\internal',
    '/public/v1/reviews/..;/webhooks/get',
    '/public/v1/reviews/%252e%252e/webhooks',
    '/public/v1/%72eviews/get',
    '/embed/../public/v1/reviews/get',
    '/embed/%2e%2e/public/v1/reviews/get',
    '/public/v1/openapi.json/../reviews/get',
    '/public/v1/openapi.json%2f..%2freviews/get',
    '/health/../internal/rev',
    '/internal/reviews/rev',
    '/public/v1/reviews/get#x',
    '/public/v1/reviews/%00',
    '/public/v1/reviews/%ff',
    '/public/v1/reviews/%',
    '*',
  ])('refuses GET %s, which reaches no service', async (target) => {
    const before = received();
    const { status, body } = await sendRaw(gateway.url, withKey(`GET ${target} HTTP/1.1`));
    expect([400, 404]).toContain(status);
    expect(body === '' ? { success: false } : JSON.parse(body)).toMatchObject({ success: false });
    expect(received()).toBe(before);
  });

  it.each([
    '/public/v1/hello/../hello',
    '/public/v1/openapi.json/../hello',
    '/health/../public/v1/hello',
    '/public/v1/%68ello',
    '//public/v1/hello',
    'http://gateway/public/v1/hello',
    '/app/../public/v1/hello',
    '/app/keys/..%2f..%2fpublic/v1/hello',
    '/docs/assets/..%2f..%2fpublic%2fv1%2fhello',
    '/public/v1/../public/v1/hello',
  ])('refuses GET %s without a key', async (target) => {
    const { status } = await sendRaw(gateway.url, [`GET ${target} HTTP/1.1`, 'Host: gateway']);
    expect([400, 404]).toContain(status);
  });

  it.each([
    ['both lengths', ['Content-Length: 6', 'Transfer-Encoding: chunked'], '0\r\n\r\nX'],
    ['two lengths', ['Content-Length: 1', 'Content-Length: 2'], 'xx'],
    ['a negative length', ['Content-Length: -1'], ''],
    ['an odd transfer encoding', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['a folded header', ['X-A: 1', ' Transfer-Encoding: chunked'], ''],
    ['a space before the colon', ['Content-Length : 3'], 'xxx'],
  ])('refuses a request with %s', async (_what, headers, body) => {
    const before = received();
    const { status } = await sendRaw(
      gateway.url,
      withKey('POST /public/v1/reviews/add HTTP/1.1', ...headers),
      body,
    );
    expect(status).toBe(400);
    expect(received()).toBe(before);
  });

  describe('for a request with two Host headers', () => {
    it.each([
      ['/public/v1/reviews/get', ['Host: gateway']],
      ['/public/v1/reviews/get', ['Host: elsewhere']],
      ['/public/v1/hello', ['HOST: elsewhere']],
      ['/embed/v1/w_1', ['host: elsewhere']],
      ['/app/sign-in', ['Host: elsewhere', 'Host: gateway']],
      ['/health/live', ['Host:']],
      ['/nowhere', ['Host: elsewhere']],
    ])('responds 400 on %s (%j)', async (path, more) => {
      const before = received();
      const { status, body, headers } = await sendRaw(gateway.url, withKey(`GET ${path} HTTP/1.1`, ...more));
      expect(status).toBe(400);
      expect(JSON.parse(body)).toEqual({
        success: false,
        msg: 'Send exactly one Host header.',
        code: 'validation_failed',
        request_id: headers['x-request-id'],
      });
      expect(received()).toBe(before);
    });

    it('responds as to one without a Host header, which only HTTP/1.0 may leave out', async () => {
      const { authorization } = basic(gateway.apiKey);
      const from = (version: string) =>
        sendRaw(gateway.url, [`GET /public/v1/hello HTTP/${version}`, `Authorization: ${authorization}`]);
      const refused = await from('1.1');
      expect([refused.status, JSON.parse(refused.body).msg]).toEqual([400, 'Send exactly one Host header.']);
      expect(await from('1.0')).toMatchObject({ status: 200 });
    });

    it('does not count headers with similar names', async () => {
      const lines = withKey('GET /public/v1/hello HTTP/1.1', 'X-Host: elsewhere', 'Hos: elsewhere');
      expect(await sendRaw(gateway.url, lines)).toMatchObject({ status: 200 });
    });
  });

  it('responds to an upgrade request normally and does not pass Upgrade on', async () => {
    const lines = withKey(
      'GET /public/v1/reviews/get HTTP/1.1',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
    );
    expect(await sendRaw(gateway.url, lines)).toMatchObject({ status: 200 });
    expect(gateway.upstreams.reviews.requests.at(-1)?.headers).not.toHaveProperty('upgrade');
  });

  it('keeps the headers of the gateway when Connection names them', async () => {
    const lines = withKey(
      'GET /public/v1/reviews/get HTTP/1.1',
      'Connection: x-plaudit-principal, x-forwarded-for, x-request-id, x-mine',
      'X-Mine: 1',
    );
    expect(await sendRaw(gateway.url, lines)).toMatchObject({ status: 200 });
    const { headers } = gateway.upstreams.reviews.requests.at(-1) ?? { headers: {} };
    expect(headers).toMatchObject({
      'x-plaudit-principal': expect.stringMatching(/^ey/),
      'x-forwarded-for': '127.0.0.1',
      'x-request-id': expect.any(String),
    });
    expect(headers).not.toHaveProperty('x-mine');
  });

  it('sends the service one principal when the client sends several in different spellings', async () => {
    const lines = withKey(
      'GET /public/v1/reviews/get HTTP/1.1',
      'x-plaudit-principal: one',
      'X-PLAUDIT-PRINCIPAL: two',
      'X-Plaudit-Principal: three',
    );
    expect(await sendRaw(gateway.url, lines)).toMatchObject({ status: 200 });
    const names =
      gateway.upstreams.reviews.requests.at(-1)?.rawHeaders.filter((_, index) => index % 2 === 0) ?? [];
    expect(names.filter((name) => name.toLowerCase() === 'x-plaudit-principal')).toHaveLength(1);
  });

  it('routes by the request line and ignores headers that name another path, method or account', async () => {
    const lines = withKey(
      'GET /public/v1/reviews/get?limit=1 HTTP/1.1',
      'X-Original-URL: /public/v1/webhooks/get',
      'X-Rewrite-URL: /public/v1/webhooks/get',
      'X-Forwarded-Prefix: /internal',
      'X-Forwarded-Uri: /public/v1/webhooks/get',
      'X-HTTP-Method-Override: DELETE',
      'X-Method-Override: DELETE',
      'X-Forwarded-Host: elsewhere',
      'X-Forwarded-Proto: https',
      'Forwarded: for=203.0.113.9;host=elsewhere;proto=https',
      'X-Account-Id: 2',
      'X-Sub-Account-Id: 2',
    );
    const elsewhere = gateway.upstreams.webhooks.requests.length;
    expect(await sendRaw(gateway.url, lines)).toMatchObject({ status: 200 });
    const { method, path, query, headers } = gateway.upstreams.reviews.requests.at(-1)!;
    expect([method, path, String(query)]).toEqual(['GET', '/public/v1/reviews/get', 'limit=1']);
    expect(headers).toMatchObject({ 'x-forwarded-host': 'gateway', 'x-forwarded-proto': 'http' });
    for (const name of ['x-original-url', 'x-rewrite-url', 'x-forwarded-prefix', 'forwarded'])
      expect(headers).not.toHaveProperty(name);
    expect(gateway.upstreams.webhooks.requests).toHaveLength(elsewhere);
  });

  describe('for a client that sends a principal signed by the gateway', () => {
    let principal: string;
    beforeAll(async () => {
      const manager = await gateway.addKey({ accountManagement: true });
      const { authorization } = basic(manager);
      await sendRaw(gateway.url, [
        'GET /public/v1/reviews/get HTTP/1.1',
        'Host: gateway',
        `Authorization: ${authorization}`,
      ]);
      principal = String(gateway.upstreams.reviews.requests.at(-1)?.headers['x-plaudit-principal']);
      expect(principal).toMatch(/^ey/);
    });

    it.each([
      '/public/v1/account',
      '/public/v1/keys',
      '/public/v1/hello',
      '/public/v1/reviews/get',
      '/public/v1/mcp',
    ])('responds 401 on %s without a key', async (path) => {
      const before = received();
      const lines = [`GET ${path} HTTP/1.1`, 'Host: gateway', `X-Plaudit-Principal: ${principal}`];
      expect(await sendRaw(gateway.url, lines)).toMatchObject({ status: 401 });
      expect(received()).toBe(before);
    });

    it('adds no scope to a key with fewer, even when it is sent twice', async () => {
      const { authorization } = basic(await gateway.addKey({ role: 'user' }));
      const { status, body } = await sendRaw(gateway.url, [
        'GET /public/v1/account HTTP/1.1',
        'Host: gateway',
        `x-plaudit-principal: ${principal}`,
        `Authorization: ${authorization}`,
        `X-Plaudit-Principal: ${principal}`,
      ]);
      expect(status).toBe(403);
      expect(JSON.parse(body)).toMatchObject({ required: 'account:manage' });
    });
  });
});
