/** Codes of JSON-RPC 2.0, section 5.1; the last is one that implementations may define, used by the SDK for transports. */
export const JSON_RPC = {
  parseError: -32_700,
  invalidRequest: -32_600,
  invalidParams: -32_602,
  transportError: -32_000,
} as const;

/** A message that is not even worth a look; `status` is the HTTP status that goes with it. */
export class JsonRpcFault {
  constructor(
    readonly status: number,
    readonly code: number,
    readonly message: string,
    /** Of the message; null when none could be read. */
    readonly id: string | number | null = null,
  ) {}

  get body(): object {
    return { jsonrpc: '2.0', error: { code: this.code, message: this.message }, id: this.id };
  }
}

/** The one JSON-RPC message of a body. Batches left the protocol with its revision 2025-06-18. */
export function readMessage(text: unknown): object | JsonRpcFault {
  let message: unknown;
  try {
    message = JSON.parse(String(text));
  } catch {
    return new JsonRpcFault(400, JSON_RPC.parseError, 'Parse error: the body is not JSON.');
  }
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message;
  const what = Array.isArray(message)
    ? 'batches are not supported, send one message a request'
    : 'not an object';
  return new JsonRpcFault(400, JSON_RPC.invalidRequest, `Invalid request: ${what}.`);
}
