import { localName } from './schema-node';

/** JSON-LD of real pages is about ten levels deep. What lies deeper is ignored. */
export const MAX_DEPTH = 32;

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the values of a property: the value itself, or those of a list, of `@set` or of `@list`. */
export function listOf(value: unknown, depth = 0): unknown[] {
  if (value === undefined || value === null) return [];
  const values: unknown[] = Array.isArray(value) ? value.flat(MAX_DEPTH) : [value];
  if (depth > MAX_DEPTH || !values.some(isContainer)) return values;
  return values.flatMap((one) => (isContainer(one) ? listOf(one['@set'] ?? one['@list'], depth + 1) : [one]));
}

function isContainer(value: unknown): value is JsonObject {
  return isObject(value) && ('@set' in value || '@list' in value);
}

export function typesOf(item: JsonObject): string[] {
  return listOf(item['@type'])
    .filter((type) => typeof type === 'string')
    .map(localName);
}
