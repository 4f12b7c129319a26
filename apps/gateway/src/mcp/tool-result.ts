import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ApiError } from '@plaudit/contracts';

/** What the API answered a tool's request. */
export interface ApiAnswer {
  status: number;
  /** The parsed JSON. */
  body: unknown;
}

const FIRST_ERROR_STATUS = 400;

/**
 * The answer as a tool's result: the body as structured content, and again as text for clients that know no other.
 * An error is a result too, so that the model reads what to do about it: the body of the API's error and its status.
 */
export function toToolResult({ status, body }: ApiAnswer): CallToolResult {
  const isError = status >= FIRST_ERROR_STATUS;
  const fields = isRecord(body) ? body : { result: body };
  const structuredContent = isError ? { status, ...fields } : fields;
  return {
    content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
    structuredContent,
    ...(isError ? { isError } : {}),
  };
}

/** An error of the gateway's own in the shape that every error of the API has. */
export function toApiAnswer({ status, code, message, details }: ApiError, requestId: string): ApiAnswer {
  return { status, body: { success: false, msg: message, code, ...details, request_id: requestId } };
}

/** The error code in an answer, for the audit; null when it is none. */
export function codeOf({ status, body }: ApiAnswer): string | null {
  if (status < FIRST_ERROR_STATUS || !isRecord(body)) return null;
  return typeof body['code'] === 'string' ? body['code'] : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
