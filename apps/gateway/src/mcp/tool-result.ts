import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ApiError } from '@plaudit/contracts';

/** The API's response to the request of a tool. */
export interface ApiResponse {
  status: number;
  /** The parsed JSON. */
  body: unknown;
}

const FIRST_ERROR_STATUS = 400;

/**
 * Returns the result of a tool: the response body as structured content, and as text for clients that read only text.
 * An error is a result too, with its status, so that the model reads what to do about it.
 */
export function toToolResult({ status, body }: ApiResponse): CallToolResult {
  const isError = status >= FIRST_ERROR_STATUS;
  const fields = isRecord(body) ? body : { result: body };
  const structuredContent = isError ? { status, ...fields } : fields;
  return {
    content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
    structuredContent,
    ...(isError ? { isError } : {}),
  };
}

/** Returns an error of the gateway in the format of every other error of the API. */
export function toApiResponse({ status, code, message, details }: ApiError, requestId: string): ApiResponse {
  return { status, body: { success: false, msg: message, code, ...details, request_id: requestId } };
}

/** Returns the error code of a response, or null if it is no error. */
export function codeOf({ status, body }: ApiResponse): string | null {
  if (status < FIRST_ERROR_STATUS || !isRecord(body)) return null;
  return typeof body['code'] === 'string' ? body['code'] : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
