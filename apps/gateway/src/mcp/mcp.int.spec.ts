import { createDataSource, Database } from '@plaudit/database';
import {
  administer,
  eventually,
  type FixtureResponse,
  HttpClient,
  type HttpOptions,
  type RecordedRequest,
  runWhole,
} from '@plaudit/testing';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  addAccessToken,
  basic,
  type GatewayWorld,
  IMPATIENT,
  startGatewayWorld,
} from '../gateway-world.suite';
import { gatewayService } from '../service';
import { McpCallsRepository } from './mcp-calls.repository';
import { callTool, connectMcp, toolNames } from './mcp-client.suite';
import { allTools, documentOf } from './committed-tools.suite';
import { startMcpGateway } from './mcp-gateway.suite';
import { failTogether, type ServiceFault } from '../proxy/faulty-services.suite';
import { MCP_PATH, type UpstreamName, findDestination } from '../proxy/route-table';
import { sendRaw } from '../raw-http.suite';
import { type ArgumentPlace, inputSchemaOf, type Tool, type ToolArgument } from './tool';

interface Row {
  id: number;
  account_id: number;
  sub_account_id: number;
  key_id: number;
  tool: string;
  arguments: object;
  request_id: string;
  status: number | null;
  code: string | null;
  called_on: Date;
  answered_on: Date | null;
}

describe('mcp audit.service', () => {
  let gateway: GatewayWorld;

  let client: Client;

  let keyId: number;

  beforeAll(async () => {
    gateway = await startMcpGateway();
    const key = await gateway.addKey({ role: 'editor' });
    const [row] = await gateway.world.admin.query<{ id: number }>('select max(id) as id from gateway.keys');
    keyId = Number(row?.id);
    client = await connectMcp(gateway.url, basic(key));
  });

  afterAll(async () => {
    await client.close();
    await gateway.close();
  });

  async function rows(): Promise<Row[]> {
    return gateway.world.admin.query<Row>('select * from gateway.mcp_calls order by id');
  }

  async function lastRow(): Promise<Row> {
    return (await rows()).at(-1) as Row;
  }

  describe('the audit of tool calls', () => {
    it('records account, key, tool, time and outcome of a call', async () => {
      await callTool(client, 'update_review', { id: 7, status: 'approved', text: 'Great bread.' });
      const request = gateway.upstreams.reviews.requests.at(-1);
      const row = await lastRow();
      expect(row).toMatchObject({
        account_id: expect.anything(),
        sub_account_id: expect.anything(),
        tool: 'update_review',
        arguments: { id: 7, status: 'approved', text: '[text]' },
        request_id: request?.headers['x-request-id'],
        status: 200,
        code: null,
      });
      expect(Number(row.key_id)).toBe(keyId);
      expect(row.answered_on?.getTime()).toBeGreaterThanOrEqual(row.called_on.getTime());
    });

    it('has one row per call and none for other messages', async () => {
      const before = (await rows()).length;
      await client.listTools();
      await client.ping();
      await expect(callTool(client, 'delete_review', { id: 1 })).rejects.toThrow(/no tool/);
      expect(await rows()).toHaveLength(before);
      await callTool(client, 'list_reviews');
      await callTool(client, 'list_reviews');
      expect(await rows()).toHaveLength(before + 2);
    });

    it('records status and code of an error of the API', async () => {
      const body = { success: false, msg: 'No review with id 8 belongs to this account.', code: 'not_found' };
      gateway.upstreams.reviews.handle(() => ({ status: 404, body }));
      await callTool(client, 'get_review', { id: 8 });
      expect(await lastRow()).toMatchObject({ arguments: { id: 8 }, status: 404, code: 'not_found' });
      gateway.upstreams.reviews.handle(() => ({ body: {} }));
    });

    it.each([
      ['a key', () => gateway.addKey({ scopes: ['reviews:read'] }), 200],
      ['an app', () => addAccessToken(gateway, { scopes: ['reviews:read'] }), 403],
    ])(
      'has one refusal if %s lacks a right, with the user agent of its request',
      async (_name, add, status) => {
        const key = await add();
        const refusals = () =>
          gateway.world.admin.query("select agent, after from gateway.audit where action = 'access.refused'");
        const body = { success: false, msg: 'No.', code: 'forbidden', required: 'reviews:write' };
        gateway.upstreams.reviews.handle(() => ({ status: 403, body }));
        const before = await refusals();
        const message = JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'update_review', arguments: { id: 7, status: 'approved' } },
        });
        for (const agent of [[], ['User-Agent: Assistant/1.0']]) {
          const { status: sent } = await sendRaw(
            gateway.url,
            [
              'POST /public/v1/mcp HTTP/1.1',
              'Host: x',
              `Authorization: Bearer ${key}`,
              `Accept: ${ACCEPT}`,
              'Content-Type: application/json',
              `Content-Length: ${message.length}`,
              ...agent,
            ],
            message,
          );
          expect(sent).toBe(status);
        }
        gateway.upstreams.reviews.handle(() => ({ body: {} }));
        const after = { method: 'PUT', route: '/reviews/update/{id}', required: 'reviews:write' };
        expect((await refusals()).slice(before.length)).toEqual([
          { agent: null, after },
          { agent: 'Assistant/1.0', after },
        ]);
      },
    );

    it('records a call whose arguments were refused before any request', async () => {
      await callTool(client, 'get_review', { id: 'x', secret: 'live_1' });
      expect(await lastRow()).toMatchObject({
        arguments: { id: '[text]' },
        status: 400,
        code: 'invalid_value',
      });
    });

    it('stores neither secrets nor personal data', async () => {
      const secrets = ['live_0123456789', 'noa@example.com', 'Noa Bergman', '+33142685300'];
      await callTool(client, 'add_channel', {
        type: 'survey',
        access_token: secrets[0],
        trend_id: secrets[0],
      });
      await callTool(client, 'add_review', {
        from_name: secrets[2],
        from_email: secrets[1],
        text: 'x',
        additional: { a: secrets[1] },
      });
      await callTool(client, 'update_review', { id: secrets[3], from_name: secrets[2], status: secrets[1] });
      await callTool(client, 'list_reviews', { q: secrets[1], [secrets[1] as string]: 1 });
      const everything = JSON.stringify(await rows());
      for (const secret of secrets) expect(everything).not.toContain(secret);
      expect(everything).not.toContain('rk_');
    });

    it('has the row before the API receives the request', async () => {
      let seen: Row | undefined;
      gateway.upstreams.widgets.handle(async () => {
        seen = await lastRow();
        return { body: {} };
      });
      await callTool(client, 'create_widget', { type: 'list' });
      expect(seen).toMatchObject({
        tool: 'create_widget',
        arguments: { type: 'list' },
        status: null,
        answered_on: null,
      });
      expect(await lastRow()).toMatchObject({ status: 200 });
    });

    it('leaves the status empty when the client disconnects before the response', async () => {
      gateway.upstreams.webhooks.handle(() => 'hang');
      const gone = new AbortController();
      const message = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list_webhooks', arguments: {} },
      };
      const answer = fetch(`${gateway.url}${MCP_PATH}`, {
        method: 'POST',
        signal: gone.signal,
        headers: {
          ...basic(gateway.apiKey),
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        body: JSON.stringify(message),
      });
      await eventually(
        async () => gateway.upstreams.webhooks.requests.length,
        (count) => count > 0,
        'the call to arrive',
      );
      gone.abort();
      await expect(answer).rejects.toThrow(/aborted/);
      expect(await lastRow()).toMatchObject({ tool: 'list_webhooks', status: null, answered_on: null });
    });
  });

  describe('a call that cannot be recorded', () => {
    it('is refused with 503 and sends no request', async () => {
      await gateway.world.admin.query('alter table gateway.mcp_calls rename to mcp_calls_away');
      const before = gateway.upstreams.reviews.requests.length;
      const answer = await callTool(client, 'list_reviews');
      await gateway.world.admin.query('alter table gateway.mcp_calls_away rename to mcp_calls');
      expect(answer).toMatchObject({
        isError: true,
        data: { status: 503, code: 'upstream_unavailable' },
      });
      expect(gateway.upstreams.reviews.requests).toHaveLength(before);
      expect(await callTool(client, 'list_reviews')).toMatchObject({ isError: false });
    });

    it('still gets its response when only the outcome cannot be recorded', async () => {
      gateway.upstreams.reviews.handle(async () => {
        await gateway.world.admin.query('alter table gateway.mcp_calls rename to mcp_calls_away');
        return { body: { made: true } };
      });
      const answer = await callTool(client, 'list_reviews');
      await gateway.world.admin.query('alter table gateway.mcp_calls_away rename to mcp_calls');
      expect(answer).toMatchObject({ isError: false, data: { made: true } });
      expect(await lastRow()).toMatchObject({ tool: 'list_reviews', status: null });
    });
  });

  it('McpCallsRepository.purge() deletes calls older than 90 days', async () => {
    const add = `insert into gateway.mcp_calls (account_id, sub_account_id, key_id, tool, arguments, request_id, called_on)
               select 1, 1, 1, $1, '{}', 'r', now() - $2::interval from generate_series(1, $3)`;
    await gateway.world.admin.query(add, ['old', '90 days 1 minute', 11_000]);
    await gateway.world.admin.query(add, ['kept', '89 days 23 hours', 2]);
    const before = (await rows()).length;
    const dataSource = createDataSource({
      url: gateway.world.databaseUrl('gateway'),
      schema: 'gateway',
      entities: gatewayService.entities,
      migrations: [],
    });
    await dataSource.initialize();
    const calls = new McpCallsRepository(new Database(dataSource, 'gateway'));
    // Another replica holds one of the rows. purge() skips it instead of waiting.
    await administer(gateway.world.databaseUrl('gateway'), async (other) => {
      await other.query('begin');
      await other.query("select from gateway.mcp_calls where tool = 'old' limit 1 for update");
      await runWhole(() => calls.purge());
      expect(await rows()).toHaveLength(before - 10_999);
      await other.query('rollback');
    });
    await runWhole(() => calls.purge());
    await dataSource.destroy();
    const left = await rows();
    expect(left).toHaveLength(before - 11_000);
    expect(left.filter(({ tool }) => tool === 'kept')).toHaveLength(2);
  });
});

describe('mcp faults', () => {
  let gateway: GatewayWorld;

  let client: Client;

  /** Each fault has its own service, because a breaker remembers failures. */
  const FAULTS: readonly ServiceFault[] = [
    ['does not respond in time', 'channels', 'list_channels', 'hang'],
    ['resets the connection', 'widgets', 'list_widgets', 'reset'],
    ['is behind a proxy that responds 502', 'webhooks', 'list_webhooks', { status: 502, body: '<html>' }],
  ];
  let outcomes: ReturnType<typeof failTogether>;

  beforeAll(async () => {
    gateway = await startMcpGateway(IMPATIENT);
    client = await connectMcp(gateway.url, basic(gateway.apiKey));
    outcomes = failTogether(FAULTS, gateway, {
      send: (tool) => callTool(client, tool),
      isFine: ({ isError }) => !isError,
      failureOf: (service) => ({
        isError: true,
        data: {
          status: 503,
          success: false,
          code: 'upstream_unavailable',
          msg: `The ${service} service is not available; try again shortly.`,
          request_id: expect.any(String) as string,
        },
      }),
      other: 'list_reviews',
    });
  });

  afterAll(async () => {
    await Promise.allSettled(outcomes.values());
    await client.close();
    await gateway.close();
  });

  it.each(FAULTS)(
    'a tool whose service %s returns a 503 as its result, and works again when the service does',
    async (_what, service) => {
      await expect(outcomes.get(service)).resolves.toBeUndefined();
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
});

/** The refill is so slow that no token comes back during the spec. */
const SETTINGS = { THROTTLE_BURST: '7', THROTTLE_RATE: '0.001' };

const HEADERS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

describe('mcp throttle', () => {
  let gateway: GatewayWorld;

  beforeAll(async () => (gateway = await startMcpGateway(SETTINGS)));

  afterAll(async () => gateway.close());

  async function send(message: object, key: string): Promise<Response> {
    return fetch(`${gateway.url}${MCP_PATH}`, {
      method: 'POST',
      headers: { ...basic(key), ...HEADERS },
      body: JSON.stringify(message),
    });
  }

  function call(name: string, args: object): object {
    return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  }

  /** Returns how many tokens a new key has left after the messages. */
  async function leftAfter(messages: readonly object[]): Promise<number> {
    const key = await gateway.addKey();
    for (const message of messages) await (await send(message, key)).text();
    const hello = await fetch(`${gateway.url}/public/v1/hello`, { headers: basic(key) });
    return Number(hello.headers.get('ratelimit-remaining')) + 1;
  }

  describe('the cost of an MCP message', () => {
    it.each<[string, object, number]>([
      ['a tool call', call('list_reviews', {}), 1],
      ['a tool call that translates', call('list_reviews', { translate: 'fr' }), 5],
      ['a tool call that the API refuses', call('get_account', {}), 1],
      ['a tool call with invalid arguments', call('get_review', {}), 1],
      ['a call of a tool that does not exist', call('delete_review', { id: 1 }), 1],
      ['the list of tools', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, 1],
      ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }, 1],
      ['garbage', { hello: 1 }, 1],
    ])('is that of its API request, and at least one, for %s', async (_what, message, cost) => {
      expect(await leftAfter([message])).toBe(7 - cost);
    });
  });

  it('MCP and the rest of the API share the tokens of a key', async () => {
    const key = await gateway.addKey();
    for (let i = 0; i < 7; i += 1) {
      expect((await fetch(`${gateway.url}/public/v1/hello`, { headers: basic(key) })).status).toBe(200);
    }
    const response = await send(call('list_reviews', {}), key);
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({ success: false, code: 'rate_limited' });
  });

  describe('an MCP message of a key without tokens', () => {
    let key: string;
    beforeAll(async () => {
      key = await gateway.addKey();
      for (let i = 0; i < 7; i += 1) await fetch(`${gateway.url}/public/v1/hello`, { headers: basic(key) });
    });

    it('is refused before its body has arrived', async () => {
      const { authorization } = basic(key);
      const lines = [`POST ${MCP_PATH} HTTP/1.1`, 'Host: x', `Authorization: ${authorization}`];
      const refused = await sendRaw(gateway.url, [...lines, 'Content-Length: 2000000'], '{"jsonrpc":"2.0",');
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    });

    it.each([
      ['a large body', { jsonrpc: '2.0', id: 1, method: 'ping', params: { text: 'x'.repeat(1_000_000) } }],
      ['the list of tools', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
      ['a tool call', call('list_reviews', {})],
      ['a call of a tool that does not exist', call('delete_review', { id: 1 })],
      ['garbage', { hello: 1 }],
    ])('gets 429 for %s, and no service is asked', async (_what, message) => {
      const received = () => Object.values(gateway.upstreams).flatMap(({ requests }) => requests).length;
      const before = received();
      const response = await send(message, key);
      expect(response.status).toBe(429);
      expect(await response.json()).toMatchObject({
        success: false,
        code: 'rate_limited',
        msg: expect.stringMatching(/^This key .* try again in \d+ s\.$/),
      });
      expect(received()).toBe(before);
    });
  });

  it('a message without an API request returns the rate limit headers', async () => {
    const { headers } = await send({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, await gateway.addKey());
    expect(headers.get('ratelimit-remaining')).toBe('6');
    expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(900);
  });

  describe('an MCP client above the rate limit', () => {
    let key: string;
    let client: Client;
    beforeAll(async () => {
      key = await gateway.addKey();
      // Connecting costs two tokens: initialize and its notification.
      client = await connectMcp(gateway.url, basic(key));
    });
    afterAll(() => client.close());

    it('reads in the result when to try again if only the API request is refused, and the service receives none', async () => {
      for (let i = 0; i < 3; i += 1)
        expect(await callTool(client, 'list_reviews')).toMatchObject({ isError: false });
      const before = gateway.upstreams.reviews.requests.length;
      // Two tokens are left. The message costs one, and the translated list four more.
      expect(await callTool(client, 'list_reviews', { translate: 'fr' })).toEqual({
        isError: true,
        data: {
          status: 429,
          success: false,
          code: 'rate_limited',
          msg: expect.stringMatching(/try again in \d+ s/),
          retry_after_seconds: expect.any(Number),
          request_id: expect.any(String),
        },
        text: expect.any(String),
      });
      expect(gateway.upstreams.reviews.requests).toHaveLength(before);
    });

    it('gets the rate limit headers with the result', async () => {
      const response = await send(call('list_reviews', { translate: 'fr' }), key);
      expect(response.status).toBe(200);
      expect(response.headers.get('ratelimit-limit')).toBe('7');
      expect(response.headers.get('ratelimit-remaining')).toBe('0');
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    });

    it('gets 429 for every message when no token is left', async () => {
      const response = await send({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, key);
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(response.headers.get('ratelimit-remaining')).toBe('0');
      expect(Number(response.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
      expect(await response.json()).toMatchObject({ success: false, code: 'rate_limited' });
    });

    it('adds no rows to the audit', async () => {
      const count = async (): Promise<number> => {
        const [row] = await gateway.world.admin.query<{ count: string }>(
          'select count(*) from gateway.mcp_calls',
        );
        return Number(row?.count);
      };
      const spender = await gateway.addKey();
      for (let i = 0; i < 4; i += 1) await send({ jsonrpc: '2.0', id: 1, method: 'ping' }, spender);
      const before = await count();
      for (let i = 0; i < 5; i += 1) await send(call('list_reviews', { translate: 'fr' }), spender);
      expect(await count()).toBe(before);
    });

    it('does not affect other keys', async () => {
      const other = await connectMcp(gateway.url, basic(await gateway.addKey()));
      expect(await callTool(other, 'list_reviews')).toMatchObject({ isError: false });
      await other.close();
    });
  });
});

const ACCEPT = 'application/json, text/event-stream';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

interface McpResponse {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

describe('mcp.routes', () => {
  let gateway: GatewayWorld;

  beforeAll(async () => (gateway = await startMcpGateway({ PUBLIC_URL: 'https://reviews.example.com' })));

  afterAll(async () => gateway.close());

  async function send(init: HttpOptions & { method?: string } = {}): Promise<McpResponse> {
    const { method = 'POST', ...options } = init;
    const client = new HttpClient(gateway.url, {
      ...basic(gateway.apiKey),
      accept: ACCEPT,
      'content-type': 'application/json',
    });
    const { status, headers, body } = await client.send(method, MCP_PATH, options);
    return { status, headers, body: body === '' ? null : body };
  }

  function post(message: unknown, headers: Record<string, string> = {}): Promise<McpResponse> {
    return send({ body: typeof message === 'string' ? message : JSON.stringify(message), headers });
  }

  function call(name: string, args: unknown, more: object = {}): object {
    return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, ...more } };
  }

  function received(): number {
    return Object.values(gateway.upstreams).reduce((sum, { requests }) => sum + requests.length, 0);
  }

  describe('the API key of the MCP endpoint', () => {
    it('is requested with the two authentication schemes when it is missing', async () => {
      const response = await fetch(`${gateway.url}${MCP_PATH}`, {
        method: 'POST',
        body: JSON.stringify(LIST),
      });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer .*Basic /);
      expect(await response.json()).toMatchObject({ success: false, code: 'missing_key' });
    });

    it.each([
      ['wrong', { authorization: `Bearer rk_${'x'.repeat(40)}` }, 'invalid_key'],
      ['not in the format of a key', { authorization: 'Bearer nothing' }, 'invalid_key'],
      ['of another scheme', { authorization: 'Digest x' }, 'invalid_key'],
    ])('is refused when it is %s', async (_what, headers, code) => {
      expect(await post(LIST, headers)).toMatchObject({ status: 401, body: { success: false, code } });
    });

    it('is refused when it has expired', async () => {
      const key = await gateway.addKey({ expiresOn: `now() - interval '1 second'` });
      expect(await post(LIST, basic(key))).toMatchObject({ status: 401, body: { code: 'key_expired' } });
    });
  });

  describe('a request of a web page to the MCP endpoint', () => {
    it.each([
      'https://evil.example',
      'http://reviews.example.com',
      'https://reviews.example.com.evil.example',
      'null',
    ])('is refused from the origin %s', async (origin) => {
      const before = received();
      expect(await post(call('list_reviews', {}), { origin })).toMatchObject({
        status: 403,
        body: { success: false, code: 'forbidden' },
      });
      expect(received()).toBe(before);
    });

    it('is accepted from the own origin', async () => {
      expect(await post(LIST, { origin: 'https://reviews.example.com' })).toMatchObject({ status: 200 });
    });
  });

  describe('the MCP transport', () => {
    it.each(['GET', 'DELETE', 'PUT', 'PATCH'])(
      'responds 405 to %s, because it has neither streams nor sessions',
      async (method) => {
        const response = await send({ method });
        expect(response).toMatchObject({
          status: 405,
          body: { jsonrpc: '2.0', error: { code: -32000 }, id: null },
        });
        expect(response.headers.get('allow')).toBe('OPTIONS, POST');
      },
    );

    it('lists its methods for OPTIONS', async () => {
      const response = await send({ method: 'OPTIONS' });
      expect(response.status).toBe(204);
      expect(response.headers.get('allow')).toBe('OPTIONS, POST');
    });

    it('responds with one JSON object and without a session id', async () => {
      const response = await post(LIST);
      expect(response).toMatchObject({
        status: 200,
        body: { jsonrpc: '2.0', id: 1, result: { tools: expect.any(Array) } },
      });
      expect(response.headers.get('content-type')).toMatch('application/json');
      expect(response.headers.get('mcp-session-id')).toBeNull();
      expect(response.headers.get('x-request-id')).toBeTruthy();
    });

    it('responds 202 without a body to a notification', async () => {
      const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
      expect(await post(note)).toMatchObject({ status: 202, body: null });
    });

    it('uses the protocol revision of the client, or its newest for an unknown one', async () => {
      const hello = (protocolVersion: string): object => ({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion, capabilities: {}, clientInfo: { name: 'spec', version: '1' } },
      });
      for (const [requested, used] of [
        ['2025-06-18', '2025-06-18'],
        ['2025-11-25', '2025-11-25'],
        ['1999-01-01', '2025-11-25'],
      ]) {
        const response = await post(hello(requested as string));
        expect(response).toMatchObject({ status: 200, body: { result: { protocolVersion: used } } });
      }
      expect(await post(LIST, { 'mcp-protocol-version': '1999-01-01' })).toMatchObject({ status: 400 });
    });

    it.each([
      [406, { accept: 'application/json' }],
      [406, { accept: 'text/html' }],
      [415, { 'content-type': 'text/plain' }],
      [415, { 'content-type': 'application/jsonx' }],
    ])('responds %i to %j', async (status, headers) => {
      expect(await post(LIST, headers)).toMatchObject({ status, body: { jsonrpc: '2.0', error: {} } });
    });

    it('responds 413 to a body above 2 MiB', async () => {
      const big = call('list_reviews', { q: 'x'.repeat(2_200_000) });
      expect(await post(big)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    });
  });

  describe('an invalid JSON-RPC message', () => {
    it.each([
      ['an empty body', '', -32700],
      ['half a message', '{"jsonrpc":"2.0"', -32700],
      ['a body that is not JSON', 'hello', -32700],
      ['a number', '7', -32600],
      ['null', 'null', -32600],
      ['a batch', [LIST, LIST], -32600],
      ['an empty batch', '[]', -32600],
      ['an endless batch', `[${'[],'.repeat(100_000)}[]]`, -32600],
      ['a deep batch', '['.repeat(200_000) + ']'.repeat(200_000), -32600],
      ['an object without jsonrpc', { hello: 1 }, -32700],
      ['JSON-RPC 1.0', { ...LIST, jsonrpc: '1.0' }, -32700],
      ['a call with an object as id', { ...LIST, id: {} }, -32700],
      ['a method that is a number', { ...LIST, method: 7 }, -32700],
      [
        'a deep id',
        `{"jsonrpc":"2.0","method":"tools/list","id":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
        -32700,
      ],
    ])('gets an error, for instance %s', async (_what, message, code) => {
      expect(await post(message)).toMatchObject({
        status: 400,
        body: { jsonrpc: '2.0', id: null, error: { code, message: expect.any(String) } },
      });
    });
  });

  describe('a JSON-RPC request', () => {
    it.each(['resources/list', 'prompts/list', 'logging/setLevel', 'tools/delete', 'constructor', ''])(
      'with the unknown method %j gets the error -32601',
      async (method) => {
        expect(await post({ ...LIST, method })).toMatchObject({
          status: 200,
          body: { id: 1, error: { code: -32601 } },
        });
      },
    );

    it.each(['delete_review', 'list_reviews ', 'LIST_REVIEWS', '__proto__', '', 'x'.repeat(100_000)])(
      'for the unknown tool %.40j gets the error -32602',
      async (name) => {
        const response = await post(call(name, {}));
        expect(response).toMatchObject({ status: 200, body: { id: 1, error: { code: -32602 } } });
        expect(JSON.stringify(response.body).length).toBeLessThan(500);
      },
    );

    it.each([
      ['no parameters', { ...LIST, method: 'tools/call' }],
      ['no name', { ...LIST, method: 'tools/call', params: {} }],
      ['a list as arguments', call('list_reviews', [1])],
      ['a text as arguments', call('list_reviews', 'x')],
      ['null as arguments', call('list_reviews', null)],
      ['a name that is an object', { ...LIST, method: 'tools/call', params: { name: {} } }],
    ])('for a tool call with %s gets the error -32602', async (_what, message) => {
      const before = received();
      expect(await post(message)).toMatchObject({
        status: 200,
        body: { id: 1, error: { code: -32602, message: expect.stringContaining('arguments are an object') } },
      });
      expect(received()).toBe(before);
    });

    it('for a tool call as a task is refused before the API receives a request', async () => {
      const before = received();
      const message = call(
        'add_review',
        { from_name: 'a', text: 'b', posted_on: '2026-01-31' },
        { task: { ttl: 1 } },
      );
      expect(await post(message)).toMatchObject({
        status: 200,
        body: { error: { code: expect.any(Number) } },
      });
      expect(received()).toBe(before);
    });
  });

  it.each([
    ['reserved names', '{"additional":{"__proto__":{"admin":true},"constructor":{}}}'],
    ['control characters', '{"text":"a\\u0000b"}'],
    ['half a surrogate pair', '{"text":"a\\ud83d"}'],
  ])(
    'a tool call with %s reaches the service unchanged, and an old client gets text',
    async (_what, args) => {
      const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_review","arguments":${args}}}`;
      expect(await post(message)).toMatchObject({
        status: 200,
        body: { result: { content: [{ type: 'text', text: '{"service":"reviews"}' }] } },
      });
      expect(gateway.upstreams.reviews.requests.at(-1)?.text).toBe(args);
    },
  );

  it.each([
    ['2025-03-26', 'structuredContent', false],
    ['2025-06-18', 'structuredContent', true],
    ['2025-11-25', 'structuredContent', true],
  ])('a client of the protocol version %s gets %s: %s', async (version, field, expected) => {
    const { body } = await post(call('list_reviews', {}), { 'mcp-protocol-version': version });
    expect(field in (body as { result: object }).result).toBe(expected);
  });

  it('a tool call with arguments 100,000 levels deep gets validation_failed', async () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_review","arguments":{"additional":${deep}}}}`;
    expect(await post(message)).toMatchObject({
      status: 200,
      body: {
        result: { isError: true, content: [{ text: expect.stringContaining('"validation_failed"') }] },
      },
    });
  });

  it('a tool call ignores principal, host, cookies and Idempotency-Key of the MCP request', async () => {
    await post(call('list_reviews', {}), {
      'x-plaudit-principal': 'forged',
      'x-forwarded-host': 'evil.example',
      cookie: 'session=1',
      'idempotency-key': 'x',
    });
    const headers = gateway.upstreams.reviews.requests.at(-1)?.headers ?? {};
    expect(headers['x-plaudit-principal']).toMatch(/^ey/);
    expect(headers['x-forwarded-host']).toBe(new URL(gateway.url).host);
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('idempotency-key');
  });

  it.each([`${MCP_PATH}/x`, '/mcp', '/public/v1/MCP'])(
    'the path %s is not the MCP endpoint',
    async (path) => {
      const response = await fetch(`${gateway.url}${path}`, {
        method: 'POST',
        headers: { ...basic(gateway.apiKey), accept: ACCEPT, 'content-type': 'application/json' },
        body: JSON.stringify(LIST),
      });
      expect(response.status).toBe(404);
    },
  );
});

/** The upstreams of this world respond to every path in the same way, also to that of the document. */
describe('ToolCatalogueService', () => {
  let gateway: GatewayWorld;
  beforeAll(async () => (gateway = await startGatewayWorld()));
  afterAll(() => gateway.close());

  it('lists only the tools of services whose document has arrived, and the others when theirs arrives', async () => {
    const key = await gateway.addKey({ accountManagement: true });
    const client = await connectMcp(gateway.url, basic(key));
    expect(await toolNames(client)).toEqual(['get_account']);
    await expect(callTool(client, 'delete_webhook')).rejects.toThrow('There is no tool delete_webhook');
    expect(await callTool(client, 'list_webhooks')).toMatchObject({
      isError: true,
      data: { status: 503, code: 'upstream_unavailable' },
    });

    gateway.upstreams.webhooks.handle(() => ({ body: documentOf('webhooks') ?? {} }));
    await eventually(
      () => toolNames(client),
      (names) => names.includes('list_webhooks'),
      'the tools of webhooks to appear',
    );
    gateway.upstreams.webhooks.handle(() => ({ body: { webhooks: [] } }));
    expect(await callTool(client, 'list_webhooks')).toMatchObject({
      isError: false,
      data: { webhooks: [] },
    });
    expect(await toolNames(client)).toEqual(['list_webhooks', 'get_account']);
    await client.close();
  });
});

const TOOLS = allTools();

function sampleOf({ type, enum: listed, minimum }: ToolArgument['schema']): unknown {
  if (Array.isArray(listed)) return listed.at(-1);
  const [first] = [type].flat();
  if (first === 'integer' || first === 'number') return (minimum as number | undefined) ?? 3;
  if (first === 'boolean') return true;
  if (first === 'array') return ['a & b'];
  return first === 'object' ? { own: { a: 'é' } } : 'a & b?';
}

/** Returns a value for every argument of a tool. */
function samplesOf(tool: Tool): Record<string, unknown> {
  return Object.fromEntries(tool.arguments.map(({ name, schema }) => [name, sampleOf(schema)]));
}

describe('tools.service', () => {
  let gateway: GatewayWorld;

  let client: Client;

  beforeAll(async () => {
    gateway = await startMcpGateway();
    client = await connectMcp(gateway.url, basic(gateway.apiKey));
  });

  afterAll(async () => {
    await client.close();
    await gateway.close();
  });

  function lastRequest(service: UpstreamName): RecordedRequest {
    return gateway.upstreams[service].requests.at(-1) as RecordedRequest;
  }

  describe('a client of the official MCP SDK', () => {
    it('gets name, version and instructions of the server', () => {
      expect(client.getServerVersion()).toMatchObject({ name: 'plaudit', version: '1.5.0' });
      expect(client.getServerCapabilities()).toEqual({ tools: {} });
      expect(client.getInstructions()).toContain('never instructions');
    });

    it('may send its key as a bearer token', async () => {
      const other = await connectMcp(gateway.url, { authorization: `Bearer ${gateway.apiKey}` });
      expect(await toolNames(other)).toEqual(await toolNames(client));
      await other.close();
    });

    it('gets every tool with its schema and annotations when its key has every scope', async () => {
      const key = await gateway.addKey({ role: 'admin', accountManagement: true });
      const other = await connectMcp(gateway.url, basic(key));
      const { tools } = await other.listTools();
      expect(tools).toEqual(
        TOOLS.map((tool) => ({
          name: tool.name,
          title: tool.title,
          description: tool.description,
          inputSchema: inputSchemaOf(tool),
          outputSchema: tool.output,
          annotations: { title: tool.title, ...tool.effect },
        })),
      );
      await other.close();
    });

    it('gets only the tools that the scopes of its key allow', async () => {
      const user = await connectMcp(gateway.url, basic(await gateway.addKey({ role: 'user' })));
      const hidden = ['add_channel', 'create_widget', 'update_widget', 'get_account'];
      expect(await toolNames(user)).toEqual(
        TOOLS.map(({ name }) => name).filter((name) => !hidden.includes(name)),
      );
      await user.close();

      const narrow = await gateway.addKey({ role: 'admin', scopes: ['webhooks:read', 'widgets:read'] });
      const narrowed = await connectMcp(gateway.url, basic(narrow));
      expect(await toolNames(narrowed)).toEqual(['list_widgets', 'get_widget', 'list_webhooks']);
      await narrowed.close();
    });
  });

  describe.each(TOOLS.filter(({ name }) => name !== 'get_account').map((tool) => [tool.name, tool] as const))(
    '%s',
    (name, tool) => {
      const service = findDestination(tool.path)?.service as UpstreamName;

      it(`sends ${service} every argument in its place`, async () => {
        const samples = samplesOf(tool);
        expect(await callTool(client, name, samples)).toEqual({
          isError: false,
          data: { service },
          text: 'The result is in structuredContent.',
        });
        const { method, path, query, text, headers } = lastRequest(service);
        const at = (place: ArgumentPlace): Record<string, unknown> =>
          Object.fromEntries(
            tool.arguments
              .filter((argument) => argument.place === place)
              .map((argument) => [argument.field, samples[argument.name]]),
          );
        expect({ method, path }).toEqual({
          method: tool.method,
          path: tool.path.replace('{id}', String(at('path')['id'])),
        });
        expect(Object.fromEntries(query)).toEqual(
          Object.fromEntries(Object.entries(at('query')).map(([key, value]) => [key, String(value)])),
        );
        expect(text === '' ? null : JSON.parse(text)).toEqual(tool.method === 'GET' ? null : at('body'));
        for (const [header, value] of Object.entries(at('header')))
          expect(headers[header.toLowerCase()]).toBe(value);
      });

      it('sends the headers of every proxied request', async () => {
        const required = inputSchemaOf(tool)['required'] as string[] | undefined;
        const samples = samplesOf(tool);
        await callTool(client, name, Object.fromEntries((required ?? []).map((key) => [key, samples[key]])));
        const { headers } = lastRequest(service);
        expect(headers).toMatchObject({
          'x-plaudit-principal': expect.stringMatching(/^ey/),
          'x-request-id': expect.stringMatching(/^[\w.:-]{8,128}$/),
          'x-forwarded-for': '127.0.0.1',
          'x-forwarded-host': new URL(gateway.url).host,
          accept: 'application/json',
        });
        expect(headers).not.toHaveProperty('authorization');
        const sentAsJson = headers['content-type']?.includes('application/json') ?? false;
        expect(sentAsJson || tool.method === 'GET').toBe(true);
      });
    },
  );

  it('a tool result repeats an error of the API with its status', async () => {
    const body = {
      success: false,
      msg: 'This key sends too quickly.',
      code: 'refresh_too_soon',
      retry_after_minutes: 7,
    };
    gateway.upstreams.channels.handle(() => ({ status: 429, body }));
    const answer = await callTool(client, 'refresh_channel', { id: 1 });
    expect(answer).toMatchObject({ isError: true, data: { status: 429, ...body } });
    expect(JSON.parse(answer.text)).toEqual({ status: 429, ...body });
  });

  it('a tool call with invalid arguments is refused before a service receives a request', async () => {
    const before = gateway.upstreams.reviews.requests.length;
    expect(await callTool(client, 'get_review', { id: '../../internal' })).toMatchObject({
      isError: true,
      data: { status: 404, code: 'not_found', request_id: expect.any(String) },
    });
    expect(await callTool(client, 'list_reviews', { stars: 4 })).toMatchObject({
      isError: true,
      data: { status: 400, code: 'invalid_value', field: 'stars' },
    });
    expect(await callTool(client, 'get_review')).toMatchObject({
      isError: true,
      data: { status: 400, code: 'missing_field', field: 'id' },
    });
    expect(gateway.upstreams.reviews.requests).toHaveLength(before);
  });

  it('two clients at once get results with their own principals', async () => {
    const other = await gateway.world.admin.query<{ id: number }>(
      `insert into gateway.sub_accounts (account_id, name) select min(id), 'Other' from gateway.accounts returning id`,
    );
    const key = await gateway.addKey({ role: 'user', subAccountId: Number(other[0]?.id) });
    const second = await connectMcp(gateway.url, basic(key));
    gateway.upstreams.reviews.handle(({ headers, query }) => {
      const token = String(headers['x-plaudit-principal']).split('.')[1] as string;
      const claims = JSON.parse(Buffer.from(token, 'base64url').toString()) as { principal: object };
      return { body: { principal: claims.principal, q: query.get('q') }, delayMs: 20 };
    });
    const calls = Array.from({ length: 20 }, (_, i) =>
      callTool(i % 2 ? second : client, 'list_reviews', { q: `q${i}` }),
    );
    const answers = await Promise.all(calls);
    answers.forEach(({ data }, i) => {
      expect(data).toMatchObject({ q: `q${i}`, principal: { role: i % 2 ? 'user' : 'admin' } });
    });
    const subAccounts = new Set(answers.map(({ data }) => data.principal.sub_account_id));
    expect(subAccounts.size).toBe(2);
    await second.close();
  });
});
