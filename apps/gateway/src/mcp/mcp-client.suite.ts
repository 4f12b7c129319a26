import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** The result of a tool, typed loosely because specs read any field. */
export interface ToolResult {
  isError: boolean;
  /** The structured content, or the text of an error. */
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
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
  // Not callTool, which compares the result with the output schema: the stand-ins of services send other fields.
  const params = { name, arguments: args };
  const result = await client.request({ method: 'tools/call', params }, CallToolResultSchema);
  const [first] = result.content as { type: string; text: string }[];
  const isError = result.isError === true;
  const text = first?.text ?? '';
  return { isError, data: isError ? JSON.parse(text) : result.structuredContent, text };
}

export async function toolNames(client: Client): Promise<string[]> {
  const { tools } = await client.listTools();
  return tools.map(({ name }) => name);
}
