import { eventually } from '@plaudit/testing';
import { basic, type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';
import { callTool, connectMcp, toolNames } from './mcp-client.suite';
import { documentOf } from './committed-tools.suite';

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
