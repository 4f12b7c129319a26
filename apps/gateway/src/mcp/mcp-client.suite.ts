import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** The result of a tool, typed loosely because specs read any field. */
export interface ToolResult {
  isError: boolean;
  // oxlint-disable-next-line typescript/no-explicit-any
  structured: any;
  text: string;
}

/** Returns a connected client of the official SDK that sends `headers` with every request. */
export async function connectMcp(gatewayUrl: string, headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'spec', version: '1.0.0' });
  const url = new URL('/public/v1/mcp', gatewayUrl);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<ToolResult> {
  const result = await client.callTool({ name, arguments: args });
  const [first] = result.content as { type: string; text: string }[];
  return {
    isError: result.isError === true,
    structured: result.structuredContent,
    text: first?.text ?? '',
  };
}

export async function toolNames(client: Client): Promise<string[]> {
  const { tools } = await client.listTools();
  return tools.map(({ name }) => name);
}
