import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { createDataSource, Database } from '@plaudit/database';
import { administer, eventually } from '@plaudit/testing';
import { basic, type GatewayWorld } from '../gateway-world.suite';
import { gatewayService } from '../service';
import { McpAuditService } from './mcp-audit.service';
import { McpCallsRepository } from './mcp-calls.repository';
import { callTool, connectMcp } from './mcp-client.suite';
import { startMcpGateway } from './mcp-gateway.suite';
import { MCP_PATH } from '../proxy/route-table';

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
    await callTool(client, 'add_channel', { type: 'survey', access_token: secrets[0], trend_id: secrets[0] });
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

it('McpAuditService.purge() deletes calls older than 90 days', async () => {
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
  const audit = new McpAuditService(new McpCallsRepository(new Database(dataSource, 'gateway')));
  // Another replica holds one of the rows. purge() skips it instead of waiting.
  await administer(gateway.world.databaseUrl('gateway'), async (other) => {
    await other.query('begin');
    await other.query("select from gateway.mcp_calls where tool = 'old' limit 1 for update");
    await audit.purge();
    expect(await rows()).toHaveLength(before - 10_999);
    await other.query('rollback');
  });
  await audit.purge();
  await dataSource.destroy();
  const left = await rows();
  expect(left).toHaveLength(before - 11_000);
  expect(left.filter(({ tool }) => tool === 'kept')).toHaveLength(2);
});
