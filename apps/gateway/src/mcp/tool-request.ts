import { ApiError } from '@plaudit/contracts';
import { IdParam } from '@plaudit/runtime';
import { argumentOfHeader, argumentsOf, type JsonSchema, type Tool } from './tool';

/** The API request that a tool call is. */
export interface ApiRequest {
  method: Tool['method'];
  path: string;
  /** Without the question mark. */
  query: string;
  headers: Record<string, string>;
  /** JSON; null for methods without one. */
  body: string | null;
}

type Arguments = Readonly<Record<string, unknown>>;
type Place = Readonly<Record<string, JsonSchema>> | undefined;

/** Services read at most 16 KiB of request line and headers; the signed principal is among them. */
const MAX_QUERY_LENGTH = 8_192;
const HEADER_VALUE = /^[\x20-\x7e]{1,255}$/;
const PLACEHOLDER = /\{(\w+)\}/g;

const idParam = new IdParam();

/**
 * Puts arguments where the endpoint wants them. Checks only what the endpoint cannot: that each argument is known
 * (an API ignores what it does not know; a model that misspelt a filter should hear of it), and that the request can be
 * written at all. Throws {@link ApiError} 400.
 */
export function toApiRequest(tool: Tool, given: Arguments): ApiRequest {
  refuseUnknown(tool, given);
  const { path, query, body, headers } = tool.arguments;
  return {
    method: tool.method,
    path: writePath(tool.path, pick(given, path)),
    query: writeQuery(pick(given, query)),
    headers: writeHeaders(Object.keys(headers ?? {}), given),
    body: tool.method === 'GET' ? null : writeBody(pick(given, body)),
  };
}

function refuseUnknown(tool: Tool, given: Arguments): void {
  const known = Object.keys(argumentsOf(tool));
  const field = Object.keys(given).find((name) => !known.includes(name));
  if (field === undefined) return;
  const takes = known.length > 0 ? `takes ${known.join(', ')}` : 'takes no arguments';
  throw new ApiError('invalid_value', `${field.slice(0, 80)} is not an argument; ${tool.name} ${takes}.`, {
    field: field.slice(0, 80),
  });
}

function pick(given: Arguments, place: Place): [name: string, value: unknown][] {
  return Object.keys(place ?? {})
    .filter((name) => given[name] !== undefined)
    .map((name) => [name, given[name]]);
}

function writePath(template: string, values: [string, unknown][]): string {
  const byName = new Map(values);
  return template.replace(PLACEHOLDER, (_placeholder, name: string) => {
    const value = byName.get(name);
    if (value === undefined || value === null) {
      throw new ApiError('missing_field', `${name} is required.`, { field: name });
    }
    return String(idParam.transform(plainText(name, value)));
  });
}

function writeQuery(values: [string, unknown][]): string {
  const query = new URLSearchParams();
  for (const [name, value] of values) {
    // What a model leaves out it often sends as null.
    if (value !== null) query.append(name, plainText(name, value));
  }
  const written = query.toString();
  if (written.length <= MAX_QUERY_LENGTH) return written;
  throw new ApiError(
    'invalid_value',
    `The arguments are longer than ${MAX_QUERY_LENGTH} characters; shorten them.`,
  );
}

function plainText(field: string, value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') {
    throw new ApiError('invalid_value', `${field} must be a text, a number, true or false.`, { field });
  }
  // The DOM lib types isWellFormed later than Node 20 has it.
  if ((value as string & { isWellFormed(): boolean }).isWellFormed()) return value;
  throw new ApiError(
    'invalid_value',
    `${field} contains half of a surrogate pair (broken UTF-16); remove it and send it again.`,
    { field },
  );
}

function writeHeaders(names: readonly string[], given: Arguments): Record<string, string> {
  const written: Record<string, string> = {};
  for (const name of names) {
    const field = argumentOfHeader(name);
    const value = given[field];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string' || !HEADER_VALUE.test(value)) {
      throw new ApiError('invalid_value', `${field} must be 1 to 255 printable ASCII characters.`, { field });
    }
    written[name] = value;
  }
  return written;
}

function writeBody(values: [string, unknown][]): string {
  try {
    return JSON.stringify(Object.fromEntries(values));
  } catch {
    // The stack of JSON.stringify ends where that of JSON.parse did not.
    throw new ApiError('validation_failed', 'The arguments are nested too deeply; flatten them.');
  }
}
