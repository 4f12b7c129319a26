import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { RecordedRequest } from '@plaudit/testing';
import { basic, type GatewayWorld } from '../gateway-world.suite';
import { findDestination, type UpstreamName } from '../proxy/route-table';
import { callTool, connectMcp, toolNames } from './mcp-client.suite';
import { allTools } from './committed-tools.suite';
import { startMcpGateway } from './mcp-gateway.suite';
import { type ArgumentPlace, inputSchemaOf, type Tool, type ToolArgument } from './tool';

const TOOLS = allTools();

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
    data: { status: 400, code: 'invalid_value', field: 'id', request_id: expect.any(String) },
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
