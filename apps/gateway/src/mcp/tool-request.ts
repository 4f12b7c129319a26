import { ApiError, ownValue } from '@plaudit/contracts';
import { IdParam, refuseUnknownName } from '@plaudit/runtime';
import type { ArgumentPlace, Tool, ToolArgument } from './tool';

/** The API request of a tool call. */
export interface ApiRequest {
  method: Tool['method'];
  path: string;
  /** Does not include the question mark. */
  query: string;
  headers: Record<string, string>;
  /** JSON. Null for a GET. */
  body: string | null;
}

type Arguments = Readonly<Record<string, unknown>>;
type Given = Pick<ToolArgument, 'name' | 'field'> & { value: unknown };
/** Services read at most 16 KiB of request line and headers, including the signed principal. */
const MAX_QUERY_LENGTH = 8_192;
const HEADER_VALUE = /^[\x20-\x7e]{1,255}$/;
const PLACEHOLDER = /\{(\w+)\}/g;

const idParam = new IdParam();

/**
 * Returns the API request for a call. Checks only what the API cannot check: that each argument is known, and that the
 * request can be written. The API ignores unknown fields of a body, but an assistant must not believe that a misspelt one was
 * stored. Throws {@link ApiError} 400, or 404 for an id that nothing can have.
 */
export function toApiRequest(tool: Tool, given: Arguments): ApiRequest {
  refuseUnknown(tool, given);
  const at = (place: ArgumentPlace): Given[] => givenAt(place, tool, given);
  return {
    method: tool.method,
    path: writePath(tool.path, at('path')),
    query: writeQuery(at('query')),
    headers: writeHeaders(at('header')),
    body: tool.method === 'GET' ? null : writeBody(at('body')),
  };
}

function refuseUnknown(tool: Tool, given: Arguments): void {
  const known = tool.arguments.map(({ name }) => name);
  refuseUnknownName(Object.keys(given), known, { what: 'argument', taker: tool.name });
}

function givenAt(place: ArgumentPlace, tool: Tool, given: Arguments): Given[] {
  return tool.arguments
    .filter((argument) => argument.place === place && ownValue(given, argument.name) !== undefined)
    .map(({ name, field }) => ({ name, field, value: ownValue(given, name) }));
}

/** Every placeholder of a path is an id. */
function writePath(template: string, given: readonly Given[]): string {
  return template.replace(PLACEHOLDER, (_placeholder, name: string) => {
    const value = given.find(({ field }) => field === name)?.value ?? null;
    if (value === null) {
      throw new ApiError('missing_field', `${name} is required.`, { field: name });
    }
    return String(idParam.transform(plainText(name, value)));
  });
}

function writeQuery(given: readonly Given[]): string {
  const query = new URLSearchParams();
  for (const { name, field, value } of given) {
    // Models often send null for an argument that they mean to leave out.
    if (value !== null) query.append(field, plainText(name, value));
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
    throw new ApiError('invalid_value', `${field} must be a string, a number, true or false.`, { field });
  }
  // The DOM lib types isWellFormed later than Node 20 has it.
  if ((value as string & { isWellFormed(): boolean }).isWellFormed()) return value;
  throw new ApiError(
    'invalid_value',
    `${field} contains half of a surrogate pair (broken UTF-16); remove it and send it again.`,
    { field },
  );
}

function writeHeaders(given: readonly Given[]): Record<string, string> {
  const written: Record<string, string> = {};
  for (const { name, field, value } of given) {
    if (value === null) continue;
    if (typeof value !== 'string' || !HEADER_VALUE.test(value)) {
      const msg = `${name} must be 1 to 255 printable ASCII characters.`;
      throw new ApiError('invalid_value', msg, { field: name });
    }
    written[field] = value;
  }
  return written;
}

function writeBody(given: readonly Given[]): string {
  try {
    return JSON.stringify(Object.fromEntries(given.map(({ field, value }) => [field, value])));
  } catch {
    // JSON.stringify overflows the stack at a depth that JSON.parse still accepts.
    throw new ApiError('validation_failed', 'The arguments are nested too deeply; flatten them.');
  }
}
