import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { createDataSource, Database } from '@plaudit/database';
import { administer, eventually } from '@plaudit/testing';
import { basic, type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';
import { gatewayService } from '../service';
import { McpAudit } from './mcp-audit';
import { McpCallsRepository } from './mcp-calls.repository';
import { callTool, connectMcp } from './mcp-client.suite';
import { MCP_PATH } from './mcp-path';

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
  gateway = await startGatewayWorld();
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
  it('says who called what, when, and what came of it', async () => {
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

  it('has one row a call, and none for what is no call', async () => {
    const before = (await rows()).length;
    await client.listTools();
    await client.ping();
    await expect(callTool(client, 'delete_review', { id: 1 })).rejects.toThrow(/no tool/);
    expect(await rows()).toHaveLength(before);
    await callTool(client, 'list_reviews');
    await callTool(client, 'list_reviews');
    expect(await rows()).toHaveLength(before + 2);
  });

  it('tells of refusals by the API', async () => {
    const body = { success: false, msg: 'No review with id 8 belongs to this account.', code: 'not_found' };
    gateway.upstreams.reviews.handle(() => ({ status: 404, body }));
    await callTool(client, 'get_review', { id: 8 });
    expect(await lastRow()).toMatchObject({ arguments: { id: 8 }, status: 404, code: 'not_found' });
    gateway.upstreams.reviews.handle(() => ({ body: {} }));
  });

  it('tells of calls that never reached a service', async () => {
    await callTool(client, 'get_review', { id: 'x', secret: 'live_1' });
    expect(await lastRow()).toMatchObject({
      arguments: { id: '[text]' },
      status: 400,
      code: 'invalid_value',
    });
  });

  it('never holds a secret or a person', async () => {
    const secrets = ['live_0123456789', 'noa@example.com', 'Noa Bergman', '+33142685300'];
    await callTool(client, 'add_channel', { type: 'survey', access_token: secrets[0], trend_id: secrets[0] });
    await callTool(client, 'add_review', {
      from_name: secrets[2],
      from_email: secrets[1],
      text: 'x',
      additional: { a: secrets[1] },
    });
    await callTool(client, 'add_invite_request', {
      recipient: secrets[3],
      name: secrets[2],
      type: secrets[1],
    });
    await callTool(client, 'list_reviews', { q: secrets[1], [secrets[1] as string]: 1 });
    const everything = JSON.stringify(await rows());
    for (const secret of secrets) expect(everything).not.toContain(secret);
    expect(everything).not.toContain('rk_');
  });

  it('has the call before it is made', async () => {
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

  it('keeps a call open when whoever made it did not wait for the answer', async () => {
    gateway.upstreams.reports.handle(() => 'hang');
    const gone = new AbortController();
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_ratings_report', arguments: {} },
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
      async () => gateway.upstreams.reports.requests.length,
      (count) => count > 0,
      'the call to arrive',
    );
    gone.abort();
    await expect(answer).rejects.toThrow(/aborted/);
    expect(await lastRow()).toMatchObject({ tool: 'get_ratings_report', status: null, answered_on: null });
  });
});

describe('a call that cannot be recorded', () => {
  it('is not made', async () => {
    await gateway.world.admin.query('alter table gateway.mcp_calls rename to mcp_calls_away');
    const before = gateway.upstreams.reviews.requests.length;
    const answer = await callTool(client, 'list_reviews');
    await gateway.world.admin.query('alter table gateway.mcp_calls_away rename to mcp_calls');
    expect(answer).toMatchObject({
      isError: true,
      structured: { status: 503, code: 'upstream_unavailable' },
    });
    expect(gateway.upstreams.reviews.requests).toHaveLength(before);
    expect(await callTool(client, 'list_reviews')).toMatchObject({ isError: false });
  });

  it('is answered all the same when only its end cannot be', async () => {
    gateway.upstreams.reviews.handle(async () => {
      await gateway.world.admin.query('alter table gateway.mcp_calls rename to mcp_calls_away');
      return { body: { made: true } };
    });
    const answer = await callTool(client, 'list_reviews');
    await gateway.world.admin.query('alter table gateway.mcp_calls_away rename to mcp_calls');
    expect(answer).toMatchObject({ isError: false, structured: { made: true } });
    expect(await lastRow()).toMatchObject({ tool: 'list_reviews', status: null });
  });
});

it('is kept for 90 days', async () => {
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
  const audit = new McpAudit(new McpCallsRepository(new Database(dataSource, 'gateway')));
  // Another replica at the same work: nobody waits for what it holds.
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
