import type { GatewayWorld } from '../gateway-world.suite';
import { ask, ORIGIN, type PageAnswer, signIns, startSignInWorld } from '../sign-in/sign-in-world.suite';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const VANITY = 'reviews.acme.example';

let gateway: GatewayWorld;
const { verifiedDomain } = signIns(() => gateway);

beforeAll(async () => {
  gateway = await startSignInWorld();
  await verifiedDomain(VANITY);
});
afterAll(() => gateway.close());

const getRoot = (headers: Record<string, string> = {}, method = 'GET'): Promise<PageAnswer> =>
  ask(gateway, '/', { method, headers });

describe('GET /', () => {
  it.each([['plaudit.localhost'], [VANITY]])(
    'redirects a browser to the pages on the host %s',
    async (host) => {
      const answer = await getRoot({ accept: BROWSER, host });
      expect(answer.status).toBe(302);
      expect(answer.headers.location).toBe('/app');
      expect(answer.headers.vary).toBe('Accept');
    },
  );

  it('redirects a browser that uses an unknown host to the host of PUBLIC_URL', async () => {
    const headers = { accept: BROWSER, host: 'evil.example' };
    const { location } = (await getRoot(headers)).headers;
    const next = (await ask(gateway, String(location), { headers })).headers.location;
    expect((await ask(gateway, String(next), { headers })).headers.location).toBe(`${ORIGIN}/app/keys`);
  });

  it.each([[{}], [{ accept: '*/*' }], [{ accept: 'application/json' }]])(
    'returns the paths of the API to a client that sends the headers %j',
    async (headers) => {
      const answer = await getRoot(headers);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toContain('application/json');
      expect(answer.headers.vary).toBe('Accept');
      const places = { api: '/public/v1', docs: '/docs', openapi: '/public/v1/openapi.json' };
      expect(answer.json()).toEqual({ success: true, ...places });
      expect((await ask(gateway, places.openapi)).status).toBe(200);
      expect((await ask(gateway, places.docs)).status).toBe(200);
      expect((await ask(gateway, `${places.api}/hello`)).json()).toMatchObject({ code: 'missing_key' });
    },
  );

  it('answers HEAD requests', async () => {
    expect(await getRoot({}, 'HEAD')).toMatchObject({ status: 200, text: '' });
    const answer = await getRoot({ accept: BROWSER }, 'HEAD');
    expect([answer.status, answer.headers.location]).toEqual([302, '/app']);
  });

  it.each(['POST', 'PUT', 'DELETE'])('answers 404 to %s', async (method) => {
    expect((await getRoot({}, method)).status).toBe(404);
  });
});

describe('the redirect of paths with a trailing slash', () => {
  it.each([
    ['/docs/', '/docs'],
    ['/docs/?x=1', '/docs?x=1'],
    ['/app/', '/app'],
    ['/app/keys/', '/app/keys'],
    ['/login/once/', '/login/once'],
  ])('leads from %s to %s', async (path, page) => {
    const answer = await ask(gateway, path);
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe(page);
  });

  it.each([
    ['GET', '/docs//'],
    ['GET', '//docs/'],
    ['GET', '//evil.example/'],
    ['GET', '/docs/nothing'],
    ['POST', '/docs/'],
    ['DELETE', '/app/session/'],
    ['GET', '/public/v1/openapi.json/'],
    ['GET', '/health/'],
  ])('does not apply to %s %s', async (method, path) => {
    const answer = await ask(gateway, path, { method });
    expect(answer.status).toBe(404);
    expect(answer.json()).toMatchObject({ success: false, code: 'not_found' });
  });
});
