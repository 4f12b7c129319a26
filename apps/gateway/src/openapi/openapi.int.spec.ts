import { ERROR_STATUS } from '@plaudit/contracts';
import { UPSTREAM_NAMES } from '../proxy/route-table';
import { startGatewayWorld, type GatewayWorld } from '../gateway-world.suite';

const REVIEWS = {
  openapi: '3.1.0',
  info: { title: 'Plaudit reviews', version: '1.5.0' },
  paths: {
    '/public/v1/reviews/get': {
      get: {
        operationId: 'listReviews',
        'x-scope': 'reviews:read',
        responses: { 200: { description: 'Done.' } },
      },
    },
  },
  components: { schemas: {}, responses: {}, examples: {}, securitySchemes: {} },
};

describe('GET /public/v1/openapi.json', () => {
  let gateway: GatewayWorld;

  beforeAll(async () => {
    gateway = await startGatewayWorld();
    gateway.upstreams.reviews.handle(() => ({ body: REVIEWS }));
  });
  afterAll(() => gateway.close());

  const request = (headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/public/v1/openapi.json`, { headers });

  it('needs no key, has the operations of the services, and names the services without a document', async () => {
    const response = await request();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-api-version')).toBe('1.5.0');
    expect(await response.json()).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.5.0' },
      paths: {
        '/hello': { get: { operationId: 'hello' } },
        '/openapi.json': { get: { security: [] } },
        '/reviews/get': { get: { operationId: 'listReviews' } },
      },
      'x-unavailable': UPSTREAM_NAMES.filter((name) => name !== 'reviews'),
    });
  });

  describe('describes in the operations of the gateway', () => {
    interface Operation {
      operationId: string;
      description?: string;
      requestBody?: object;
    }
    let operations: Operation[];
    beforeAll(async () => {
      const { paths } = (await (await request()).json()) as {
        paths: Record<string, Record<string, Operation>>;
      };
      operations = Object.values(paths).flatMap((path) => Object.values(path));
    });
    const described = (id: string): string | undefined =>
      operations.find(({ operationId }) => operationId === id)?.description;

    it('that unknown body fields are ignored', () => {
      const withBody = operations
        .filter(({ requestBody }) => requestBody)
        .map(({ operationId }) => operationId);
      expect(withBody.toSorted()).toEqual([
        'addKey',
        'addSubAccount',
        'addUser',
        'callMcp',
        'getLoginUrl',
        'updateAccount',
        'updateKey',
        'updateSubAccount',
        'updateUser',
      ]);
      for (const id of withBody.filter((each) => each !== 'callMcp'))
        expect(described(id)).toContain('Unknown body fields are ignored.');
    });

    it('how exact last_used_on is, and that a key may delete itself', () => {
      expect(described('listKeys')).toContain('`last_used_on` is updated at most once a minute');
      expect(described('deleteKey')).toContain('A key can delete itself');
    });
  });

  it('requests the documents of the services without the key of the client', () => {
    const [received] = gateway.upstreams.reviews.requests;
    expect(received?.headers).toHaveProperty('x-plaudit-principal');
    expect(received?.headers).not.toHaveProperty('authorization');
  });

  it('responds 304 to a client that has the current document', async () => {
    const first = await request();
    const etag = first.headers.get('etag') as string;
    const second = await request({ 'if-none-match': etag });
    expect(second.status).toBe(304);
    expect(await second.text()).toBe('');
    expect((await request({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('is the only public path to the documents of the services', async () => {
    for (const path of ['/internal/openapi.json', '/public/v1/../../internal/openapi.json']) {
      expect((await fetch(`${gateway.url}${path}`)).status).toBe(404);
    }
  });

  it.each(['/docs', '/docs/errors'])('has a page %s whose links and files all exist', async (path) => {
    const page = await fetch(gateway.url + path);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const html = await page.text();
    const addresses = [...html.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, address]) => address as string);
    expect(addresses).toEqual(expect.arrayContaining(['/docs', '/docs/errors', '/public/v1/openapi.json']));
    for (const address of addresses) {
      expect(address).toMatch(/^\/(docs|public\/v1)(\/|$)/);
      expect((await fetch(gateway.url + address)).status).toBe(200);
    }
  });

  it('has a page that explains every error code under an anchor of its own', async () => {
    const html = await (await fetch(`${gateway.url}/docs/errors`)).text();
    const anchors = [...html.matchAll(/<dt id="(\w+)"/g)].map(([, code]) => code);
    expect(new Set(anchors)).toEqual(new Set(Object.keys(ERROR_STATUS)));
    expect(html).toContain('Send <code>before_ts</code> and <code>before_id</code> together');
  });

  it('responds 404 to any other file of the reference page', async () => {
    for (const name of ['package.json', '..%2fpackage.json', 'constructor', 'swagger-ui.js']) {
      expect((await fetch(`${gateway.url}/docs/assets/${name}`)).status).toBe(404);
    }
  });
});
