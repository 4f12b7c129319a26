import { ERROR_STATUS, PRINCIPAL_HEADER, urlVariable } from '@plaudit/contracts';
import {
  type ApiDocument,
  type ApiResponse,
  Clock,
  principalPublicKey,
  PrincipalVerifier,
  runInContext,
  Secrets,
  SERVICE_DOCUMENT_PATH,
  ServiceClient,
} from '@plaudit/runtime';
import { type FixtureServer, RecordedLogs, startFixtureServer } from '@plaudit/testing';
import { Logger } from '@nestjs/common';
import { UPSTREAM_NAMES, type UpstreamName } from '../proxy/route-table';
import { startGatewayWorld, type GatewayWorld, basic, NOBODY_URL } from '../gateway-world.suite';
import { PrincipalTokensService, SIGNING_SEED_LABEL } from '../authentication/principal-tokens.service';
import { GatewayEnv } from '../gateway.env';
import { ServiceDocumentsCache } from './service-documents.cache';

describe('GET /public/v1/openapi.json', () => {
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
        'updateAppPolicy',
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

const BURST = 3;

/** Headers of this API. All others belong to HTTP itself or tell browsers what to do. */
const OURS = /^(x-(?!content-type-options$)|ratelimit-|retry-after$|idempotency-|www-authenticate$)/;

describe('the response headers of the OpenAPI document', () => {
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

class HandClock extends Clock {
  private at = Date.parse('2026-01-01T00:00:00Z');

  override now(): Date {
    return new Date(this.at);
  }

  pass(seconds: number): void {
    this.at += seconds * 1_000;
  }
}

function documentOf(title: string): object {
  return { openapi: '3.1.0', info: { title, version: '1' }, paths: {}, components: { schemas: {} } };
}

const secrets = new Secrets(Buffer.alloc(32, 7).toString('base64'));

const publicKey = principalPublicKey(secrets.derive(SIGNING_SEED_LABEL));

function tokens(): PrincipalTokensService {
  const env = Object.assign(new GatewayEnv(), { PRINCIPAL_PUBLIC_KEYS: publicKey });
  return new PrincipalTokensService(env, secrets, new Clock());
}

describe('ServiceDocumentsCache', () => {
  let servers: Record<UpstreamName, FixtureServer>;
  let client: ServiceClient;
  let clock: HandClock;
  let documents: ServiceDocumentsCache;

  beforeAll(() => Logger.overrideLogger(new RecordedLogs()));
  beforeEach(async () => {
    const started = UPSTREAM_NAMES.map(async (name) => [
      name,
      await startFixtureServer(() => ({ body: documentOf(name) })),
    ]);
    servers = Object.fromEntries(await Promise.all(started)) as typeof servers;
    // The factor makes the timeouts so long that a busy machine does not make a service late.
    ask({ timeoutFactor: 4 });
  });
  afterEach(async () => {
    await client.close();
    await Promise.all(Object.values(servers).map((server) => server.close()));
  });

  /** Makes the cache. A service that does not respond is late after five times the factor, in seconds. */
  function ask(options: { timeoutFactor: number }): void {
    client = new ServiceClient(
      Object.fromEntries(
        UPSTREAM_NAMES.map((name) => [urlVariable(name), `${NOBODY_URL},${servers[name].url}`]),
      ),
      options,
    );
    clock = new HandClock();
    documents = new ServiceDocumentsCache(client, tokens(), clock);
  }

  async function titles(): Promise<(string | null)[]> {
    return (await documents.parts()).map(({ document }) => document?.info.title ?? null);
  }

  it('sends each service a public token that only it and the services that it asks accept', async () => {
    const caller = { service: 'gateway', principalToken: 'the token of the client' };
    await runInContext(caller, () => documents.parts());
    const token = String(servers.channels.requests[0]?.headers[PRINCIPAL_HEADER]);
    expect(await new PrincipalVerifier(publicKey, 'channels').verify(token)).toMatchObject({
      scopes: ['public'],
    });
    for (const other of ['webhooks', 'gateway'] as const) {
      await expect(new PrincipalVerifier(publicKey, other).verify(token)).rejects.toMatchObject({
        status: 401,
      });
    }
  });

  it('requests the document of every service once a minute', async () => {
    expect(await titles()).toEqual(UPSTREAM_NAMES);
    expect(servers.ai.requests.map(({ path }) => path)).toEqual([SERVICE_DOCUMENT_PATH]);
    const first = await documents.parts();
    clock.pass(59);
    expect(await documents.parts()).toBe(first);
    expect(servers.ai.requests).toHaveLength(1);
    clock.pass(2);
    expect(await documents.parts()).toBe(first);
    expect(servers.ai.requests).toHaveLength(2);
  });

  it('returns a changed document after a minute', async () => {
    await documents.parts();
    servers.ai.handle(() => ({ body: documentOf('ai, but newer') }));
    clock.pass(30);
    expect(await titles()).toContain('ai');
    clock.pass(31);
    expect(await titles()).toContain('ai, but newer');
  });

  it('sends one request per service for concurrent calls', async () => {
    const [first, second] = await Promise.all([documents.parts(), documents.parts()]);
    expect(first).toBe(second);
    expect(servers.reviews.requests).toHaveLength(1);
  });

  it.each<[string, Parameters<FixtureServer['handle']>[0]]>([
    ['resets the connection', () => 'reset'],
    ['breaks off its response', () => 'cut'],
    ['responds 500', () => ({ status: 500, body: { success: false } })],
    ['responds 404', () => ({ status: 404, body: { success: false } })],
    ['responds with a page', () => ({ body: '<html></html>' })],
    ['responds with other JSON', () => ({ body: { service: 'ai' } })],
    ['responds with null', () => ({ body: 'null' })],
    ['responds in another OpenAPI version', () => ({ body: { ...documentOf('ai'), openapi: '3.0.0' } })],
    ['never responds', () => 'hang'],
  ])('returns null for a service that %s, and asks it again after five seconds', async (_name, fault) => {
    await client.close();
    ask({ timeoutFactor: 1 });
    servers.ai.handle(fault);
    expect(await titles()).toEqual(UPSTREAM_NAMES.map((name) => (name === 'ai' ? null : name)));
    servers.ai.handle(() => ({ body: documentOf('ai') }));
    clock.pass(4);
    expect(await titles()).toContain(null);
    clock.pass(2);
    expect(await titles()).toEqual(UPSTREAM_NAMES);
  });

  it('keeps the last document of a service that has stopped', async () => {
    await documents.parts();
    servers.ai.handle(() => 'reset');
    for (let minute = 0; minute < 5; minute += 1) {
      clock.pass(61);
      expect(await titles()).toEqual(UPSTREAM_NAMES);
    }
  });
});
