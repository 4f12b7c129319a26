import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ApiError } from '@plaudit/contracts';
import { errorBody } from '@plaudit/runtime';

/** The API's response to the request of a tool. */
export interface ApiResponse {
  status: number;
  /** The parsed JSON. */
  body: unknown;
}

const FIRST_ERROR_STATUS = 400;

/**
 * Returns the result of a tool, which has the response body once: as structured content, or as text for clients that do not
 * read that. An error is a result too, with its status, so that the model reads what to do about it. It is text, because
 * structured content has to match the output schema of the tool.
 */
export function toToolResult({ status, body }: ApiResponse, readsStructured: boolean): CallToolResult {
  const fields = isRecord(body) ? body : { result: body };
  if (status >= FIRST_ERROR_STATUS) return { content: [textOf({ status, ...fields })], isError: true };
  if (!readsStructured) return { content: [textOf(fields)] };
  return {
    content: [{ type: 'text', text: 'The result is in structuredContent.' }],
    structuredContent: fields,
  };
}

function textOf(fields: Record<string, unknown>): { type: 'text'; text: string } {
  return { type: 'text', text: JSON.stringify(fields) };
}

/** Returns an error of the gateway in the format of every other error of the API. */
export function toApiResponse(error: ApiError, requestId: string): ApiResponse {
  return { status: error.status, body: errorBody(error, requestId) };
}

/** Returns the error code of a response, or null if it is no error. */
export function codeOf({ status, body }: ApiResponse): string | null {
  if (status < FIRST_ERROR_STATUS || !isRecord(body)) return null;
  return typeof body['code'] === 'string' ? body['code'] : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
