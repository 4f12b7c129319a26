/** Error codes of JSON-RPC 2.0, section 5.1. The last is free for implementations; the MCP SDK uses it for its transports. */
export const JSON_RPC = {
  parseError: -32_700,
  invalidRequest: -32_600,
  invalidParams: -32_602,
  transportError: -32_000,
} as const;

/** The error response to a message that the SDK does not get to see. `status` is its HTTP status. */
export class JsonRpcFault {
  constructor(
    readonly status: number,
    readonly code: number,
    readonly message: string,
    /** Id of the message, or null if it could not be read. */
    readonly id: string | number | null = null,
  ) {}

  get body(): object {
    return { jsonrpc: '2.0', error: { code: this.code, message: this.message }, id: this.id };
  }
}

/** Returns the JSON-RPC message of a body, or an error. Revision 2025-06-18 of the protocol removed batches. */
export function readMessage(text: unknown): object | JsonRpcFault {
  let message: unknown;
  try {
    message = JSON.parse(String(text));
  } catch {
    return new JsonRpcFault(400, JSON_RPC.parseError, 'Parse error: the body is not JSON.');
  }
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message;
  const what = Array.isArray(message)
    ? 'batches are not supported; send one message per request'
    : 'not an object';
  return new JsonRpcFault(400, JSON_RPC.invalidRequest, `Invalid request: ${what}.`);
}
